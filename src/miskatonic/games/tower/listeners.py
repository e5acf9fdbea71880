"""Listeners: who may act in a window, as far as states and seats decide it; made once for every such case."""

from __future__ import annotations

from functools import partial
from typing import Final, NamedTuple

from miskatonic.games.tower.asks import PASSES, PLAYS
from miskatonic.games.tower.effects import ALL, CHOSEN, LEADER, THEM, Effect, Side, Target
from miskatonic.games.tower.names import BIT, KINDS, NONE, OTHERS, SEATS, THEIRS, WINDOWS, kinds_in
from miskatonic.games.tower.vocabulary import PASS, USE_IMPRISON, play_code
from miskatonic.kernel import Ask
from miskatonic.kernel.kept import Kept

ALWAYS: Final = (
    "draw",
    "prevent_draw",
    "redirect_draw",
    "choose_tentacle",
    "fallen",
    "gain_spell",
    "penalty",
    "cancel_spell",
    "points",
)
"""Effects that are possible whenever their players exist (section 3.4); `fallen`, where such marbles have fallen."""
NEEDS_DICE: Final = ("total", "turn_die", "rethrow")
"""Effects that are possible only for dice that lie in a certain way."""

FELL: Final = SEATS
JAILER: Final = FELL + len(KINDS)
USED: Final = JAILER + SEATS
"""How circumstances are one number: the set of the insane; then from which bit on the kinds of marbles stand that have
fallen, the one who may use Imprison, and the set of timings used. What differs most often is lowest: so it is soon
looked up."""
FALLEN: Final[Kept[int, int]] = Kept(lambda heap: kinds_in(heap) << FELL)
"""By heap of marbles: what they add to the circumstances."""


class Case(NamedTuple):
    """What everybody knows of a window."""

    kind: int
    subject: int
    seats: int
    start: int
    """Who is asked first."""
    used: int
    """The set of timings that are used already, or banned."""
    fallen: int
    """The set of kinds of marbles that have fallen."""
    mad: int
    """The set of the insane."""
    jail: int
    """The set of those who may use Imprison: one, or none."""


class Play:
    """A card that somebody may hold and play in a window."""

    __slots__ = ("alone", "bit", "card", "effect", "target", "who")

    def __init__(self, card: int, side: Side, who: int) -> None:
        self.card = card
        self.bit = BIT[card]
        self.target = side.target
        self.effect = side.effects[0]
        """What decides whether it can be played."""
        self.who = who
        """The player whose things decide; `NONE` if he is not fixed, or if there is a target."""
        self.alone = (play_code(card, NONE),)
        """The code of playing it without a target."""


class Listener:
    """Somebody who may act in a window."""

    __slots__ = ("always", "asks", "cards", "doubted", "doubtful", "found", "mad", "plays", "seat", "sure", "without")

    def __init__(self, seat: int, kind: int, mad: bool, jailer: bool) -> None:
        self.seat = seat
        self.mad = mad
        self.always = jailer
        """Whether he is asked in any case."""
        self.without = Ask(seat, WINDOWS[kind], (PASS, USE_IMPRISON)) if jailer else PASSES[seat][kind]
        """Q9 without a card to play."""
        self.asks = PLAYS[seat][kind]
        """Q9 with cards to play, by options."""
        self.cards = 0
        """The set of cards that may be possible now."""
        self.sure = 0
        """Those of them that can be played whatever lies on the table."""
        self.doubted = 0
        self.doubtful: list[Play] = []
        """The others, as a set and one by one."""
        self.found: list[Play] = []
        self.plays: Kept[int, list[Play]] = Kept(lambda held: [play for play in self.found if play.bit & held])
        """All of them, ascending; and by the set of them that is held."""


class Listeners:
    """All listeners of a content file at a table for so many players, at Locations that ban the same timings."""

    def __init__(
        self, sides: tuple[list[Side], list[Side]], seats: int, ask_everyone: bool, open_hands: bool, banned: int
    ) -> None:
        self._sides = sides
        self._seats = seats
        self._ask_everyone = ask_everyone
        self._open_hands = open_hands
        self._banned = banned
        self.of = tuple(
            tuple(
                tuple(Kept(partial(self._clockwise, kind, subject, start)) for start in range(seats))
                for subject in (*range(seats), NONE)
            )
            for kind in range(len(WINDOWS))
        )
        """Whoever may act, in the order of asking; by the window, its subject (nobody comes last), who is asked first,
        and the circumstances as one number.
        """

    def _clockwise(self, kind: int, subject: int, start: int, circumstances: int) -> tuple[Listener, ...]:
        """TM-C5: from the active player on, but only those who may have a card to play in this window, or Imprison."""
        mad, fallen = circumstances & BIT[SEATS] - 1, circumstances >> FELL & BIT[len(KINDS)] - 1
        jail, used = circumstances >> JAILER & BIT[SEATS] - 1, circumstances >> USED | self._banned
        case = Case(kind, subject, self._seats, start, used, fallen, mad, jail)
        everybody = [self._listener(case, (start + turn) % self._seats) for turn in range(self._seats)]
        return tuple(listener for listener in everybody if listener.cards or listener.always)

    def _listener(self, case: Case, seat: int) -> Listener:
        """TM-C2, TM-C4: the cards whose side in force has the timing of the window for a player, if it is not used."""
        jailer = bool(case.jail & BIT[seat]) and seat != case.subject
        found = Listener(seat, case.kind, bool(case.mad & BIT[seat]), jailer)
        timing = THEIRS[case.kind] if seat == case.subject else OTHERS[case.kind]
        if timing == NONE or case.used & BIT[timing]:
            return found
        for card, side in enumerate(self._sides[found.mad]):
            if side.timing == timing:
                _add(found, card, side, case)
        found.always |= self._ask_everyone
        if self._open_hands:
            # everybody sees that there is nothing to play
            found.sure = found.doubted = 0
        # what is found out without a look at the dice comes first
        found.doubtful.sort(key=lambda play: play.effect.do in NEEDS_DICE)
        return found


def _add(listener: Listener, card: int, side: Side, case: Case) -> None:
    """A card, unless seats, states and what has fallen alone make it impossible."""
    subject = case.subject
    effect = side.effects[0]
    if effect.do == "fallen" and not case.fallen & BIT[effect.kind]:
        return
    targets = [NONE] if side.target is None else _candidates(side.target, listener.seat, case.seats, case.mad)
    fitting = [target for target in targets if _fits(effect, case, listener.seat, target)]
    if not fitting:
        return
    listener.cards |= BIT[card]
    who = {THEM: subject, CHOSEN: NONE, LEADER: NONE}.get(effect.who, listener.seat)
    fixed = side.target is None and LEADER not in (effect.who, effect.to)
    play = Play(card, side, who if fixed else NONE)
    listener.found.append(play)
    if case.seats == 1:
        return  # section 4.6: there is nobody whom a question could tell anything
    # the thrower has dice, the failing player has thrown
    about = who == subject and (effect.do == "second_chance" or effect.values.get("dice") == "thrown")
    if (about or effect.do in ALWAYS) and LEADER not in (effect.who, effect.to) and not _is_narrow(side.target):
        listener.sure |= BIT[card]
    else:
        listener.doubted |= BIT[card]
        listener.doubtful.append(play)


def _candidates(target: Target, caster: int, seats: int, mad: int) -> list[int]:
    """The others who are in the state that a target must be in."""
    others = [seat for seat in range(seats) if seat != caster]
    return [seat for seat in others if target.state == "any" or mad >> seat & 1 == (target.state == "insane")]


def _is_narrow(target: Target | None) -> bool:
    """Whether more than a state is asked of a target."""
    return target is not None and (target.has != "" or target.least_madness)


def _fits(effect: Effect, case: Case, caster: int, target: int) -> bool:
    """Whether those whom an effect names, as far as they are known, are in the right state and not the same player.

    `all` are Investigators, so none of them is insane.
    """
    subject, mad = case.subject, case.mad
    known = {THEM: subject, CHOSEN: target, LEADER: NONE}
    who = known.get(effect.who, caster)
    to = known.get(effect.to, caster)
    if effect.only_if and who != NONE:
        is_mad = effect.who != ALL and bool(mad >> who & 1)
        if is_mad != (effect.only_if == "insane"):
            return False
    if effect.to in ("", "removed") or to == NONE:
        return True
    return to != subject if effect.do == "redirect_draw" else not effect.who or to != who
