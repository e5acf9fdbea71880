"""Words and refusals: every answer has one code and one word, and wrong answers are refused for the right reason."""

from __future__ import annotations

from itertools import pairwise

from miskatonic.kernel import AnswerError, Ask, ForeignAnswer, IllegalAnswer, Match, MatchOver, StaleAnswer
from miskatonic.testing.trial import Trial, expect, snapshot, stories


def vocabulary(trial: Trial) -> None:
    """Every code has one word and every word one code; options are ascending codes, without repetition."""
    words = trial.game.vocabulary
    random = trial.random("codes")
    ends = [code for family in words.families.values() for code in (family.base, family.base + family.size - 1)]
    first = trial.match()
    expect(sum(family.size for family in words.families.values()) == len(words), first, "two families have one name")
    for code in (*ends, *(random.randrange(len(words)) for _ in range(20))):
        _check_word(trial, first, code)
    for match in trial.walk():
        for ask in match.asks:
            _check_ask(trial, match, ask)


def _check_ask(trial: Trial, match: Match, ask: Ask) -> None:
    options = ask.options
    expect(bool(options), match, f"{ask.prompt} has no options")
    expect(
        all(low < high for low, high in pairwise(options)),
        match,
        f"the options of {ask.prompt} are not ascending, or one is there twice: {options}",
    )
    expect(ask.seat in range(trial.seats) and ask.actor in range(trial.seats), match, f"nobody sits there: {ask}")
    for code in options:
        _check_word(trial, match, code)


def _check_word(trial: Trial, match: Match, code: int) -> None:
    words = trial.game.vocabulary
    expect(code in range(len(words)), match, f"code {code} is beyond the vocabulary of {len(words)}")
    word = words.text(code)
    expect(words.parse(word) == code, match, f"code {code} is written {word!r}, which is read as another code")
    expect(words.encode(*words.decode(code)) == code, match, f"code {code} decodes to {words.decode(code)}, not back")


def refusals(trial: Trial) -> None:
    """Illegal, foreign and stale answers, and answers after the end, raise the right error and change nothing."""
    random = trial.random("refusals")
    size = len(trial.game.vocabulary)
    for match in trial.walk():
        before = snapshot(match), stories(trial, match)
        asked = {ask.actor for ask in match.asks}
        for ask in match.asks:
            for code in {-1, size, random.randrange(size), _gap(ask.options)}.difference(ask.legal):
                _refuse(match, IllegalAnswer, ask.actor, code)
            _refuse(match, StaleAnswer, ask.actor, ask.options[0], f"{len(match.log) + 1}.{ask.actor}")
        if match.over:
            _refuse(match, MatchOver, 0, 0)
        else:
            for seat in {*range(-1, trial.seats + 1)} - asked:
                _refuse(match, ForeignAnswer, seat, match.ask.options[0])
        expect((snapshot(match), stories(trial, match)) == before, match, "a refused answer changed something")


def _gap(options: tuple[int, ...]) -> int:
    """The least code that is missing among options: the likeliest slip."""
    return next(code for code in range(options[0], options[0] + len(options) + 1) if code not in options)


def _refuse(match: Match, kind: type[AnswerError], actor: int, code: int, ask_id: str | None = None) -> None:
    try:
        match.answer(actor, code, ask_id)
    except AnswerError as error:
        expect(type(error) is kind, match, f"{code} of seat {actor} raises {type(error).__name__}, not {kind.__name__}")
    else:
        raise AssertionError(f"{code} of seat {actor} was accepted; it should raise {kind.__name__}")
