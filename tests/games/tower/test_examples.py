"""Every worked example of the rules, as a script of throws, falls and answers.

The notation is that of the rules: `given` lays the table, `do` says what is played, `throws`, `falls` and `picks` are
the chances in order, `answers` those of the players. A question takes the first remaining answer if that is by the same
seat and of the same kind; every other question is declined. What is listed must be used up, and a throw or fall that is
not listed fails the example. More examples may be added to the text files beside this one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import miskatonic as mk
from miskatonic.games.tower import GAME
from miskatonic.games.tower.desk import Desk, desk_of
from miskatonic.games.tower.names import (
    ALL_DICE,
    ALL_MARBLES,
    BIT,
    DOOM,
    FAILED,
    KINDS,
    MARBLES,
    NONE,
    ONE,
    POOL,
    SUCCESS,
    TOKENS,
    WINDOWS,
    counts_of,
    marbles,
)
from miskatonic.games.tower.possible import box_size
from miskatonic.games.tower.rules import beat
from miskatonic.games.tower.scoring import leader, result, score
from miskatonic.games.tower.state import CLOSING, REVEALING, STARTING, Expedition, Player
from miskatonic.games.tower.tentacles import draw_tentacle
from miskatonic.games.tower.tower import LAYOUTS, SIX_ROWS, Falls, heap_in, heap_text
from miskatonic.games.tower.tray import tray_of
from miskatonic.games.tower.vocabulary import LOCK, LOCKED, SOME_DICE, VOCABULARY, played
from miskatonic.kernel.hands import faces, hand_of
from miskatonic.kernel.sets import members

HERE = Path(__file__).parent
STANDARD = json.loads((HERE / "standard.json").read_text("utf-8"))


@dataclass
class Example:
    """One block of an examples file."""

    name: str
    title: str
    ids: list[str]
    given: list[str] = field(default_factory=list)
    do: list[str] = field(default_factory=list)
    throws: list[str] = field(default_factory=list)
    falls: list[str] = field(default_factory=list)
    picks: list[str] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    expect: list[str] = field(default_factory=list)


def read_examples(text: str) -> list[Example]:
    found: list[Example] = []
    for line in text.splitlines():
        if heading := re.fullmatch(r"### (\w+) (.+) \[([^\]]+)\]", line):
            found.append(Example(heading[1], heading[2], heading[3].split()))
        elif entry := re.match(r"(given|do|throws|falls|picks|answers|expect): +(.*)", line):
            parts = re.split(
                r"\|" if entry[1] in ("throws", "falls") else r"[ ,]" if entry[1] == "picks" else ";", entry[2]
            )
            setattr(found[-1], entry[1], [part.strip() for part in parts if part.strip()])
    return found


# -- the given table --------------------------------------------------------------------------------------------------


def content_for(lines: list[str]) -> mk.Content:
    """The standard cards, with the extra ones of an example; a Spell given with one side has it on both."""
    data = json.loads(json.dumps(STANDARD))
    for line in lines:
        if found := re.fullmatch(r"loc custom (\d+) (\[.*\])", line):
            place = {"id": "custom", "name": "Custom", "points": int(found[1]), "rules": json.loads(found[2])}
            data["locations"].append(place)
        elif found := re.fullmatch(r"card (\w+) (sane|insane) (\{.*\})", line):
            side = json.loads(found[3])
            if data["spells"][-1]["id"] != found[1]:
                data["spells"].append({"id": found[1], "name": found[1], "sane": side, "insane": side})
            data["spells"][-1][found[2]] = side
    return GAME.schema.load(json.dumps(data), "example.json")[0]


class Given:
    """Lays the table that the `given` items describe."""

    def __init__(self, lines: list[str]) -> None:
        options = dict(found[1].split("=") for line in lines if (found := re.fullmatch(r"option (.+)", line)))
        chosen = {**GAME.default_options, **{name: value.strip('"') for name, value in options.items()}}
        seats = next(int(found[1]) for line in lines if (found := re.fullmatch(r"players (\d)", line)))
        self.state: Expedition = GAME.setup(content_for(lines), chosen, seats)
        self.cards = [card.id for card in desk_of(self.state).cards.spells]
        self.places = [card.id for card in desk_of(self.state).cards.locations]
        self.hands: dict[int, list[int]] = {}
        self.deck: list[int] = []
        self.next: list[int] = []
        self.box: list[int] = []
        s = self.state
        if any(re.match(r"loc|first", line) for line in lines):
            s.first, s.round, s.left = 0, 3, 2
            s.deck = 0
            s.layout, s.sticks = SIX_ROWS.name, SIX_ROWS.all
            s.unseen = 0
        for line in lines:
            self.lay(line)
        self.finish(lines)

    def lay(self, line: str) -> None:
        s = self.state
        word, _, rest = line.partition(" ")
        if word in ("players", "option", "card"):
            return
        if word == "first":
            s.first = int(rest)
        elif word == "loc":
            s.location = self.places.index(rest.split()[0])
        elif word == "round":
            s.round = int(rest)
        elif word == "final":
            s.left = 0
        elif word == "next":
            self.next = [self.places.index(name) for name in rest.split()]
            s.left = len(self.next)
        elif word == "box":
            self.box = [self.places.index(name) for name in rest.split()]
        elif word == "doom":
            s.inside -= int(rest) * ONE[DOOM]
        elif word == "deck":
            self.deck = [self.cards.index(name) for name in rest.split()]
            s.deck = sum(BIT[card] for card in self.deck)
        elif word == "discards":
            s.discards = sum(BIT[self.cards.index(name)] for name in rest.split())
        elif word == "sticks":
            s.sticks = sum(BIT[int(number)] for number in rest.split())
        elif found := re.fullmatch(r"p(\d)", word):
            self.lay_player(s.players[int(found[1])], rest)
        elif found := re.fullmatch(r"i(\d)", word):
            self.lay_investigation(s.players[int(found[1])], rest)
        else:
            raise AssertionError(f"given {line}: not understood")

    def lay_player(self, p: Player, text: str) -> None:
        s = self.state
        words = text.split()
        while words:
            word = words.pop(0)
            if word == "insane":
                p.insane = True
                continue
            value = words.pop(0)
            if word == "mad":
                p.madness = int(value)
            elif word == "disc":
                p.discovery = int(value)
            elif word == "spell":
                p.spells = int(value)
            elif word == "hand":
                self.hands[p.seat] = [self.cards.index(name) for name in value.split(",")]
                p.hand = sum(BIT[card] for card in self.hands[p.seat])
            elif word == "won":
                p.won = ((self.places.index("clock_tower"), int(value)),)
            elif word == "ability":
                p.investigator = [card.id for card in desk_of(s).cards.investigators].index(value)
            elif word == "tokens":
                for name in value.split(","):
                    token = TOKENS.index(name.rstrip("!*"))
                    s.holder[token] = p.seat
                    s.flipped |= BIT[token] if name.endswith("!") else 0
                    s.carried |= name.endswith("*")
            else:
                raise AssertionError(f"{word} {value}: not understood")

    def lay_investigation(self, p: Player, text: str) -> None:
        words = text.split()
        if words[0] == "failed":
            p.status = FAILED
            return
        found = re.fullmatch(r"success (\d+) dice ((?:\d ?){5})(?: ?last ((?:d\d ?)+))?(?: ?mods (-?\d+))?", text)
        assert found, f"{text}: not understood"
        self.state.stamps += 1
        p.status, p.total, p.stamp, p.rewarded = SUCCESS, int(found[1]), self.state.stamps, True
        p.tray = tray_of(tuple(map(int, found[2].split())))
        p.locked = ALL_DICE
        p.last = sum(BIT[int(die[1]) - 1] for die in (found[3] or "d5").split())
        p.mods = int(found[4] or 0)

    def finish(self, lines: list[str]) -> None:
        """Locations for the deck. Marbles on boards do not come out of the tower: examples are free to have more."""
        s = self.state
        if not any(re.match(r"loc|first", line) for line in lines):
            return
        used = {s.location, *self.box, *self.next}
        while len(self.next) < s.left:
            self.next.append(next(place for place in range(len(self.places)) if place not in used))
            used.add(self.next[-1])
        s.unseen = sum(BIT[place] for place in self.next)
        s.box = sum(BIT[place] for place in self.box)
        s.mad = sum(BIT[p.seat] for p in s.players if p.insane)


# -- playing ----------------------------------------------------------------------------------------------------------

VERBS = {
    "lock": "lock",
    "useless": "lock",
    "take": "take",
    "madman": "madman",
    "chance": "chance",
    "second": "second",
    "free": "free",
    "findings": "findings",
    "redo": "redo",
    "knowledge": "fk",
    "die": "die",
    "face": "face",
    "rethrow": "dice",
    "discard": "discard",
    "keep": "choose",
    "return": "return",
    "stick": "stick",
    "investigator": "investigator",
    **dict.fromkeys(WINDOWS, "play"),
}
"""By prompt: the kind of answer."""
SAME_KIND = {"imprison": "play", "pass": "play", "keep": "redo"}


class Exchange:
    """Plays an example against the rules."""

    def __init__(self, example: Example) -> None:
        self.given = Given(example.given)
        self.state = self.given.state
        self.desk: Desk = desk_of(self.state)
        self.state.news = []
        self.throws = [list(map(int, throw.split())) for throw in example.throws]
        self.falls = [heap_in(fall) for fall in example.falls]
        self.picks = list(map(int, example.picks))
        self.answers = example.answers.copy()
        self.offered: set[str] = set()
        self.locks: dict[int, list[set[str]]] = {}
        self.number = [list(range(5)) for _ in self.state.players]
        """By seat and die of the script: the die of the game, which sorts what is thrown."""
        self.thrown = [0] * len(self.state.players)
        self.heard = 0
        self.answered = (NONE, "")
        """The last question that was asked: what follows from it is not settled by itself."""
        self.picked: set[str] = set()
        """The kinds of questions asked since dice were thrown or turned."""
        self.named: list[int] = []
        """The die that a script names although there is no choice; it will be turned."""
        self.over = False

    def play(self, do: list[str]) -> None:
        for word, *rest in (item.split() for item in do):
            PARTS[word](self, *map(int, rest))
        left = self.answers, self.throws, self.falls, self.picks
        assert left == ([], [], [], []), f"not used: {left}"

    def beats(self, until: Callable[[], bool]) -> None:
        """Beats up to a rest, or the end of the game."""
        while not self.over:
            self.run(beat(self.state))
            if until():
                return

    def run(self, flow: mk.Flow[None]) -> None:
        try:
            question = next(flow)
            while True:
                self.listen()
                question = flow.send(self.fall(question) if isinstance(question, mk.Chance) else self.ask(question))
        except StopIteration:
            pass
        except mk.GameOver:
            self.over = True
        self.listen()

    # -- questions ----------------------------------------------------------------------------------------------------

    def ask(self, ask: object) -> int:
        assert isinstance(ask, mk.Ask)
        verb = VERBS[ask.prompt]
        words = {code: self.words(ask, code) for code in ask.options}
        self.offered |= {f"{ask.actor} {word}" for word in words.values()}
        if verb == "lock":
            self.locks.setdefault(ask.actor, []).append({lock_text(code) for code in ask.options})
        self.answered = (ask.actor, verb)
        self.picked.add(verb)
        if verb == "face" and "die" not in self.picked:
            self.named = self.dice_named("die")
        # who has nothing to play is asked for secrecy only (section 4.6)
        for_show = verb == "play" and len(ask.options) == 1
        if self.answers and not for_show and self.is_meant(ask.actor, verb, self.answers[0]):
            return self.understood(ask, words, self.answers.pop(0))
        return self.default(ask, verb)

    @staticmethod
    def is_meant(seat: int, verb: str, answer: str) -> bool:
        by, said, *_ = answer.split()
        return int(by) == seat and SAME_KIND.get(said, said) == verb

    def understood(self, ask: mk.Ask, words: dict[int, str], answer: str) -> int:
        _, verb, *rest = answer.split()
        if verb in ("chance", "second", "free", "dice", "redo") and rest[0] not in ("no", "none"):
            return self.with_dice(ask, [int(die[1]) - 1 for die in rest])
        if verb == "die":
            return self.with_dice(ask, [int(rest[0][1]) - 1])
        said = " ".join([verb, *(sorted(rest) if verb == "lock" else rest)])
        found = [code for code, word in words.items() if word == said]
        assert found, f"{answer} is not offered; there is: {', '.join(words.values())}"
        return found[0]

    def with_dice(self, ask: mk.Ask, wanted: list[int]) -> int:
        """Some dice of the script; of dice that look alike the game offers the lowest only, so they change places."""
        p = self.state.players[ask.seat]
        number = self.number[ask.seat]
        for code in ask.options:
            mask = code - SOME_DICE if ask.prompt != "die" else BIT[code - VOCABULARY.families["die"].base]
            if mask <= 0:
                continue
            mine = [p.dice[number[die]] for die in wanted]
            if sorted(mine) == sorted(p.dice[die] for die in members(mask)):
                for die in wanted:
                    if not mask & BIT[number[die]]:
                        taken = {number[other] for other in wanted}
                        swap = next(
                            other
                            for other in range(5)
                            if mask & BIT[number[other]]
                            and number[other] not in taken
                            and p.dice[number[other]] == p.dice[number[die]]
                        )
                        number[die], number[swap] = number[swap], number[die]
                return code
        raise AssertionError(f"{wanted} cannot be chosen: {[VOCABULARY.text(code) for code in ask.options]}")

    def dice_named(self, *verbs: str) -> list[int]:
        """Dice of the script in the next answer, if that is one of these: the game had no choice to offer."""
        if self.answers and self.answers[0].split()[1] in verbs:
            return [int(die[1]) - 1 for die in self.answers.pop(0).split()[2:]]
        return []

    def change_places(self, p: Player, wanted: list[int], mask: int) -> None:
        """Dice of the script become those that the game took; they look alike."""
        number = self.number[p.seat]
        strangers = [die for die in wanted if not mask & BIT[number[die]]]
        others = [die for die in range(5) if mask & BIT[number[die]] and die not in wanted]
        assert not wanted or len(strangers) == len(others), f"{wanted} are not the dice that were taken"
        for die, other in zip(strangers, others, strict=False):
            number[die], number[other] = number[other], number[die]

    @staticmethod
    def default(ask: mk.Ask, verb: str) -> int:
        """Pass, no, none, keep both, the lowest stick number, or the only option: the lowest code of each."""
        assert verb in DECLINED or len(ask.options) == 1, f"nobody answers {ask}"
        return ask.options[0]

    def words(self, ask: mk.Ask, code: int) -> str:
        """An option in the words of the examples."""
        verb = VERBS[ask.prompt]
        text = VOCABULARY.short(code)
        if verb == "lock":
            return f"lock {lock_text(code).replace(',', ' ')}"
        if verb == "play":
            if text in ("pass", "imprison"):
                return text
            card, target = played(code)
            return f"play {self.given.cards[card]}" + (f" -> {target}" if target != NONE else "")
        if verb in ("discard", "choose"):
            return f"{verb} {self.given.cards[int(text) - 1]}"
        if verb == "redo" and text == "none":
            return "keep"
        if verb in ("chance", "free") and text == "none":
            return f"{verb} no"
        return f"{verb} {text.replace('give ', '')}"

    def listen(self) -> None:
        """What the game settled by itself, because there was one option only, may take the next answer, too."""
        news = self.state.news
        assert news is not None
        for told in news[self.heard :]:
            assert isinstance(told, mk.Told)
            what = told.what.partition(" ")[0]
            if what == "threw":
                self.thrown[told.figures[0]] += 1
            elif what == "locked":
                self.settled(told.figures[0], "lock", f"lock {lock_text(told.figures[1]).replace(',', ' ')}")
            elif what == "drew":
                # whoever picked it: the drawer, a neighbour or a caster
                by = self.answered[0] if self.answered[1] == "stick" else told.figures[0]
                self.settled(by, "stick", f"stick {told.figures[1]}")
            elif what == "discarded":
                self.settled(told.figures[0], "discard", f"discard {self.given.cards[told.figures[1]]}")
            elif what == "returned" and self.answers:
                self.settled(int(self.answers[0][0]), "return", f"return {TOKENS[told.figures[1]]}")
            elif what == "converted":
                self.settled(told.figures[0], "fk", "fk convert")
            elif what == "stole":
                self.settled(told.figures[0], "fk", f"fk steal {told.figures[1]}")
            elif what == "drawn" and told.audience is not None:
                self.drawn(self.state.players[told.audience], told.what.removeprefix("drawn "))
            elif what == "turned":
                if "die" not in self.picked:
                    wanted = self.named or self.dice_named("die")
                    self.change_places(self.state.players[told.figures[1]], wanted, BIT[told.figures[2]])
                self.picked.clear()
                self.named = []
                self.settled(told.figures[0], "face", f"face {told.figures[3]}")
        self.heard = len(news)

    def drawn(self, p: Player, name: str) -> None:
        """A Spell by its name: picked out of several, perhaps out of the only one that is left."""
        if self.desk.binding(self.state, p).look > 1:
            card = [spell.name for spell in self.desk.spells].index(name)
            self.settled(p.seat, "choose", f"choose {self.given.cards[card]}")

    def settled(self, seat: int, verb: str, word: str) -> None:
        """An event that followed from a question, or from the only option there was."""
        if self.answered == (seat, verb):
            self.answered = (NONE, "")
            return
        self.offered.add(f"{seat} {word}")
        if verb == "lock":
            self.locks.setdefault(seat, []).append({word.removeprefix("lock ").replace(" ", ",")})
        if self.answers and self.answers[0] == f"{seat} {word}":
            self.answers.pop(0)

    # -- chance -------------------------------------------------------------------------------------------------------

    def fall(self, chance: mk.Chance) -> int:
        s = self.state
        if chance.label.startswith("throw "):
            return self.throw(s.players[int(chance.label.removeprefix("throw "))])
        if isinstance(chance, Falls):
            assert self.falls, "a tentacle is drawn, and the script says nothing"
            outcome = self.falls.pop(0)
            last = s.sticks.bit_count() == 1  # examples may leave marbles in an empty tower
            assert last or chance.possible(outcome), f"{heap_text(outcome)} cannot fall"
            return outcome
        cards = [card for card, _ in chance.outcomes()]
        if chance.label == "spell" and self.given.deck:
            return self.given.deck.pop(0)
        if chance.label in ("steal", "lose"):
            seat = next(p.seat for p in s.players if members(p.hand) == cards)
            # in the order given; cards that came later follow
            given = [card for card in self.given.hands.get(seat, []) if card in cards]
            return [*given, *(card for card in cards if card not in given)][self.picks.pop(0)]
        if chance.label == "box":
            return self.given.box[self.picks.pop(0)]
        if chance.label == "location" and self.given.next:
            return self.given.next.pop(0)
        return cards[0]

    def throw(self, p: Player) -> int:
        assert self.throws, f"seat {p.seat} throws, and the script says nothing"
        shown = self.throws.pop(0)
        number = self.number[p.seat]
        if not self.picked & {"dice", "second"}:
            self.change_places(p, self.dice_named("dice", "second"), p.last)
        self.picked.clear()
        script = [die for die in range(5) if p.last & BIT[number[die]]]
        assert len(shown) == len(script), f"seat {p.seat} throws {len(script)} dice, the script has {shown}"
        order = sorted(zip(shown, script, strict=True))
        for (_, die), real in zip(order, members(p.last), strict=True):
            number[die] = real
        return hand_of(shown)


DECLINED = ("play", "madman", "chance", "free", "take", "findings", "redo", "stick")


def lock_text(code: int) -> str:
    return ",".join(map(str, faces(LOCKED[code - LOCK])))


def do_turn(play: Exchange, seat: int) -> None:
    s = play.state
    s.active, s.step = seat, STARTING
    play.beats(until=lambda: s.step in (STARTING, CLOSING))


def do_round(play: Exchange) -> None:
    s = play.state
    s.active, s.step = NONE, REVEALING
    play.beats(until=lambda: s.step == REVEALING)


def do_end_round(play: Exchange) -> None:
    s = play.state
    s.active, s.step = NONE, CLOSING
    play.beats(until=lambda: s.step == REVEALING)


def do_draw(play: Exchange, seat: int) -> None:
    play.state.active = NONE
    play.run(draw_tentacle(play.state, play.desk, seat))


def do_play(play: Exchange) -> None:
    s = play.state
    s.active, s.step, s.location = NONE, REVEALING, NONE
    play.beats(until=lambda: False)


def do_setup(play: Exchange) -> None:
    play.answers = []
    flow = beat(play.state)
    try:
        question = next(flow)
        while True:
            assert not isinstance(question, mk.AskAll)
            question = flow.send(question.options[0] if isinstance(question, mk.Ask) else question.outcomes()[0][0])
    except StopIteration:
        return


def do_empty_tower(play: Exchange) -> None:
    s = play.state
    answers = []
    for _ in range(2):
        fortune = mk.Seeded("the same")
        sticks, inside, drawn = s.sticks, s.inside, s.drawn
        while sticks:
            stick = members(sticks)[len(drawn) % 3 % sticks.bit_count()]
            fell = fortune.draw(Falls(LAYOUTS[s.layout], sticks, stick, inside, drawn), len(drawn))
            sticks, inside, drawn = sticks ^ BIT[stick], inside - fell, (*drawn, (stick, fell))
        answers.append(drawn)
    assert answers[0] == answers[1]
    s.sticks, s.inside, s.drawn = sticks, inside, drawn


PARTS: dict[str, Callable[..., None]] = {
    "turn": do_turn,
    "round": do_round,
    "endround": do_end_round,
    "draw": do_draw,
    "play": do_play,
    "setup": do_setup,
    "emptytower": do_empty_tower,
}


# -- what is expected -------------------------------------------------------------------------------------------------


def holds(play: Exchange, line: str) -> bool:
    """Whether one expectation is met."""
    s = play.state
    words = line.split()
    if words[0] == "not":
        return not holds(play, line.removeprefix("not "))
    if words[0] == "offered":
        asked = line.removeprefix("offered ")
        return any(word == asked or word.startswith(f"{asked} ") for word in play.offered)
    if words[0] == "locks":
        found = re.fullmatch(r"locks (\d) (\d+) : (.+)", line)
        assert found, line
        wanted = {part.strip().replace(" ", "") for part in found[3].split("|")}
        return play.locks[int(found[1])][int(found[2]) - 1] == wanted
    if words[0].isdigit():
        return of_player(play, s.players[int(words[0])], words[1], words[2:])
    return TABLE[words[0]](play, words[1:])


def of_player(play: Exchange, p: Player, what: str, rest: list[str]) -> bool:
    s = play.state
    if what == "success":
        return p.status == SUCCESS and (not rest or p.total == int(rest[0]))
    if what in ("holds", "used"):
        token = TOKENS.index(rest[0])
        return s.holder[token] == p.seat and bool(s.flipped & BIT[token]) == (what == "used")
    if what == "hand":
        return sorted(play.given.cards[card] for card in members(p.hand)) == sorted(rest)
    if what == "won":
        return [play.given.places[place] for place, _ in p.won] == rest
    if what in ("failed", "sane", "insane"):
        return {"failed": p.status == FAILED, "sane": not p.insane, "insane": p.insane}[what]
    figures = {
        "mad": p.madness,
        "disc": p.discovery,
        "spellmarbles": p.spells,
        "cards": p.hand.bit_count(),
        "score": score(p),
        "throws": play.thrown[p.seat],
        "drew": sum(told.figures[0] == p.seat for told in told_of(play, "drew")),
    }
    return figures[what] == int(rest[0])


def told_of(play: Exchange, what: str) -> Iterator[mk.Told]:
    for told in play.state.news or []:
        if isinstance(told, mk.Told) and told.what == what:
            yield told


def is_result(play: Exchange, rest: list[str]) -> bool:
    said = result(play.state).replace("+", " ").split()
    return said == ([] if rest == ["none"] else rest)


TABLE: dict[str, Callable[[Exchange, list[str]], bool]] = {
    "lead": lambda play, rest: leader(play.state) == (NONE if rest == ["none"] else int(rest[0])),
    "draws": lambda play, rest: len(play.state.drawn) == int(rest[0]),
    "doom": lambda play, rest: MARBLES[DOOM] - marbles(play.state.inside, DOOM) == int(rest[0]),
    "removed": lambda play, rest: marbles(play.state.removed, KINDS.index(rest[0])) == int(rest[1]),
    "pool": lambda play, rest: (play.state.holder[TOKENS.index(rest[1])] == POOL) == (rest[0] == "has"),
    "poolsize": lambda play, rest: play.state.holder.count(POOL) == int(rest[0]),
    "spelldeck": lambda play, rest: play.state.deck.bit_count() + len(play.state.under) == int(rest[0]),
    "box": lambda play, rest: box_size(play.state) == int(rest[0]),
    "locations": lambda play, rest: play.state.left + 1 == int(rest[0]),
    "sticks": lambda play, rest: play.state.sticks.bit_count() == int(rest[0]),
    "inside": lambda play, rest: sum(counts_of(play.state.inside)) == int(rest[0]),
    "fell": lambda play, rest: heap_text(ALL_MARBLES - play.state.inside) == " ".join(rest),
    "discards": lambda play, rest: (
        sorted(play.given.cards[card] for card in members(play.state.discards)) == sorted(rest)
    ),
    "result": is_result,
    "first": lambda play, rest: play.state.first == int(rest[0]),
    "loc": lambda play, rest: play.given.places[play.state.location] == rest[0],
    "left": lambda play, rest: play.state.left == int(rest[0]),
    "stick": lambda play, rest: int(rest[0]) in [stick for stick, _ in play.state.drawn],
}

FILES = sorted(HERE.glob("*examples.txt"))
EXAMPLES = [example for path in FILES for example in read_examples(path.read_text("utf-8"))]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_example(example: Example) -> None:
    play = Exchange(example)
    play.play(example.do)
    for line in example.expect:
        assert holds(play, line), f"{line}: {play.state.news}"


def test_there_are_all_of_them() -> None:
    assert len([example for example in EXAMPLES if example.name.startswith("E")]) == 92
    covered = {rule for example in EXAMPLES for rule in example.ids}
    assert [rule for rule in GAME.rules if rule not in covered] == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("1 2 3 4 3", "1 2 3 4"),
        ("1 lock 1 2 3 3 4", "1 lock 1 2 3 4 4"),
        ("1 lock 1 2 3 3 4", "1 lock 1 2 3 3 4; 0 pass"),
        ("lead 0", "lead 1"),
        ("success 7", "success 8"),
    ],
)
def test_a_wrong_script_fails(old: str, new: str) -> None:
    text = (HERE / "examples.txt").read_text("utf-8")
    start = text.index("### E04")
    text = text[start : text.index("### E05")]
    assert old in text
    (example,) = read_examples(text.replace(old, new))
    with pytest.raises(AssertionError):
        test_example(example)
