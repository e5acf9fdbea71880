"""A learner for Dice of Arkham: MaskablePPO of sb3-contrib, on one core.

    pip install 'miskatonic[learn]'
    python examples/learn_arkham.py                    # a minute or two; prints a table
    python examples/learn_arkham.py --picture curve.png

Random play never wins this game, so a reward at its end alone teaches nothing. The environment is wrapped: progress
towards the three seals is rewarded as it is made, less what the keys cost. What is reported is the game itself: seals
and wins.
"""

from __future__ import annotations

import argparse
import os
from collections import deque
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("OMP_NUM_THREADS", "1")  # small networks: more threads only wait for each other

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv

import miskatonic as mk
import miskatonic.gyms
from miskatonic.bots import Glimpse, bot_named
from miskatonic.games.arkham.features import FEATURES

GAME, NAME = "arkham", "miskatonic/Arkham-v0"
INV, SEALS, KEYS = (FEATURES.index(name) for name in ("inv", "seals", "keys"))
WINDOW = 300
"""Over how many matches the curve is averaged."""


class Progress(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Rewards progress as it is made, and in the end counts it for itself: what is learned is near the best play."""

    def reset(self, **wishes: Any) -> tuple[Any, dict[str, Any]]:
        """Begin a match."""
        seen, info = self.env.reset(**wishes)
        self._before = seen
        return seen, info

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Write a letter."""
        seen, reward, over, cut, info = self.env.step(action)
        progress = potential(seen) - potential(self._before)
        self._before = seen
        if over:
            info["seals"] = round(3 * float(seen[SEALS]))
        return seen, float(reward) + progress, over, cut, info


def potential(seen: Any) -> float:
    """Seals, and how far the next one is; keys weigh half."""
    return float(seen[SEALS] * 3 + seen[INV] - seen[KEYS] * 1.5)


class Ended(NamedTuple):
    """How a match ended, and after how many steps of training."""

    at: int
    seals: int
    won: bool


class Diary(BaseCallback):
    """Notes how every match of the training ended."""

    def __init__(self) -> None:
        super().__init__()
        self.ended: list[Ended] = []

    def _on_step(self) -> bool:
        for info in self.locals["infos"]:
            if "seals" in info:
                self.ended.append(Ended(self.num_timesteps, info["seals"], info["result"] == "won"))
        return True


def played_by(bot: str, matches: int) -> list[Ended]:
    """How a bot of ours does."""
    ended = []
    for seed in range(matches):
        match = mk.Match(GAME, seed=f"bot {seed}", quiet=True)
        player = bot_named(bot, match.game, f"{seed}")
        while not match.over:
            match.answer(0, player.choose(Glimpse(match, 0), match.ask))
        ended.append(Ended(0, match.view(0)["you"]["seals"], match.result == "won"))
    return ended


def played_by_learner(model: Any, matches: int) -> list[Ended]:
    """How the learner does in matches it has not seen."""
    ended: list[Ended] = []
    table = gymnasium.make_vec(NAME, num_envs=min(50, matches))
    seen, info = table.reset(seed=10**6)
    while len(ended) < matches:
        actions, _ = model.predict(seen, action_masks=info["action_mask"].astype(bool))
        seen, _, over, _, info = table.step(actions)
        for n in np.flatnonzero(over):
            ended.append(Ended(0, round(3 * float(seen[n, SEALS])), info["result"][n] == "won"))
    return ended[:matches]


def told(name: str, ended: list[Ended]) -> str:
    """One line: seals a match and wins, with the error of their means."""
    seals = np.array([end.seals for end in ended])
    wins = np.array([end.won for end in ended])
    error = seals.std() / len(ended) ** 0.5
    return f"{name:<12}{len(ended):>8,}{seals.mean():>10.2f} +- {error:.2f}{wins.mean():>10.1%}"


def draw(diary: list[Ended], others: dict[str, list[Ended]], file: Path) -> None:
    """The curve: seals a match while learning, beside the others."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    recent: deque[int] = deque(maxlen=WINDOW)
    steps, means = [], []
    for end in diary:
        recent.append(end.seals)
        if len(recent) == WINDOW:
            steps.append(end.at)
            means.append(sum(recent) / WINDOW)
    figure, axes = plt.subplots(figsize=(8, 4.2), layout="constrained")
    axes.plot(steps, means, color="#1b6b5a", label=f"learner, mean of {WINDOW} matches")
    for (name, ended), dashes in zip(others.items(), (":", "--"), strict=True):
        mean = sum(end.seals for end in ended) / len(ended)
        axes.axhline(mean, color="#7a2e1d", linestyle=dashes, label=name)
    axes.set(xlabel="steps of training (letters written)", ylabel="seals a match", ylim=(0, 3))
    axes.grid(alpha=0.3)
    axes.legend(loc="upper left")
    figure.savefig(file, dpi=110)


def main() -> int:
    """Learn, and say whether it was of use: exit status 1 if random play is not beaten."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=250_000, help="how many letters are written in training (250,000)")
    parser.add_argument("--matches", type=int, default=300, help="how many matches everybody plays afterwards (300)")
    parser.add_argument("--picture", type=Path, metavar="FILE", help="draw the curve into this file")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()

    tables = DummyVecEnv([lambda: Progress(gymnasium.make(NAME)) for _ in range(16)])
    model = MaskablePPO(
        "MlpPolicy",
        tables,
        n_steps=256,
        batch_size=512,
        n_epochs=5,
        learning_rate=7e-4,
        gamma=0.995,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [96, 96]},
        seed=wanted.seed,
        device="cpu",
    )
    diary = Diary()
    model.learn(wanted.steps, callback=diary)

    others = {name: played_by(name, wanted.matches) for name in ("random", "heuristic")}
    learner = played_by_learner(model, wanted.matches)
    print(f"{'':<12}{'matches':>8}{'seals a match':>18}{'won':>10}")
    for name, ended in (*others.items(), ("learner", learner)):
        print(told(name, ended))
    if wanted.picture:
        draw(diary.ended, others, wanted.picture)
    better = sum(end.seals for end in learner) > 2 * sum(end.seals for end in others["random"])
    return 0 if better else 1


if __name__ == "__main__":
    raise SystemExit(main())
