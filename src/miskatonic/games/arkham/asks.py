"""The questions and rolls of Dice of Arkham (section 5 of the rules), made once and used again."""

from __future__ import annotations

from functools import cache
from typing import Final

from miskatonic.games.arkham.vocabulary import VOCABULARY
from miskatonic.kernel import Ask, Dice
from miskatonic.kernel.hands import BITS, MANY, UNIT, count, faces, parts
from miskatonic.kernel.kept import Kept

ALONE: Final = 0
"""The flows speak to one investigator; side by side, questions are put to the right seat by `together`."""

LOCKED_UNIT: Final = UNIT[7]
"""In a choice of combat dice, a locked 1 is the seventh kind."""
FREE_DICE: Final = LOCKED_UNIT - 1


def _throws(label: str, most: int, sides: int = 6) -> tuple[Dice, ...]:
    return tuple(Dice(label, number, sides) for number in range(most + 1))


MYTHOS: Final = Dice("mythos", 2)
ROLL1: Final = _throws("roll1", 7)
ROLL_AGAIN: Final = (_throws("roll2", 7), _throws("roll3", 7))
D2: Final = Dice("d2", 1, 2)
D3: Final = Dice("d3", 1, 3)
STRENGTH: Final = _throws("strength", 2)
FIGHT1: Final = _throws("fight1", MANY)
FIGHT_AGAIN: Final = (_throws("fight2", MANY), _throws("fight3", MANY))
ENEMY: Final = _throws("enemy", MANY)
HARM: Final = Dice("harm", 1)
EVENT: Final = _throws("event", MANY)
PACT_ROLL: Final = _throws("pact_roll", MANY)
CLUE: Final = Dice("clue", 2)


def _ask(prompt: str, *values: int | str | tuple[int, ...]) -> Ask:
    return Ask(ALONE, prompt, tuple(sorted(VOCABULARY.encode(prompt, value) for value in values)))


def _code(prompt: str, value: str) -> int:
    return VOCABULARY.encode(prompt, value)


TIME: Final = _code("double", "time")
HEALTH: Final = _code("double", "health")
SANITY: Final = _code("double", "sanity")
FIGHT: Final = _code("stance", "fight")
FLEE: Final = _code("stance", "flee")
FACE_MONSTER: Final = _code("first_key", "monster")
GIVE_DIE: Final = _code("first_key", "die")
PACT: Final = _code("pact", "pact")
REST: Final = _code("pact", "rest")
GHOST_HEALTH: Final = _code("ghost", "health")
GHOST_SANITY: Final = _code("ghost", "sanity")

GIFT: Final = _ask("gift", 1, 2, 3, 4, 5, 6)
STANCE: Final = _ask("stance", "fight", "flee")
FIRST_KEY: Final = _ask("first_key", "monster", "die")
SECOND_SEAL: Final = _ask("pact", "pact", "rest")
GHOST: Final = _ask("ghost", "health", "sanity")


@cache
def number(code: int) -> int:
    """The number that an answer names (`gift`, `lore`, `pick`, `pact_dice`)."""
    value = VOCABULARY.decode(code)[1]
    assert isinstance(value, int)
    return value


def two_numbers(code: int) -> tuple[int, int]:
    """The two numbers that an answer names (`spend`: fight, magic; `heal`: health, sanity)."""
    value = VOCABULARY.decode(code)[1]
    assert isinstance(value, tuple)
    return value[0], value[1]


TWO_NUMBERS: Final = Kept(two_numbers)


PICKED: Final[dict[int, tuple[int, int]]] = {}
"""The dice that a `reroll` or `fight_reroll` code picks, as a hand, and their number; filled when first offered."""


def picked(code: int) -> tuple[int, int]:
    """The same for a code that need not have been offered here, such as one of a question from another process."""
    if code not in PICKED:
        hand = VOCABULARY.decode(code)[1]
        assert isinstance(hand, int)
        PICKED[code] = (hand, len(faces(hand)))
    return PICKED[code]


class Codes(dict[int, int]):
    """The codes of hands of dice in one family of the vocabulary."""

    def __init__(self, prompt: str) -> None:
        super().__init__()
        self.family = VOCABULARY.families[prompt]

    def __missing__(self, hand: int) -> int:
        code = self[hand] = self.family.base + self.family.index(hand)
        picked(code)
        return code


class ChoiceOfDice(dict[int, Ask | None]):
    """Questions which dice to roll again, by the dice lying; None where nothing can be rolled again.

    DA-G6: dice have no identity, so a choice of dice is a hand, and equal hands are one option.
    """

    CACHED: Final = 20_000

    def __init__(self, prompt: str, locked: int) -> None:
        super().__init__()
        self.prompt = prompt
        self.locked = locked
        self.codes = Codes(prompt)

    def __missing__(self, hand: int) -> Ask | None:
        return self.capped(hand, count(hand, self.locked))

    def capped(self, hand: int, most: int) -> Ask | None:
        """The question with at most so many locked dice to free."""
        stuck = count(hand, self.locked) - most
        key = hand | stuck << 7 * BITS
        if key in self:
            return self[key]
        if len(self) > self.CACHED:
            self.clear()
        codes = sorted(map(self.codes.__getitem__, parts(hand, {self.locked: most})))
        ask = self[key] = Ask(ALONE, self.prompt, tuple(codes)).often() if len(codes) > 1 else None
        return ask


REROLL: Final = ChoiceOfDice("reroll", locked=1)
"""DA-D4, DA-D5: investigator dice; every 1 is locked."""
FIGHT_REROLL: Final = ChoiceOfDice("fight_reroll", locked=7)
"""DA-C8, DA-C10: combat dice; the locked 1s are a kind of their own."""


@cache
def heal(points: int, health: int, sanity: int) -> Ask | None:
    """DA-I8: health and sanity to gain for two points each, within what may still be gained."""
    most = points // 2
    pairs = [(a, b) for a in range(min(most, health) + 1) for b in range(min(most - a, sanity) + 1)]
    return _ask("heal", *pairs) if len(pairs) > 1 else None


@cache
def double(health: bool, sanity: bool) -> Ask | None:
    """DA-M3: let the clock advance, or stake a meter."""
    stakes = ["health"] * health + ["sanity"] * sanity
    return _ask("double", "time", *stakes) if stakes else None


@cache
def spend(foe_is_monster: bool, fight: int, magic: int, nothing: bool) -> Ask:
    """DA-C6: fight and magic to spend; the wrong purse only in pairs."""
    fight_step, magic_step = (2, 1) if foe_is_monster else (1, 2)
    pairs = [(f, m) for f in range(0, fight + 1, fight_step) for m in range(0, magic + 1, magic_step)]
    return _ask("spend", *(pairs if nothing else pairs[1:]))


@cache
def lore(most: int) -> Ask:
    """DA-2B: how many extra dice, for 1 sanity each."""
    return _ask("lore", *range(most + 1))


@cache
def pick(hand: int) -> Ask | None:
    """DA-2B: one of the faces shown."""
    shown = sorted(set(faces(hand)))
    return _ask("pick", *shown) if len(shown) > 1 else None


@cache
def pact_dice(magic: int) -> Ask:
    """Option `pact_dice=any`: how many dice to roll for the pact."""
    return _ask("pact_dice", *range(1, magic + 1))
