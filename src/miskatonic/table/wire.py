"""What goes over the wire: every message and every body, typed.

The schema of these types is the description of the protocol: the OpenAPI document and the client's TypeScript types are
made from it. Whatever a client sends is checked against it before anything else happens.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.json import Encoder

Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[0-9A-Za-z_.:-]+$")]
Token: TypeAlias = Annotated[str, Meta(min_length=20, max_length=64, pattern="^[0-9A-Za-z_-]+$")]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=24)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=9)]
Code: TypeAlias = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Seq: TypeAlias = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Luck: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
"""Sixteen random bytes of a player's own, in hexadecimal: they go into the sealed dice."""
Audience: TypeAlias = Annotated[str, Meta(pattern="^([0-9]|watch)$")]
"""The number of a seat, or `watch` for what everybody may see."""

Status: TypeAlias = Literal["gathering", "playing", "over"]
Phrase: TypeAlias = Literal["hello", "luck", "well_played", "ouch", "thinking", "sorry", "thanks", "again", "bye"]
Why: TypeAlias = Literal["stale", "illegal", "not_yours", "over", "not_yet", "refused", "too_fast", "malformed"]


# -- what a client sends ----------------------------------------------------------------------------------------------


class Answer(Struct, tag_field="t", tag="answer", forbid_unknown_fields=True):
    """An answer to one open question. `id` is the sender's own: sent twice, it counts once."""

    id: Id
    ask: Id
    code: Code


class Withdraw(Struct, tag_field="t", tag="withdraw", forbid_unknown_fields=True):
    """Take back a simultaneous answer while others are still thinking."""

    id: Id
    seat: SeatNumber


class Undo(Struct, tag_field="t", tag="undo", forbid_unknown_fields=True):
    """Take back the seat's last answer; where others must agree, they are asked."""

    id: Id
    seat: SeatNumber


class Consent(Struct, tag_field="t", tag="consent", forbid_unknown_fields=True):
    """Agree, or not, to the undo somebody wishes."""

    id: Id
    seat: SeatNumber
    yes: bool


class Hold(Struct, tag_field="t", tag="hold", forbid_unknown_fields=True):
    """Be asked about standing offers no more (`on`), or again."""

    id: Id
    seat: SeatNumber
    on: bool


class Say(Struct, tag_field="t", tag="say", forbid_unknown_fields=True):
    """Say one of the ready-made phrases."""

    id: Id
    seat: SeatNumber
    phrase: Phrase


class Sync(Struct, tag_field="t", tag="sync", forbid_unknown_fields=True):
    """Tell me everything after event number `since` again: the answer to a gap."""

    since: Seq = 0


class Ping(Struct, tag_field="t", tag="ping", forbid_unknown_fields=True):
    """Ask whether the server is there."""


Deed: TypeAlias = Answer | Withdraw | Undo | Consent | Hold | Say
"""What changes a match, and is therefore acknowledged."""
FromClient: TypeAlias = Answer | Withdraw | Undo | Consent | Hold | Say | Sync | Ping


# -- what the server sends --------------------------------------------------------------------------------------------


class Ack(Struct, tag_field="t", tag="ack"):
    """Done and saved, as event number `seq`."""

    id: str
    seq: int


class Nack(Struct, tag_field="t", tag="nack"):
    """Not done, nothing changed; `detail` is a sentence for the player."""

    id: str
    why: Why
    detail: str


class Pong(Struct, tag_field="t", tag="pong"):
    """The server is there."""


class Option(Struct, omit_defaults=True, gc=False):
    """One answer that may be given: its code, its word in records, what a button says, what is worth knowing."""

    code: int
    word: str
    label: str
    odds: str = ""


class Question(Struct, omit_defaults=True, gc=False):
    """An open question to one of your seats.

    `seat` is whose decision it is, `actor` who answers. With `decline` the question is a standing offer, and this is
    the code that lets it pass. `rules` are the ids of the rules behind it.
    """

    id: str
    seat: int
    actor: int
    prompt: str
    text: str
    options: list[Option]
    rules: list[str]
    decline: int | None = None
    due: float | None = None


class News(Struct, omit_defaults=True, gc=False):
    """One line of the log, of event `seq`: what happened by the rules, was answered, fell, or was said.

    `text` may be empty: then nothing need be said, but something may be shown (dice that roll, a mark that is made).
    """

    seq: int
    kind: Literal["told", "answered", "fell", "said", "seated"]
    what: str
    text: str = ""
    seat: int | None = None
    value: str = ""
    figures: list[int] = []


class Seat(Struct, omit_defaults=True, gc=False):
    """Who sits where. `bot` is the code of a bot; `here` whether the person is connected."""

    name: str
    kind: Literal["person", "bot", "open"]
    bot: str = ""
    here: bool = False
    yours: bool = False
    waiting: bool = False
    """A question is open to this seat."""
    held: bool = False
    """Standing offers are let pass; told to the seat's own player only."""


class Wish(Struct):
    """Somebody wishes to take back an answer; `missing` are the seats that have not agreed yet."""

    seat: int
    missing: list[int]


class Table(Struct, tag_field="t", tag="table", omit_defaults=True):
    """The match as one client may see it, after event `seq`, with the news of all events after `since`.

    `start` is how many lines of the log came before these news: lines from there on are to be forgotten (they were
    taken back). `views` has what each of your seats sees, or only `watch`; `sheet` has the parts of every view that
    never change, and is left out when the client has it.
    """

    match: str
    game: str
    seq: int
    since: int
    status: Status
    seats: list[Seat]
    views: dict[str, dict[str, Any]]
    start: int
    news: list[News]
    asks: list[Question]
    sheet: dict[str, Any] | None = None
    host: bool = False
    sealed: bool = False
    commitment: str = ""
    lucks: list[str] = []
    """The players' own bytes in the sealed dice, by seat."""
    undo: list[int] = []
    """Those of your seats that can take back their last answer, or withdraw it."""
    wish: Wish | None = None
    ending: str = ""
    result: str = ""
    returns: list[float] = []
    rematch: str = ""
    options: dict[str, str] = {}
    """The rule options that differ from the usual."""
    content: str = ""
    entries: int = 0
    """How long the match's own log is: the number of steps of its replay."""


class Closing(Struct, tag_field="t", tag="closing"):
    """The server goes down or closes this connection; connect again."""

    detail: str


FromServer: TypeAlias = Table | Ack | Nack | Pong | Closing

_encode = Encoder().encode


def written(message: FromClient | FromServer) -> str:
    """A message as it is sent."""
    return _encode(message).decode()


# -- bodies of requests and replies -----------------------------------------------------------------------------------


class Place(Struct, forbid_unknown_fields=True):
    """A seat of a new table: for a person, who gets an invitation, or for a bot."""

    kind: Literal["person", "bot"] = "person"
    name: Annotated[str, Meta(max_length=24)] = ""
    bot: Annotated[str, Meta(max_length=40)] = "heuristic"


class NewMatch(Struct, forbid_unknown_fields=True):
    """A table to be opened.

    `content` is the name of content that ships with the game, `text` a content file of your own. `dice` may be left to
    the table: sealed where several people play, else seeded. `deadline` is in seconds per answer; 0 is none. `open`
    tables are listed for everybody. `origin` and `at` continue another match from one of its steps. `tower` is how
    marbles fall: computed quickly, or by the laws of physics.
    """

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[Place], Meta(max_length=10)] = []
    options: dict[Annotated[str, Meta(max_length=60)], Annotated[str, Meta(max_length=60)]] = {}
    content: Annotated[str, Meta(max_length=80)] = ""
    text: Annotated[str, Meta(max_length=200_000)] = ""
    dice: Literal["", "sealed", "seeded"] = ""
    seed: Annotated[str, Meta(max_length=40)] = ""
    tower: Literal["", "physics"] = ""
    deadline: Annotated[int, Meta(ge=0, le=30 * 86_400)] = 0
    open: bool = False
    origin: Annotated[str, Meta(max_length=40)] = ""
    at: Seq = 0


class Invitation(Struct):
    """A one-time token for one seat."""

    seat: int
    token: str


class Opened(Struct):
    """A new table: its address, what its dice are sealed with, and the invitations to its seats."""

    match: str
    commitment: str
    invitations: list[Invitation]
    watch: str


class Claim(Struct, forbid_unknown_fields=True):
    """Take a seat: with the token of an invitation, unless the table is open or the seat is kept for you."""

    name: Name
    token: Annotated[str, Meta(max_length=64)] = ""
    luck: Luck | None = None


class Watch(Struct, forbid_unknown_fields=True):
    """Look on, with the token of the spectators' link."""

    token: Annotated[str, Meta(max_length=64)] = ""


class StandIn(Struct, forbid_unknown_fields=True):
    """The bot that takes a seat."""

    bot: Annotated[str, Meta(max_length=40)] = "heuristic"


class Listed(Struct):
    """A match in a list."""

    match: str
    game: str
    title: str
    status: Status
    seats: list[Seat]
    created: float
    changed: float
    yours: bool
    waiting: bool
    """A question to you is open."""


class Matches(Struct):
    """Your matches, and the open tables with a free seat."""

    mine: list[Listed]
    open: list[Listed]


class RuleOption(Struct):
    """A rule option of a game: the first value is the usual one; `words` are the values as people say them."""

    name: str
    values: list[str]
    words: list[str]
    about: str
    rule: str = ""


class GameInfo(Struct):
    """A game as the start page shows it."""

    name: str
    title: str
    seats: list[int]
    usual: int
    """How many sit down when nobody says otherwise."""
    physics: bool
    """Whether its bodies can fall by the laws of physics here."""
    options: list[RuleOption]
    contents: list[str]
    bots: list[str]
    offers: dict[str, int]


class Games(Struct):
    """The games at this table, and the phrases one may say."""

    games: list[GameInfo]
    phrases: dict[Phrase, str]


class Handbook(Struct):
    """A game's help as Markdown, and its rules by id."""

    help: str
    rules: dict[str, str]


class Hint(Struct):
    """What a bot would do in your place."""

    code: int
    label: str
    why: str
    wins: dict[int, float] = {}
    """How often every option wins with best play, from 0 to 1; empty where that is not known."""


class Judgement(Struct):
    """An answer of a match beside the best one, each with how often it wins with best play afterwards."""

    n: int
    """The entry of the log."""
    seat: int
    turn: int
    question: str
    chosen: str
    chosen_wins: float
    best: str
    best_wins: float


class Analysis(Struct):
    """A match judged answer by answer."""

    judgements: list[Judgement]
    least: float
    """What an answer must give away to be called a mistake."""


class Step(Struct, omit_defaults=True):
    """One step of a replay: the table after `n` of `entries` entries, and what the next entry answers."""

    match: str
    game: str
    n: int
    entries: int
    players: list[str]
    view: dict[str, Any]
    sheet: dict[str, Any]
    news: list[News]
    """The whole log up to here; those of the last step have `seq` equal to `n`."""
    asked: Question | None = None
    answer: int | None = None
    ending: str = ""
    solved: bool = False
    """Whether the best play is known here, so that the match can be analysed."""


class Imported(Struct):
    """A record that was read, checked and kept: its replay has an address now."""

    match: str


class Verdict(Struct):
    """What checking a record found, in sentences; `sound` if nothing is wrong."""

    sound: bool
    said: list[str]


class Problem(Struct):
    """What is wrong with a request, in a sentence a person understands."""

    problem: str


class Health(Struct):
    """How the server is."""

    status: Literal["ok", "closing"]
    version: str
    database: str
    live: int
    sockets: int


class Lesson(Struct):
    """A remark of a tutorial at step `n`: said before the question, and to whoever chooses something else."""

    n: int
    say: str
    wrong: str = ""


class Tutorial(Struct):
    """A tutorial: the address of its replay, whose player you are, and what is said at which step."""

    match: str
    seat: int
    lessons: list[Lesson]
