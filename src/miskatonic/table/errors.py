"""What can go wrong at the table, each with a sentence a player understands."""

from __future__ import annotations

from miskatonic.kernel import MiskatonicError, SetupError


class NoSuchMatch(MiskatonicError):
    """There is no match of that name, or it is not for you to see."""


class NotYours(MiskatonicError):
    """Somebody wants to do what only another may."""


class NotYet(MiskatonicError):
    """The match has not begun."""


class TooMany(SetupError):
    """Somebody has more matches than one person can play."""


class Busy(MiskatonicError):
    """The server could not do it now; it may be tried again."""


class DatabaseError(MiskatonicError):
    """The database cannot be used; the message says why and what to do."""


class TooSlow(Exception):
    """A bot did not answer in time, or died over the question."""


class Conflict(Exception):
    """The same entry of a log has been written by somebody else meanwhile."""
