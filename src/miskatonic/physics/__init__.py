"""The tower of Tower of Madness as rigid bodies: marbles that roll, rest on tentacles, and fall. Extra `[physics]`.

The rules ask what falls when a tentacle is drawn, and know nothing of places. `Physical` answers from a tower that is
simulated by MuJoCo, and leaves all other chance to the dice of the match. What fell is recorded like any other outcome,
so replays need no physics. Where marbles lie inside is nobody's business (TM-T5): bots think with the fast model, and a
`Film` shows only those that fell.

A film in JSON, as it goes to a screen:

```
{"draw": 7,        it belongs to `view["tower"]["drawn"][7]`
 "stick": 17,
 "fps": 30,
 "pull": 8,        in so many frames the tentacle slides out; no marble moves before
 "frames": 41,     the length of the whole film
 "marbles": [      those that fell, in the order in which they left the tower; perhaps none
   {"kind": "madness",
    "from": 9,     the frame in which it begins to move; it is not seen before
    "path": [x, y, z, x, y, z, ...]}]}
```

Paths are whole tenths of a millimetre, a place for every frame; x to the east, y to the north, z up, from the middle of
the exit at the foot of the shaft. A path ends a little below the exit.
"""

from miskatonic.physics.film import Film
from miskatonic.physics.fortune import Physical, films, is_installed, physical

__all__ = ["Film", "Physical", "films", "is_installed", "physical"]
