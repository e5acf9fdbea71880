"""How the sensible player thinks, by the view alone; nothing here is a rule. `heuristic.py` asks it.

`player.py` is what it looks at, `ground.py` a tile as it sees it. `danger.py`, `arms.py`, `pushes.py` and `attacks.py`
weigh; `stand.py`, `exits.py`, `journey.py` and `luggage.py` find the way and what to carry; `tactics.py` is its turn.
"""
