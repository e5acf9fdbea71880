"""Fortunes: seeded, scripted, replayed and sealed dice."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest
from toys.script import Notes, game_of, number

from miskatonic.kernel import (
    Chance,
    Dice,
    Draw,
    Flow,
    FortuneError,
    Match,
    RecordError,
    Replayed,
    Scripted,
    Sealed,
    Seeded,
)
from miskatonic.kernel.fortune import fortune_of, looked_up

DIE = Dice("die", 1)
SECRET = bytes(range(32))


def sealed(match_id: str = "table 7", secret: bytes = SECRET, clients: tuple[bytes, ...] = (b"ann", b"ben")) -> Sealed:
    return Sealed(match_id, secret, clients)


def stream(fortune: Seeded | Sealed, length: int = 40) -> list[int]:
    return [fortune.draw(Dice("roll", 3), n) for n in range(length)]


# -- seeded -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 1, 2**70, "Arkham"])
def test_the_same_seed_gives_the_same_dice(seed: int | str) -> None:
    assert stream(Seeded(seed)) == stream(Seeded(seed))
    assert stream(Seeded(seed)) != stream(Seeded("another"))


def test_dice_do_not_depend_on_what_was_rolled_in_another_match() -> None:
    for many in (1, 6, 7, 13, 20):
        fresh, known = Dice("roll", many), Dice("roll", many)
        Seeded(1).draw(known, 0)
        one, two = Seeded(5), Seeded(5)
        assert [one.draw(fresh, n) for n in range(20)] == [two.draw(known, n) for n in range(20)]


def test_a_stream_of_few_dice_is_fair() -> None:
    fortune, dice = Seeded("fair"), Dice("roll", 1, 6)
    counts = Counter(fortune.draw(dice, 0) for _ in range(60_000))
    assert len(counts) == 6
    assert sum((count - 10_000) ** 2 / 10_000 for count in counts.values()) < 35


def test_a_seed_starts_again() -> None:
    fortune = Seeded(3)
    first = stream(fortune)
    assert stream(fortune) != first
    assert stream(fortune.restart()) == first


def test_keyed_dice_depend_on_seed_and_key_alone() -> None:
    fortune = Seeded("case")
    roll = Dice("roll", 2)
    first = fortune.draw(roll.keyed("1|roll|1"), 0)
    stream(fortune)
    assert fortune.draw(roll.keyed("1|roll|1"), 99) == first
    assert {fortune.draw(roll.keyed(f"1|roll|{n}"), 0) for n in range(30)} != {first}
    assert Seeded("other").draw(roll.keyed("1|roll|1"), 0) == roll.draw(looked_up("other", "1|roll|1"))


def test_keyed_dice_begin_alike_however_many_are_thrown() -> None:
    two, five = (Seeded(1).draw(Dice("roll", n).keyed("k"), 0) for n in (2, 5))
    assert Dice("roll", 3).possible(five - two)


# -- scripted and replayed --------------------------------------------------------------------------------------------


def test_a_script_is_read_word_by_word() -> None:
    script = Scripted(["die=3"])
    script.add("roll=1,2,3")
    assert script.left() == ["die=3", "roll=1,2,3"]
    assert DIE.text(script.draw(DIE, 0)) == "3"
    assert script.left() == ["roll=1,2,3"]
    assert script.restart().left() == ["die=3", "roll=1,2,3"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "the script has ended, but die:1 is rolled"),
        (["mythos=3"], "the script has 'mythos=3', but die:1 is rolled"),
        (["die=7"], "'7' is not a throw of die:1"),
        (["die"], "'' is not a throw of die:1"),
    ],
)
def test_a_script_that_does_not_fit_is_refused_and_not_used_up(words: list[str], sentence: str) -> None:
    script = Scripted(words)
    with pytest.raises(FortuneError, match=sentence):
        script.draw(DIE, 0)
    assert script.left() == words


def test_a_log_is_replayed_by_number() -> None:
    log = [5, DIE.parse("4"), 7]
    fortune = Replayed(log)
    assert fortune.draw(DIE, 1) == fortune.restart().draw(DIE, 1) == DIE.parse("4")
    with pytest.raises(FortuneError, match="the log has 7, which is not an outcome of die:1"):
        fortune.draw(DIE, 2)
    with pytest.raises(FortuneError, match="the log ends here, but die:1 is rolled"):
        fortune.draw(DIE, 3)
    assert fortune.header(over=True) == {"kind": "scripted"}
    assert Replayed(log, {"kind": "sealed"}).header(over=True) == {"kind": "sealed"}


# -- sealed -----------------------------------------------------------------------------------------------------------


def test_sealed_dice_are_a_function_of_number() -> None:
    fortune = sealed()
    assert stream(fortune) == stream(fortune) == stream(sealed()) == stream(fortune.restart())
    backwards = [fortune.draw(Dice("roll", 3), n) for n in reversed(range(40))]
    assert backwards[::-1] == stream(fortune)


@pytest.mark.parametrize(
    "other",
    [
        sealed(match_id="table 8"),
        sealed(secret=bytes(32)),
        sealed(clients=(b"ann", b"bob")),
        sealed(clients=(b"ben", b"ann")),
        sealed(clients=(b"annben",)),
        sealed(clients=(b"ann", b"ben", b"")),
    ],
)
def test_secret_match_and_every_players_bytes_matter(other: Sealed) -> None:
    assert stream(other) != stream(sealed())


def test_players_join_one_by_one() -> None:
    fortune = sealed(clients=())
    fortune.join(b"ann")
    fortune.join(b"ben")
    assert stream(fortune) == stream(sealed())
    assert fortune.header(over=False)["clients"] == [b"ann".hex(), b"ben".hex()]


def test_sealed_dice_can_be_computed_by_hand() -> None:
    """The recipe, written a second time: what a player needs to check his dice without this package."""

    def joined(*parts: bytes) -> bytes:
        return b"".join(len(part).to_bytes(4, "big") + part for part in parts)

    message = joined(b"table 7", b"ann", b"ben", b"number 12", b"0")
    digest = hmac.new(SECRET, message, hashlib.sha256).digest()
    words = [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)]
    expected = sorted(word % 6 + 1 for word in words[:5])
    assert Dice("roll", 5).text(sealed().draw(Dice("roll", 5), 12)) == ",".join(map(str, expected))
    commitment = hashlib.sha256(joined(b"miskatonic sealed dice 1", b"table 7", SECRET)).hexdigest()
    assert sealed().commitment == commitment


def test_keyed_sealed_dice_are_shared() -> None:
    fortune = sealed()
    roll = Dice("roll", 4)
    assert fortune.draw(roll.keyed("k"), 1) == fortune.draw(roll.keyed("k"), 2)
    assert len({fortune.draw(roll.keyed(f"k{n}"), 1) for n in range(20)}) > 5
    assert [fortune.draw(roll.keyed(str(n)), 0) for n in range(9)] != [fortune.draw(roll, n) for n in range(9)]


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 1000, 2**31 + 1, 2**32])
def test_words_beyond_the_last_full_multiple_are_passed_over(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The exact rule of rejection: a word counts only below the greatest multiple of n that 32 bits hold."""
    limit = 2**32 // n * n
    script = [2**32 - 1, limit - 1, 0, min(limit, 2**32 - 1), n - 1, 5, 6, 7]
    digest = b"".join(word.to_bytes(4, "big") for word in script)
    monkeypatch.setattr(hmac, "digest", lambda key, message, name: digest)
    below = sealed()._stream("x")
    expected = [word % n for word in script if word < limit]
    assert [below(n) for _ in expected] == expected


def test_more_words_are_made_when_a_block_is_used_up() -> None:
    fortune = sealed()
    long = Draw("long", [(code, 1) for code in range(2**16)])
    assert len({long.draw(fortune._stream("x")) for _ in range(2)}) == 1
    below = fortune._stream("x")
    numbers = [below(2**16) for _ in range(64)]
    assert len(set(numbers)) > 60


def test_sealed_dice_are_fair() -> None:
    """Chi-square over 60,000 throws: 5 degrees of freedom pass 40 less than once in a million times."""
    fortune = sealed()
    throws = 60_000
    seen = Counter(DIE.text(fortune.draw(DIE, n)) for n in range(throws))
    assert sum((count - throws / 6) ** 2 / (throws / 6) for count in seen.values()) < 40
    pairs = Counter(fortune.draw(DIE, n) == fortune.draw(DIE, n + 1) for n in range(0, throws, 2))
    assert abs(pairs[True] / (throws / 2) - 1 / 6) < 0.011


def test_secrets_differ_and_are_drawn_by_themselves() -> None:
    assert Sealed("a").commitment != Sealed("a").commitment


def test_the_secret_is_told_only_at_the_end() -> None:
    fortune = sealed()
    assert "secret" not in fortune.header(over=False)
    assert fortune.header(over=True)["secret"] == SECRET.hex()
    assert SECRET.hex() not in repr(fortune)
    assert str(SECRET) not in repr(fortune)
    assert fortune.commitment in repr(fortune)


def test_a_match_takes_the_name_of_its_sealed_dice() -> None:
    def one(s: Notes) -> Flow[None]:
        yield number()

    assert Match(game_of(one), fortune=sealed()).id == "table 7"


# -- from a header ----------------------------------------------------------------------------------------------------


def test_headers_give_the_fortune_back() -> None:
    seeded = fortune_of({"kind": "seeded", "seed": 5}, "")
    assert isinstance(seeded, Seeded)
    assert seeded.seed == 5
    again = fortune_of(sealed().header(over=True), "table 7")
    assert isinstance(again, Sealed)
    assert stream(again) == stream(sealed())
    assert fortune_of(sealed().header(over=False), "table 7") is None
    assert fortune_of({"kind": "scripted"}, "") is None


@pytest.mark.parametrize(
    ("change", "match_id", "sentence"),
    [
        ({"secret": bytes(32).hex()}, "table 7", "does not fit the commitment"),
        ({"commitment": "0" * 64}, "table 7", "does not fit the commitment"),
        ({}, "table 8", "does not fit the commitment"),
        ({"secret": "zz"}, "table 7", "not readable"),
        ({"secret": 5}, "table 7", "not readable"),
        ({"clients": 5}, "table 7", "not readable"),
        ({"clients": ["zz"]}, "table 7", "not readable"),
        ({"kind": "seeded"}, "", "the seed is missing"),
        ({"kind": "loaded"}, "", "unknown kind of dice 'loaded'"),
    ],
)
def test_tampered_headers_are_refused(change: dict[str, object], match_id: str, sentence: str) -> None:
    with pytest.raises(RecordError, match=sentence) as raised:
        fortune_of(sealed().header(over=True) | change, match_id)
    assert raised.value.line == 1


class Tower(Chance):
    """A chance that no dice can answer."""

    __slots__ = ()


def test_a_chance_that_cannot_be_drawn_says_so() -> None:
    for fortune in (Seeded(1), sealed()):
        with pytest.raises(FortuneError, match="tower cannot be drawn"):
            fortune.draw(Tower("tower"), 0)
