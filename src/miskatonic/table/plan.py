"""The plan of a match: what was agreed when its table was opened."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from miskatonic.bots import LEVELS, bot_named
from miskatonic.bots.optimal import policy_of
from miskatonic.kernel import Content, Fortune, Game, Match, Sealed, Seeded, SetupError, game_named
from miskatonic.kernel.options import changed, choose
from miskatonic.physics import is_installed, physical
from miskatonic.table.wire import NewMatch, Place


class Planned(Struct):
    """A seat as planned: for a person or a bot; `keeper` is the session it is kept for."""

    kind: str
    name: str
    bot: str = ""
    keeper: str = ""


class Plan(Struct):
    """Everything a match is made from. The secret of its dice never leaves it before the match is over."""

    game: str
    version: int
    seats: list[Planned]
    options: dict[str, str]
    content: str
    dice: str
    secret: str
    host: str
    watch: str
    """The hash of the token of the spectators' link."""
    text: str = ""
    deadline: int = 0
    open: bool = False
    tower: str = ""
    """How marbles fall: computed quickly, or by the laws of physics."""
    record: str = ""
    """The text of a record that was brought here from elsewhere; such a match is only looked at."""

    def __repr__(self) -> str:
        """Without the secret: what is printed ends up in logs."""
        return f"Plan({self.game!r}, seats={len(self.seats)}, dice={self.dice!r})"

    def content_in_use(self) -> Content:
        """The sheet, cards or tiles of the match."""
        return _content(self.game, self.content, self.text)

    def fortune(self, match: str, lucks: list[str]) -> Fortune:
        """The dice of the match, with the bytes its players brought."""
        if self.dice == "sealed":
            return Sealed(match, bytes.fromhex(self.secret), [bytes.fromhex(luck) for luck in lucks])
        return physical(self.game, Seeded(self.secret)) if self.tower else Seeded(self.secret)

    def commitment(self, match: str) -> str:
        """What is published about sealed dice before the first of them falls."""
        return Sealed(match, bytes.fromhex(self.secret)).commitment if self.dice == "sealed" else ""

    def new_match(self, match: str, names: list[str]) -> Match:
        """The match at its first question or chance, without dice."""
        game = game_named(self.game)
        if game.version != self.version:
            raise SetupError(
                f"this match was begun with rules version {self.version} of {game.title}; here is version "
                f"{game.version}, with which it cannot go on"
            )
        return Match(game, seats=names, options=self.options, content=self.content_in_use(), id=match)


def _content(game: str, name: str, text: str) -> Content:
    schema = game_named(game).schema
    if not text:
        return schema.named(name or None)
    found = schema.load(text, "your content")
    if not name:
        return found[0]
    for content in found:
        if content.name == name:
            return content
    raise SetupError(f"your content has no {name!r}; it has: {', '.join(content.name for content in found)}")


def plan_again(plan: Plan, names: list[str], sessions: list[str], watch: str) -> Plan:
    """The same table once more, every seat kept for the person who had it."""
    return replace(
        plan,
        seats=[
            Planned("person", name, keeper=session) if session else Planned(seat.kind, name, seat.bot)
            for seat, name, session in zip(plan.seats, names, sessions, strict=True)
        ],
        secret=_new_secret(plan.dice),
        watch=watch,
    )


def _new_secret(dice: str) -> str:
    return secrets.token_hex(32) if dice == "sealed" else secrets.token_hex(8)


def make_plan(wanted: NewMatch, host: str, watch: str) -> Plan:
    """A plan from what somebody asked for; whatever cannot be played is refused here, with a sentence."""
    game = game_named(wanted.game)
    places = wanted.seats or [Place() for _ in range(game.usual or game.seats[0])]
    game.named_seats([place.name for place in places])
    if not any(place.kind == "person" for place in places):
        raise SetupError("a table needs at least one person; watch bots with `miskatonic play --bot`")
    for place in places:
        if place.kind == "bot":
            bot_named(place.bot, game)
    people = sum(place.kind == "person" for place in places)
    dice = wanted.dice or ("sealed" if people > 1 else "seeded")
    if wanted.seed and dice == "sealed":
        raise SetupError("sealed dice have no seed: nobody may know them before they fall")
    if wanted.tower and not has_physics(game):
        raise SetupError("a physical tower needs Tower of Madness, and a server with miskatonic[physics]")
    if wanted.tower and dice == "sealed":
        raise SetupError("sealed dice can be computed again by everybody, a physical tower cannot; choose one of them")
    plan = Plan(
        game=game.name,
        version=game.version,
        seats=[
            Planned(place.kind, place.name.strip() or _usual_name(place, number), place.bot * (place.kind == "bot"))
            for number, place in enumerate(places)
        ],
        options=changed(game.options, choose(game.options, wanted.options)),
        content=_content(game.name, wanted.content, wanted.text).name,
        text=wanted.text,
        dice=dice,
        secret=wanted.seed or _new_secret(dice),
        host=host,
        watch=watch,
        deadline=wanted.deadline,
        tower=wanted.tower,
        open=wanted.open,
    )
    if any(seat.bot == "optimal" for seat in plan.seats):
        policy_of(plan.new_match("", [seat.name for seat in plan.seats]).view(0))
    return plan


def has_physics(game: Game[Any]) -> bool:
    """Whether bodies of this game can fall by the laws of physics here."""
    return game.name == "tower" and is_installed()


def _usual_name(place: Place, number: int) -> str:
    """What a seat is called if nothing is said: bots by their level, if they are of one."""
    level = place.bot.replace("_", " ").title() if place.bot in LEVELS else "Bot"
    return f"{level if place.kind == 'bot' else 'Seat'} {number + 1}"


_read = msgspec.json.Decoder(Plan)


def read_plan(text: str) -> Plan:
    """A plan from the database."""
    return _read.decode(text)


def write_plan(plan: Plan) -> str:
    """A plan for the database."""
    return msgspec.json.encode(plan).decode()
