"""The entries of a match's log: everything that ever changes a match, in the order in which it happened.

An entry says what was done and what came of it (`tail`: the entries it added to the match's own log, dice included), so
that a match can be built again without throwing a die.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec
from msgspec import Struct

from miskatonic.table.wire import Phrase


class _Entry(Struct, tag_field="k", omit_defaults=True):
    """What all entries have: the sender's own id of the deed, prefixed by the seat."""

    mark: str = ""


class Opened(_Entry, tag="opened"):
    """The table was opened; with `tail`, play goes on from the middle of another match."""

    tail: list[int] = []


class Invited(_Entry, tag="invited"):
    """A seat has a new invitation; only the hash of its token is kept."""

    seat: int = 0
    token: str = ""


class Claimed(_Entry, tag="claimed"):
    """A person took a seat, bringing bytes for the sealed dice."""

    seat: int = 0
    session: str = ""
    name: str = ""
    luck: str = ""


class Left(_Entry, tag="left"):
    """A person gave a seat up before play began."""

    seat: int = 0


class Handed(_Entry, tag="handed"):
    """A bot took a seat over."""

    seat: int = 0
    bot: str = ""


class Began(_Entry, tag="began"):
    """All seats were taken and play began; `tail` are the dice that fell before the first question."""

    tail: list[int] = []


class Answered(_Entry, tag="answered"):
    """A question was answered: by the seat's player, by a bot, or by the clock when time was up."""

    seat: int = 0
    code: int = 0
    by: str = ""
    tail: list[int] = []


class Withdrawn(_Entry, tag="withdrawn"):
    """A simultaneous answer was taken back."""

    seat: int = 0


class Undone(_Entry, tag="undone"):
    """Answers were taken back, to when the match's own log was `length` long."""

    seat: int = 0
    length: int = 0


class Wished(_Entry, tag="wished"):
    """Somebody wishes an undo to which others must agree."""

    seat: int = 0


class Consented(_Entry, tag="consented"):
    """Somebody agreed, or not, to the undo that was wished for."""

    seat: int = 0
    yes: bool = False


class Held(_Entry, tag="held"):
    """A seat lets standing offers pass, or wants to be asked again."""

    seat: int = 0
    on: bool = False


class Said(_Entry, tag="said"):
    """Somebody said a ready-made phrase."""

    seat: int = 0
    phrase: Phrase = "hello"


class Rematched(_Entry, tag="rematched"):
    """The next match of the same people has been opened."""

    match: str = ""


Line: TypeAlias = (
    Opened
    | Invited
    | Claimed
    | Left
    | Handed
    | Began
    | Answered
    | Withdrawn
    | Undone
    | Wished
    | Consented
    | Held
    | Said
    | Rematched
)

_read = msgspec.json.Decoder(Line)
_write = msgspec.json.Encoder()


def read_line(body: str) -> Line:
    """An entry from the database."""
    line: Line = _read.decode(body)
    return line


def write_line(line: Line) -> str:
    """An entry for the database."""
    return _write.encode(line).decode()
