"""The phrase book of Dice of Arkham: prompts, labels with their costs, and the log in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from miskatonic.games.arkham.combat import half
from miskatonic.games.arkham.events_text import CLOSING, FAR_CITY, OPENING, TOO_FEW_NIGHTS
from miskatonic.games.arkham.odds import most_dice
from miskatonic.games.arkham.vocabulary import VOCABULARY
from miskatonic.kernel import Ask, Fell, News, Told, View
from miskatonic.kernel.hands import count, faces

FACES = {1: "set a 1", 2: "clock +1", 3: "1 investigation", 4: "2 investigation", 5: "1 fight", 6: "1 magic"}
FACE_NAMES = "123456L"


class ArkhamPhrases:
    """What Dice of Arkham says to people."""

    def prompt(self, ask: Ask, view: View) -> str:
        """A question as a sentence."""
        you = view["you"]
        return PROMPTS[ask.prompt].format(**you, **_figures(view))

    def label(self, code: int, view: View) -> str:
        """An option with what it costs."""
        name, value = VOCABULARY.decode(code)
        return LABELS[name](value, view)

    def sentence(self, news: News) -> str:
        """One line of the log."""
        if isinstance(news, Told):
            return TOLD[news.what](*news.figures)
        if isinstance(news, Fell):
            return FELL[news.chance.label].format(dice=dice_shown(news.outcome), n=faces(news.outcome)[0])
        name, value = VOCABULARY.decode(news.code)
        return ANSWERED[name](value)

    def rules(self, ask: Ask) -> tuple[str, ...]:
        """The ids of the rules behind a question."""
        return RULES[ask.prompt]

    def ending(self, view: View) -> str:
        """How it ended."""
        if view["ranks"]:
            lines = [
                f"{rank}. {{{seat}}}: {CLOSING[s['result']]} ({_tally(s)})"
                for rank, seat, s in sorted(
                    (rank, seat, s)
                    for (seat, s), rank in zip(enumerate(view["investigators"]), view["ranks"], strict=True)
                )
            ]
            return "\n".join(lines)
        return f"{CLOSING[view['you']['result']]} ({_tally(view['you'])})"


def _tally(s: dict[str, Any]) -> str:
    return f"turn {s['turn']}, {_many(s['seals'], 'seal')}, {_many(s['keys'], 'key')}"


def _many(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def dice_shown(hand: int) -> str:
    """The faces of some dice: `1 1 5`."""
    return " ".join(FACE_NAMES[face - 1] for face in faces(hand))


def _figures(view: View) -> dict[str, Any]:
    """The figures that prompts mention."""
    you = view["you"]
    combat = you["combat"] or {"foe": "", "strength": 0, "cultists": 0, "value": 0}
    monster = combat["foe"] == "monster"
    foe = f"a monster of strength {combat['strength']}" if monster else _many(combat["cultists"], "cultist")
    rates = "1 magic or 2 fight" if monster else "1 fight or 2 magic"
    price = f"{you['price']}" if you["price"] else "1 or 2"
    return {
        "enemy": foe,
        "rates": rates,
        "value": combat["value"],
        "cost": price,
        "opening": OPENING.get(you["event"], ""),
    }


PROMPTS = {
    "gift": "Set one die by hand before you roll. Which face?",
    "reroll": "Roll {roll} of 3. Which dice do you roll again?",
    "heal": "You rest on the elder sign. Two steps heal one point: how much health and sanity?",
    "double": "The mythos dice match. Let the clock tick, or pay {cost} from a meter?",
    "stance": "You face {enemy}. Fight or flee?",
    "spend": "A die costs {rates}. How much fight and magic do you spend?",
    "fight_reroll": "Your dice make {value}. Which do you roll again?",
    "first_key": "{opening} What do you do?",
    "pact": "{opening} Do you sign?",
    "lore": "{opening} How many extra dice, for 1 sanity each?",
    "pick": "Which of these shall happen?",
    "pact_dice": "How many dice do you roll for the pact?",
    "ghost": "The pale shapes want one more point. Health or sanity?",
}

RULES = {
    "gift": ("DA-D2",),
    "reroll": ("DA-D4", "DA-D5"),
    "heal": ("DA-I8",),
    "double": ("DA-M3", "DA-G4"),
    "stance": ("DA-C3", "DA-C4", "DA-C5"),
    "spend": ("DA-C6",),
    "fight_reroll": ("DA-C8", "DA-C9", "DA-C10"),
    "first_key": ("DA-1B", "DA-1B.1", "DA-1B.2"),
    "pact": ("DA-2A", "DA-2A.1", "DA-2A.2"),
    "lore": ("DA-2B",),
    "pick": ("DA-2B", "DA-2B.1", "DA-2B.2", "DA-2B.3", "DA-2B.4", "DA-2B.5", "DA-2B.6"),
    "pact_dice": ("DA-2A.1",),
    "ghost": ("DA-2B.4",),
}


# -- labels -----------------------------------------------------------------------------------------------------------


def _label_gift(face: Any, view: View) -> str:
    return f"{face}: {FACES[face]}"


def _label_reroll(hand: Any, view: View) -> str:
    you = view["you"]
    freed = count(hand, 1)
    final = not hand or you["roll"] == 2
    lasting = you["dice"].count(2) - count(hand, 2) if final else 0
    rests = you["inv"] == view["sheet"]["elder"]
    warning = _deadly(you["sanity"] - freed <= (0 if rests else _omens(view))) or _third_key(view, lasting)
    return f"roll {dice_shown(hand)}{_mind(freed, view)}{warning}" if hand else f"stop{warning}"


def _label_fight_reroll(hand: Any, view: View) -> str:
    if not hand:
        return "stop"
    freed = count(hand, 7)
    return f"roll {dice_shown(hand)}{_mind(freed, view)}{_deadly(view['you']['sanity'] <= freed)}"


def _mind(price: int, view: View) -> str:
    """What freeing locked dice costs."""
    return f" (costs {price} sanity, {view['you']['sanity'] - price} left)" if price else ""


def _omens(view: View) -> int:
    """DA-M2: the sanity that the mythos dice on the table will take."""
    return int(view["you"]["mythos"].count(4))


def _deadly(dead: bool) -> str:
    """A warning before an answer that takes the last point of a meter for certain."""
    return " - certain death" if dead else ""


def _third_key(view: View, steps: int = 1) -> str:
    """A warning before clock steps that give the third key at the end of this turn."""
    you = view["you"]
    last = you["keys"] == 2 and you["time"] < view["sheet"]["time_end"] <= you["time"] + steps and not you["event"]
    return " - the third key, certain loss" if last else ""


def _label_heal(pair: Any, view: View) -> str:
    health, sanity = pair
    said = f"+{health} health, +{sanity} sanity" if health + sanity else "walk every step"
    return said + _deadly(view["you"]["sanity"] + sanity <= _omens(view))


def _label_double(stake: Any, view: View) -> str:
    you = view["you"]
    if stake == "time":
        return f"let the clock tick (+1){_third_key(view)}"
    price = you["price"]
    cost = f"{price}" if price else "1 or 2"
    risk = " - 1 in 2 to die" if you[stake] == 2 and not price else ""
    return f"pay {cost} {stake} ({you[stake]} left){risk}{_deadly(you[stake] <= (price or 1))}"


def _label_stance(stance: Any, view: View) -> str:
    you, combat = view["you"], view["you"]["combat"]
    if stance == "fight":
        return "fight" if most_dice(you) else f"fight: {_without_dice(view)}"
    if combat["foe"] == "monster":
        return f"flee (clock +1, then 0 to 5 health or sanity){_third_key(view)}"
    harm = half(combat["cultists"]) - 1
    warning = _deadly(harm >= you["health"]) or _third_key(view)
    return f"flee (clock +1, {f'lose {harm} health' if harm > 0 else 'unharmed'}){warning}"


def _without_dice(view: View) -> str:
    """DA-C6: nothing bought always loses; a monster then strikes at health with 2 at least, or at sanity with 1."""
    you, combat = view["you"], view["you"]["combat"]
    if combat["foe"] == "monster":
        dead = you["health"] <= 2 and you["sanity"] == 1
    else:
        dead = half(combat["cultists"]) >= you["health"]
    return f"no dice, certain defeat{_deadly(dead)}"


def _label_spend(pair: Any, view: View) -> str:
    fight, magic = pair
    monster = view["you"]["combat"]["foe"] == "monster"
    dice = magic + fight // 2 if monster else fight + magic // 2
    if not dice:
        return f"nothing: {_without_dice(view)}"
    paid = [f"{fight} fight"] * bool(fight) + [f"{magic} magic"] * bool(magic)
    return f"{dice_count(dice)} for {' and '.join(paid)}"


def dice_count(number: int) -> str:
    """So many dice in words."""
    return "1 die" if number == 1 else f"{number} dice"


def _label_first_key(way: Any, view: View) -> str:
    if way == "die":
        return "Bar it with what you have (a die stays on the elder sign until you get there)"
    return f"Hold the door (lose 1 sanity, then a monster of strength 1D6){_deadly(view['you']['sanity'] == 1)}"


def _label_pact(way: Any, view: View) -> str:
    if way == "rest":
        return "Close the book (gain 1 to 3 sanity)"
    return f"Sign ({dice_count(view['you']['magic'])}: 5 and 6 heal, 1 costs sanity)"


def _label_lore(number: Any, view: View) -> str:
    left = view["you"]["sanity"] - number
    return "no extra die" if not number else f"{dice_count(number)} more ({left} sanity left){_deadly(left <= 0)}"


def _label_pick(face: Any, view: View) -> str:
    return f"{face}: {TOO_FEW_NIGHTS[face][1]}{_deadly(_takes_the_last(face, view['you']))}"


def _takes_the_last(face: int, you: dict[str, Any]) -> bool:
    """DA-2B.1, DA-2B.4: whether a short cut costs the last point of a meter for certain."""
    health, sanity = int(you["health"]), int(you["sanity"])
    no_fight, no_magic = not you["fight"], not you["magic"]
    if face == 1:
        return health == 1
    if face == 4 and you["rules"]["ghosts_let_choose"]:
        return no_fight + no_magic > health - 1 + sanity - 1
    return face == 4 and ((no_fight and health == 1) or (no_magic and sanity == 1))


LABELS: dict[str, Callable[[Any, View], str]] = {
    "gift": _label_gift,
    "reroll": _label_reroll,
    "heal": _label_heal,
    "double": _label_double,
    "stance": _label_stance,
    "spend": _label_spend,
    "fight_reroll": _label_fight_reroll,
    "first_key": _label_first_key,
    "pact": _label_pact,
    "lore": _label_lore,
    "pick": _label_pick,
    "pact_dice": lambda number, view: dice_count(number),
    "ghost": lambda meter, view: f"1 {meter} ({view['you'][meter] - 1} left){_deadly(view['you'][meter] == 1)}",
}


# -- the log ----------------------------------------------------------------------------------------------------------


def _harvest(pairs: int, clock: int, points: int, reds: int, fight: int, magic: int) -> str:
    gains = [f"clock +{clock}"] * bool(clock) + [f"{_many(points, 'step')} of investigation"] * bool(points)
    gains += [f"+{fight} fight"] * bool(fight) + [f"+{magic} magic"] * bool(magic)
    said = f"The dice bring {', '.join(gains)}." if gains else "The dice bring nothing."
    if pairs:
        said += f" Pairs of 1s: {_many(pairs, 'cultist')}."
    if reds:
        said += f" Red spaces: {_many(reds, 'cultist')}."
    return said


def _spent(pair: tuple[int, int]) -> str:
    return f"You spend {pair[0]} fight and {pair[1]} magic." if any(pair) else "You spend nothing."


TOLD: dict[str, Callable[..., str]] = {
    "harvest": _harvest,
    "lose_health": lambda n: f"You lose {n} health.",
    "lose_sanity": lambda n: f"You lose {n} sanity.",
    "gain_health": lambda n: f"You gain {n} health." if n else "",
    "gain_sanity": lambda n: f"You gain {n} sanity." if n else "",
    "gain_fight": lambda n: f"You gain {n} fight." if n else "",
    "gain_magic": lambda n: f"You gain {n} magic." if n else "",
    "clock": lambda n: f"The clock moves {_many(n, 'space')}." if n else "The clock is full already.",
    "investigate": lambda n: f"The investigation moves {_many(n, 'space')}.",
    "die_back": lambda: "You pick up the die from the elder sign.",
    "double": lambda: "The mythos dice match.",
    "monster": lambda n: f"A monster of strength {n} attacks.",
    "cultists": lambda n: f"{_many(n, 'cultist')} attack{'s' if n == 1 else ''}.",
    "all_locked": lambda: "Every die is locked, and you cannot pay to free one.",
    "no_dice": lambda: "You cannot buy a single die.",
    "spend": lambda fight, magic: _spent((fight, magic)),
    "no_lore": lambda: "You have no sanity to spare for an extra die.",
    "must_flee": lambda: "You cannot buy a single die and must flee.",
    "compare": lambda mine, theirs: (
        f"You have {mine}, they have {theirs}: {'you hold your ground' if mine >= theirs else 'you are beaten'}."
    ),
    "key": lambda n: f"The clock is full. The cult has {_many(n, 'key')}.",
    "seal": lambda n: f"The trail ends. You have {_many(n, 'seal')}.",
    "far_city": lambda face: f"{OPENING['1A']} {FAR_CITY[face][0]} {FAR_CITY[face][1]}",
    "hold_the_door": lambda: "You hold the door.",
    "bar_the_door": lambda: "You bar the door; one die stays on the elder sign.",
    "close_the_book": lambda: "You close the book.",
    "sign": lambda n: f"You sign, and roll {dice_count(n)}.",
    "too_few_nights": lambda face: f"{TOO_FEW_NIGHTS[face][0]} {TOO_FEW_NIGHTS[face][1]}",
}

FELL = {
    "mythos": "Mythos dice: {dice}.",
    "roll1": "You roll {dice}.",
    "roll2": "Second roll: {dice}.",
    "roll3": "Third roll: {dice}.",
    "d2": "The price is {n}.",
    "d3": "1D3 shows {n}.",
    "strength": "The monster's die shows {dice}.",
    "fight1": "Combat roll: {dice}.",
    "fight2": "Second combat roll: {dice}.",
    "fight3": "Third combat roll: {dice}.",
    "enemy": "The enemy rolls {dice}.",
    "harm": "The monster's claw shows {n}.",
    "event": "Event dice: {dice}.",
    "pact_roll": "The pact rolls {dice}.",
    "clue": "Clue dice: {dice}.",
}

ANSWERED: dict[str, Callable[[Any], str]] = {
    "gift": lambda face: f"You set a die to {face}.",
    "reroll": lambda hand: f"You roll {dice_shown(hand)} again." if hand else "You stop.",
    "heal": lambda pair: f"You rest: {pair[0]} health, {pair[1]} sanity." if any(pair) else "You walk on.",
    "double": lambda stake: "You let the clock tick." if stake == "time" else f"You stake {stake}.",
    "stance": lambda stance: "You fight." if stance == "fight" else "You flee.",
    "spend": lambda pair: _spent(pair),
    "fight_reroll": lambda hand: f"You roll {dice_shown(hand)} again." if hand else "You stop.",
    "first_key": lambda way: "",
    "pact": lambda way: "",
    "lore": lambda number: f"You pay {number} sanity for as many dice." if number else "No extra dice.",
    "pick": lambda face: f"You choose {face}.",
    "pact_dice": lambda number: f"You choose {dice_count(number)}.",
    "ghost": lambda meter: f"They take {meter}.",
}

PHRASES = ArkhamPhrases()
