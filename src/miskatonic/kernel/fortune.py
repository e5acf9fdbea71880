"""Fortunes: who answers when rules ask chance.

A fortune is asked for chance number `n` of a match (its place in the log). The state holds no random generator, so no
view, fork or bot can foresee anything.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, Final, Protocol

from miskatonic.kernel.chance import Chance, bits_for
from miskatonic.kernel.errors import FortuneError, RecordError


class Fortune(Protocol):
    """Answers chance."""

    def draw(self, chance: Chance, n: int) -> int:
        """The outcome of chance number `n`."""

    def restart(self) -> Fortune:
        """The same fortune from its beginning."""

    def header(self, over: bool) -> dict[str, Any]:
        """What a record says about it; secrets only when the match is over."""


class Seeded:
    """A fast generator with a seed: for play alone, simulations and tests."""

    kind: Final = "seeded"
    match_id: Final = ""
    """Made for no match in particular."""

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        self._random: Random | None = None
        self._bits: Callable[[int], int] = self._first

    def draw(self, chance: Chance, n: int) -> int:
        """The next outcome of the stream; keyed requests are looked up instead."""
        table = chance.table
        if table:
            bits = self._bits  # fetched first: a call of an attribute that is no method is slow
            outcome = table[bits(chance.bits)]
            return self.draw(chance, n) if outcome is None else outcome
        if chance.key:
            return chance.draw(looked_up(self.seed, chance.key))
        if lots := chance.lots():
            if chance.bits:
                chance.lay_out(lots)
                return self.draw(chance, n)
            return self._draw_once(chance, lots)
        return chance.sample(self._generator().random)

    def _draw_once(self, chance: Chance, lots: tuple[int, ...]) -> int:
        """As from the table, which is made only for a chance that comes again: most are drawn once."""
        chance.bits = bits_for(len(lots))
        whole = (1 << chance.bits) // len(lots) * len(lots)
        while (at := self._bits(chance.bits)) >= whole:
            pass
        return lots[at % len(lots)]

    def _generator(self) -> Random:
        """The generator; it is made when it is first wanted, because many forks never roll."""
        if self._random is None:
            self._random = Random(self.seed)
            self._bits = self._random.getrandbits
        return self._random

    def _first(self, bits: int) -> int:
        return self._generator().getrandbits(bits)

    def __getstate__(self) -> dict[str, Any]:
        return {"seed": self.seed, "_random": self._random}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.seed = kept["seed"]
        self._random = kept["_random"]
        # a bound method is never kept: a copy would draw from the generator it was copied from
        self._bits = self._first if self._random is None else self._random.getrandbits

    def restart(self) -> Seeded:
        """The stream from its first number."""
        return Seeded(self.seed)

    def header(self, over: bool) -> dict[str, Any]:
        """The seed is no secret."""
        return {"kind": self.kind, "seed": self.seed}


def looked_up(seed: int | str, key: str) -> Callable[[int], int]:
    """DA-V2: shared luck. Die j of a request depends on seed, key and j alone, never on what was rolled before."""
    die = 0

    def below(n: int) -> int:
        nonlocal die
        die += 1
        digest = hashlib.sha256(f"{seed}|{key}|{die}".encode()).digest()
        return int.from_bytes(digest[:8], "big") % n

    return below


class Scripted:
    """Outcomes written down beforehand, as `label=outcome` words: for tests and for dice rolled by hand."""

    kind: Final = "scripted"

    def __init__(self, script: Iterable[str] = ()) -> None:
        self._script = list(script)
        self._next = 0

    def add(self, *words: str) -> None:
        """Write more of the script."""
        self._script += words

    def left(self) -> list[str]:
        """The words not yet used."""
        return self._script[self._next :]

    def draw(self, chance: Chance, n: int) -> int:
        """The next outcome of the script, which must be meant for this occasion."""
        if self._next == len(self._script):
            raise FortuneError(f"the script has ended, but {chance} is rolled")
        word = self._script[self._next]
        label, _, text = word.partition("=")
        if label != chance.label:
            raise FortuneError(f"the script has {word!r}, but {chance} is rolled")
        outcome = chance.parse(text)
        self._next += 1
        return outcome

    def restart(self) -> Scripted:
        """The script from its first word."""
        return Scripted(self._script)

    def header(self, over: bool) -> dict[str, Any]:
        """Nothing can be checked about dice that were written down."""
        return {"kind": self.kind}


class Replayed:
    """The outcomes of a log, and nothing after its end."""

    kind: Final = "replayed"

    def __init__(self, log: Sequence[int], described: dict[str, Any] | None = None) -> None:
        self._log = tuple(log)
        self._described = described or {"kind": Scripted.kind}

    def draw(self, chance: Chance, n: int) -> int:
        """What the log says about chance number `n`."""
        if n >= len(self._log):
            raise FortuneError(f"the log ends here, but {chance} is rolled")
        if not chance.possible(self._log[n]):
            raise FortuneError(f"the log has {self._log[n]}, which is not an outcome of {chance}")
        return self._log[n]

    def restart(self) -> Replayed:
        """A log has no position: the same number gives the same outcome."""
        return self

    def header(self, over: bool) -> dict[str, Any]:
        """What was said about the dice when they were first rolled."""
        return self._described


class Sealed:
    """Dice that everybody can check afterwards, and nobody can foresee or bend.

    Before play the host draws a secret and publishes its commitment; then the players add bytes of their own. Chance
    number `n` comes from HMAC-SHA256 under the secret over match, players' bytes and `n`, without bias. When the match
    is over the secret is revealed, and anybody can recompute every die.
    """

    kind: Final = "sealed"
    TAG: Final = b"miskatonic sealed dice 1"

    def __init__(self, match_id: str, secret: bytes | None = None, clients: Sequence[bytes] = ()) -> None:
        self.match_id = match_id
        self._secret = secrets.token_bytes(32) if secret is None else secret
        self.clients = tuple(clients)
        self._told = [match_id.encode(), *self.clients]

    @property
    def commitment(self) -> str:
        """What is published before the first die: a hash that fixes the secret without telling it."""
        return hashlib.sha256(_joined(self.TAG, self.match_id.encode(), self._secret)).hexdigest()

    def join(self, contribution: bytes) -> None:
        """Add a player's bytes, before the first die is drawn."""
        self.clients = (*self.clients, contribution)
        self._told.append(contribution)

    def draw(self, chance: Chance, n: int) -> int:
        """Chance number `n`; keyed requests depend on their key instead, so that luck is shared."""
        occasion = f"key {chance.key}" if chance.key else f"number {n}"
        return chance.draw(self._stream(occasion))

    def _stream(self, occasion: str) -> Callable[[int], int]:
        """Unbiased numbers below n: 32 bits at a time, those beyond the last full multiple of n are passed over."""
        block = 0
        words: list[int] = []

        def below(n: int) -> int:
            nonlocal block
            limit = (1 << 32) - (1 << 32) % n
            while True:
                if not words:
                    message = _joined(*self._told, occasion.encode(), str(block).encode())
                    digest = hmac.digest(self._secret, message, "sha256")
                    words.extend(int.from_bytes(digest[at : at + 4], "big") for at in range(28, -1, -4))
                    block += 1
                word = words.pop()
                if word < limit:
                    return word % n

        return below

    def restart(self) -> Sealed:
        """Sealed dice have no position: the same number gives the same dice."""
        return self

    def header(self, over: bool) -> dict[str, Any]:
        """The commitment at once, the secret at the end."""
        facts: dict[str, Any] = {
            "kind": self.kind,
            "commitment": self.commitment,
            "clients": [part.hex() for part in self.clients],
        }
        return facts | {"secret": self._secret.hex()} if over else facts

    def __repr__(self) -> str:
        return f"Sealed({self.match_id!r}, commitment={self.commitment!r})"


def _joined(*parts: bytes) -> bytes:
    """Parts with their lengths in front, so that no two lists of parts read the same."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def fortune_of(header: dict[str, Any], match_id: str) -> Fortune | None:
    """The fortune a record's header describes; None if the dice cannot be computed (written down, not yet revealed)."""
    kind = header.get("kind")
    if kind == "seeded":
        seed = header.get("seed")
        if not isinstance(seed, int | str):
            raise RecordError("the seed is missing", 1)
        return Seeded(seed)
    if kind == "sealed":
        if "secret" not in header:
            return None
        try:
            sealed = Sealed(match_id, bytes.fromhex(header["secret"]), [bytes.fromhex(c) for c in header["clients"]])
        except (ValueError, TypeError, KeyError):
            raise RecordError("the secret of the sealed dice is not readable", 1) from None
        if sealed.commitment != header.get("commitment"):
            raise RecordError("the revealed secret does not fit the commitment: the dice were changed", 1)
        return sealed
    if kind == "scripted":
        return None
    raise RecordError(f"unknown kind of dice {kind!r}", 1)
