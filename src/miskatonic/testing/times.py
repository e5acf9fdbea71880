"""Other times: playing again, playing ahead and taking back lead to exactly the same states."""

from __future__ import annotations

import pickle

from miskatonic.kernel import Ask, Chance, Match, Replayed, UndoRefused, read_record, write_record
from miskatonic.testing.trial import Snapshot, Trial, answer_again, answer_at_random, expect, snapshot, stories

FORKED_STEPS = 10
"""How far forks are played."""


def replay(trial: Trial) -> None:
    """The same answers and dice lead to the same states: played twice, from the log, from a record, in mid-beat."""
    seen: dict[int, Snapshot] = {}
    for match in trial.walk():
        seen[len(match.log)] = snapshot(match)
    for twin in trial.walk():
        expect(seen.get(len(twin.log)) == snapshot(twin), twin, "the same answers and dice led to another state")
    past = match.at(0)
    while len(past.log) < len(match.log):
        if past.chance is not None:
            past.fall(match.log[len(past.log)])
        else:
            answer_again(past, match.log[: len(past.log) + len(past.asks)])
        if len(past.log) in seen and past.chance is None:
            expect(seen[len(past.log)] == snapshot(past), past, "the log leads to another state than the match")
    for n in sorted(seen)[:: len(seen) // 4 or 1]:
        expect(seen[n] == snapshot(match.at(n)), match, f"at({n}) is not what it was")
    read = read_record(write_record(match)).match()
    expect(snapshot(read) == snapshot(match), match, "the record leads to another state")
    expect(stories(trial, read) == stories(trial, match), match, "the record tells another story")


def forks(trial: Trial) -> None:
    """A fork never touches the match it came from, keeps what it was, and goes on in the same way; so do pickles."""
    kept: list[tuple[Match, Snapshot]] = []
    random = trial.random("forks")
    for match in trial.walk():
        before = snapshot(match)
        kept.append((match.fork(), before))
        played = match.fork()
        for _ in range(FORKED_STEPS):
            answer_at_random(played, random)
        expect(snapshot(match) == before, match, "playing a fork changed the match it came from")
        if len(kept) == 1:
            thawed = pickle.loads(pickle.dumps(match))
            expect(snapshot(thawed) == before, match, "a pickle is another state")
            expect(stories(trial, thawed) == stories(trial, match), match, "a pickle tells another story")
    for fork, before in kept:
        expect(snapshot(fork) == before, fork, "a fork changed although nobody played it")
        follower = fork.fork(Replayed(match.log))
        answer_again(follower, match.log)
        expect(snapshot(follower) == snapshot(match), fork, "a fork went another way than the match did")
    answer_again(thawed, match.log)
    expect(snapshot(thawed) == snapshot(match), match, "a pickle went another way than the match did")


def undo(trial: Trial) -> None:
    """Taking back restores exactly what was, where it is allowed, and changes nothing where it is refused."""
    random = trial.random("undo")
    for match in trial.walk():
        if match.log and random.random() < 0.2:
            actors = {step.question.actor for step in match.steps() if isinstance(step.question, Ask)}
            for actor in random.sample(range(trial.seats), min(2, trial.seats)):
                for consent in (False, True):
                    _take_back(
                        trial, match, actor, consent, allowed=_may_undo(match, actor, consent and actor in actors)
                    )


def _may_undo(match: Match, actor: int, consent: bool) -> bool:
    """The rule once more: nothing rolled, nothing shown and nobody else's answer since, or everybody consents."""
    if consent:
        return True
    steps = list(match.steps())
    mine = [step for step in steps if isinstance(step.question, Ask) and step.question.actor == actor]
    if not mine:
        return False
    since = steps[mine[-1].asked_at :]
    past = match.at(mine[-1].asked_at)
    shown = match._state.reveals > past._state.reveals
    return not shown and not any(isinstance(step.question, Chance) or step.question.actor != actor for step in since)


def _take_back(trial: Trial, match: Match, actor: int, consent: bool, allowed: bool) -> None:
    now = snapshot(match), stories(trial, match)
    twin: Match = pickle.loads(pickle.dumps(match))
    try:
        twin.undo(actor, consent)
    except UndoRefused as refused:
        expect(not allowed, match, f"seat {actor} may not take back: {refused}")
        expect((snapshot(twin), stories(trial, twin)) == now, match, "a refused undo changed something")
        return
    expect(allowed, match, f"seat {actor} took back what should stand")
    past = match.at(len(twin.log))
    expect(snapshot(twin) == snapshot(past), match, f"undo of seat {actor} leads to a state that never was")
    expect(stories(trial, twin) == stories(trial, past), match, f"undo of seat {actor} left another story")
    answer_again(twin, match.log)
    expect((snapshot(twin), stories(trial, twin)) == now, match, "the same answers after an undo lead elsewhere")
