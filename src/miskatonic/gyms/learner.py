"""A learner at the table: seat 0 of a match after the other, with bots in the other seats."""

from __future__ import annotations

from miskatonic.bots import Bot, Glimpse, bot_named
from miskatonic.gyms.desk import AtDesk, Desk
from miskatonic.kernel import Match, Seeded, game_named

ILLEGAL = -0.01
"""What a letter costs that may not be written; the match does not change."""


class Learner(AtDesk):
    """Plays one match after the other."""

    def __init__(
        self, game: str, seats: int | None, opponent: str, options: dict[str, str] | None, content: str | None
    ) -> None:
        self.game = game_named(game)
        self.seats = self.game.seats[0] if seats is None else seats
        self.game.check_seats(self.seats)
        bot_named(opponent, self.game)
        Match(self.game, seats=self.seats, options=options, content=content)  # what is wrong with them is told at once
        self._opponent = opponent
        self._setting = (options, content)
        self._bots: dict[int, Bot] = {}

    def begin(self, dice: int) -> None:
        """Begin a new match with these dice, up to the first question to the learner."""
        others = range(1, self.seats)
        self._bots = {seat: bot_named(self._opponent, self.game, f"{dice}/{seat}") for seat in others}
        self._desk = Desk(self.game.name, self.seats, Seeded(dice), *self._setting)
        self._let_others_play()

    def write(self, letter: int) -> tuple[float, bool]:
        """Write a letter; what it earns, and whether it could be written."""
        desk = self.desk
        if not desk.write(0, letter):
            return ILLEGAL, False
        if self._bots:
            self._let_others_play()
        return float(desk.match.returns[0]) if desk.match.over else 0.0, True

    def _let_others_play(self) -> None:
        """Bots answer until the learner is asked."""
        desk = self.desk
        match = desk.match
        while not match.over and 0 not in desk.actors:
            ask = match.ask
            match.answer(ask.actor, self._bots[ask.actor].choose(Glimpse(match, ask.actor), ask))
            desk.pass_forced()
