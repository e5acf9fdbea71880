"""The phrase book of Tower of Madness: prompts, labels with what they lead to, and the log in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from miskatonic.games.tower.labels import LABELS, of_player
from miskatonic.games.tower.names import DISCOVERY, KINDS, NONE, TOKEN_NAMES, counts_of
from miskatonic.games.tower.tower import in_words
from miskatonic.games.tower.vocabulary import LOCK, LOCKED, VOCABULARY
from miskatonic.kernel import Ask, News, Told, View
from miskatonic.kernel.hands import faces


class TowerPhrases:
    """What Tower of Madness says to people."""

    def prompt(self, ask: Ask, view: View) -> str:
        """A question as a sentence."""
        return PROMPTS[ask.prompt](ask, view)

    def label(self, code: int, view: View) -> str:
        """An option with what it leads to."""
        return LABELS[VOCABULARY.family(code).name](code, VOCABULARY.short(code), view)

    def sentence(self, news: News) -> str:
        """One line of the log; answers and chances are told by what follows from them."""
        if not isinstance(news, Told):
            return ""
        key, _, name = news.what.partition(" ")
        figures = news.figures
        return NAMED[key](name, *figures) if key in NAMED else TOLD[key](*figures)

    def rules(self, ask: Ask) -> tuple[str, ...]:
        """The ids of the rules behind a question."""
        return RULES[ask.prompt]

    def ending(self, view: View) -> str:
        """How it ended, and the scores; those of the insane do not count."""
        lines = [_how(view)]
        for seat, player in enumerate(view["players"]):
            won = ", ".join(f"{_location(view, number)} {points}" for number, points in player["won"]) or "nothing"
            marbles = _marbles(DISCOVERY, player["discovery"])
            mark = "insane, does not count: " if player["insane"] else ""
            lines.append(f"{who(seat)}: {mark}{player['score']} points ({won}; {marbles})")
        return "\n".join(lines)


def who(seat: int) -> str:
    """A player, to be replaced by a name."""
    return f"{{{seat}}}"


def _location(view: View, number: int) -> str:
    name: str = view["cards"]["locations"][number]["name"]
    return name


def _how(view: View) -> str:
    winners = " and ".join(map(who, view["winners"]))
    if view["over"] == "doom_bringer":
        return f"The third DOOM marble falls by a mad hand: {winners} brings the end and wins alone."
    if view["over"] == "consumed":
        return "The world is consumed. Nobody wins."
    if not winners:
        return "The world is saved, but nobody wins."
    return f"The world is saved. {winners} {'wins' if len(view['winners']) == 1 else 'win together'}."


# -- prompts ----------------------------------------------------------------------------------------------------------


def _dice_of(view: View, seat: int) -> str:
    return " ".join(map(str, of_player(view, seat)["dice"]))


def _thrown(view: View) -> str:
    """The dice of the throw that a window is about."""
    dice = of_player(view, _about(view))["dice"]
    thrown = view["moments"][-1]["thrown"] if view["moments"] else range(len(dice))
    return " ".join(str(dice[die]) for die in thrown)


def _them(view: View, does: str, do: str) -> str:
    """The player whom a window is about, with what he does."""
    seat = _about(view)
    return f"You {do}" if seat == view["seat"] else f"{who(seat)} {does}"


def _turn(view: View) -> str:
    seat = _about(view)
    return "Your Turn" if seat == view["seat"] else f"The Turn of {who(seat)}"


def _whose(ask: Ask) -> str:
    return "your" if ask.actor == ask.seat else f"{who(ask.seat)}'s"


def _loose(view: View) -> str:
    mine = of_player(view)
    shown = [str(face) for face, locked in zip(mine["dice"], mine["locked"], strict=False) if not locked]
    return " ".join(shown)


def _about(view: View) -> int:
    about = view["moments"][-1]["about"] if view["moments"] else None
    return view["active"] or 0 if about is None else about


def _spell(view: View) -> str:
    moment = view["moments"][-1] if view["moments"] else {"card": None}
    return "a Spell" if moment["card"] is None else str(view["cards"]["spells"][moment["card"]]["name"])


def _fallen(view: View) -> str:
    heap: dict[str, int] = view["moments"][-1]["fallen"] if view["moments"] else {}
    return ", ".join(f"{number} {kind.capitalize()}" for kind, number in heap.items() if number) or "nothing"


def _here(view: View) -> str:
    return "The Location" if view["location"] is None else _location(view, view["location"]["number"])


PROMPTS: Final[dict[str, Callable[[Ask, View], str]]] = {
    "lock": lambda ask, view: f"You threw {_loose(view)}. Which dice do you lock?",
    "useless": lambda ask, view: f"You threw {_loose(view)}, and nothing fits. Which useless die do you lock?",
    "take": lambda ask, view: "You may take an Unnatural Influence token. Which one?",
    "knowledge": lambda ask, view: "What does Forbidden Knowledge do for you?",
    "madman": lambda ask, view: f"You have {of_player(view)['madness']} Madness. Do you use I'm No Madman?",
    "chance": lambda ask, view: f"You fail with {_dice_of(view, ask.seat)}. Which dice does One Last Chance rethrow?",
    "second": lambda ask, view: f"You have not failed yet. Which dice of {_dice_of(view, ask.seat)} do you rethrow?",
    "free": lambda ask, view: f"You threw {_loose(view)}. Which dice do you rethrow for free before you lock?",
    "findings": lambda ask, view: f"Your total is {of_player(view)['total']}. Do you use New Findings?",
    "redo": lambda ask, view: f"Your dice show {_dice_of(view, ask.seat)}. Which of the two do you throw once more?",
    "rethrow": lambda ask, view: f"Which of {_whose(ask)} dice {_dice_of(view, ask.seat)} are thrown again?",
    "die": lambda ask, view: f"Which of {_whose(ask)} dice {_dice_of(view, ask.seat)} is turned?",
    "face": lambda ask, view: "To which face?",
    "discard": lambda ask, view: "Which Spell do you discard?",
    "keep": lambda ask, view: "Which Spell do you keep?",
    "return": lambda ask, view: f"Which of {_whose(ask)} tokens goes back to the pool?",
    "stick": lambda ask, view: (
        f"{sum(view['tower']['inside'].values())} marbles are inside. Which tentacle "
        f"{'do you draw' if ask.actor == ask.seat else f'does {who(ask.seat)} draw'}?"
    ),
    "investigator": lambda ask, view: "Who are you?",
    "on_reveal": lambda ask, view: f"{_here(view)} is revealed. Do you play a Spell?",
    "on_start": lambda ask, view: f"{_turn(view)} begins. Do you play a Spell?",
    "on_throw": lambda ask, view: f"{_them(view, 'threw', 'threw')} {_thrown(view)}. Do you play a Spell?",
    "on_fail": lambda ask, view: f"{_them(view, 'is', 'are')} about to fail. Do you play a Spell?",
    "before_draw": lambda ask, view: f"{_them(view, 'is', 'are')} about to draw a tentacle. Do you react?",
    "on_fall": lambda ask, view: f"{_them(view, 'released', 'released')} {_fallen(view)}. Do you play a Spell?",
    "on_spell": lambda ask, view: f"{_them(view, 'plays', 'play')} {_spell(view)}. Do you cancel it?",
    "on_turn_end": lambda ask, view: f"{_turn(view)} ends. Do you play a Spell?",
    "on_round_end": lambda ask, view: f"The Round at {_here(view)} ends. Do you play a Spell?",
}

RULES: Final = {
    "lock": ("TM-D5", "TM-D6", "TM-D7"),
    "useless": ("TM-D7",),
    "take": ("TM-U1", "TM-U2"),
    "knowledge": ("TM-U4",),
    "madman": ("TM-U5", "TM-I1"),
    "chance": ("TM-U8", "TM-F2", "TM-F3"),
    "second": ("TM-F2", "TM-F3"),
    "free": ("TM-D3", "TM-D11"),
    "findings": ("TM-U7", "TM-L4"),
    "redo": ("TM-U7",),
    "rethrow": ("TM-D11", "TM-L4"),
    "die": ("TM-D12",),
    "face": ("TM-D12",),
    "discard": ("TM-C9",),
    "keep": ("TM-C8", "TM-V3"),
    "return": ("TM-U3",),
    "stick": ("TM-F6", "TM-F7"),
    "investigator": ("TM-S5",),
    "on_reveal": ("TM-R2", "TM-C3", "TM-C4"),
    "on_start": ("TM-R3", "TM-C3", "TM-C4"),
    "on_throw": ("TM-D3", "TM-C3", "TM-C4"),
    "on_fail": ("TM-F2", "TM-C3", "TM-C4"),
    "before_draw": ("TM-F6", "TM-C3", "TM-U6"),
    "on_fall": ("TM-F6", "TM-C3", "TM-C4"),
    "on_spell": ("TM-C6", "TM-C11", "TM-U6"),
    "on_turn_end": ("TM-D8", "TM-C3", "TM-C4"),
    "on_round_end": ("TM-R5", "TM-C3", "TM-C4"),
}

# -- the log ----------------------------------------------------------------------------------------------------------


def _marbles(kind: int, number: int) -> str:
    return f"{number} {KINDS[kind].capitalize()} marble{'' if number == 1 else 's'}"


def _threw(seat: int, mask: int, *dice: int) -> str:
    shown = [str(face) for die, face in enumerate(dice) if mask >> die & 1]
    return f"{who(seat)} throws {' '.join(shown)}."


def _drew(seat: int, stick: int, heap: int) -> str:
    falls = "fall" if sum(counts_of(heap)) > 1 else "falls"
    return f"{who(seat)} draws tentacle {stick}: {in_words(heap) or 'nothing'} {falls}."


def _locked(seat: int, code: int) -> str:
    return f"{who(seat)} locks {' '.join(map(str, faces(LOCKED[code - LOCK])))}."


def _saved(*winners: int) -> str:
    if not winners:
        return "The world is saved, but nobody wins."
    return f"The world is saved: {' and '.join(map(who, winners))} {'wins' if len(winners) == 1 else 'win'}."


TOLD: Final[dict[str, Callable[..., str]]] = {
    "turn": lambda seat: f"The Turn of {who(seat)}.",
    "threw": _threw,
    "locked": _locked,
    "stuck": lambda seat: f"Nothing that {who(seat)} threw fits a free space.",
    "rule_broken": lambda seat: f"The Location is merciless: {who(seat)} fails by its rule.",
    "success": lambda seat, total: f"{who(seat)} succeeds with a total of {total}.",
    "failed": lambda seat: f"{who(seat)} has failed.",
    "averted": lambda seat: f"{who(seat)} has not failed yet.",
    "last_chance": lambda seat: f"{who(seat)} takes One Last Chance.",
    "findings": lambda seat: f"{who(seat)} uses New Findings.",
    "old_findings": lambda seat: f"{who(seat)} goes back to the old dice.",
    "took": lambda seat, token: f"{who(seat)} takes {TOKEN_NAMES[token]}.",
    "returned": lambda seat, token: f"{TOKEN_NAMES[token]} of {who(seat)} goes back to the pool.",
    "converted": lambda seat: f"{who(seat)} turns a Spell marble into a Discovery marble.",
    "spell": lambda seat: f"{who(seat)} draws a Spell.",
    "stole": lambda thief, victim: f"{who(thief)} steals a Spell from {who(victim)}.",
    "reshuffled": lambda: "The discarded Spells are shuffled and become the deck.",
    "imprisoned_spell": lambda seat, caster: f"{who(seat)} imprisons the Spell of {who(caster)}.",
    "imprisoned_draw": lambda seat, drawer: f"{who(seat)} imprisons {who(drawer)}: no tentacle is drawn.",
    "prevented": lambda seat, drawer: f"{who(seat)} prevents the tentacle of {who(drawer)}.",
    "redirected": lambda seat: f"{who(seat)} draws the tentacle instead.",
    "chooses": lambda seat, drawer: f"{who(seat)} picks the tentacle for {who(drawer)}.",
    "penalty": lambda seat, amount: f"The penalty of {who(seat)} changes by {amount:+}.",
    "drew": _drew,
    "got": lambda seat, kind, number: f"{who(seat)} gets {_marbles(kind, number)}.",
    "diverted": lambda seat, kind, number: f"{_marbles(kind, number)} will go to {who(seat)}.",
    "moved": lambda giver, seat, kind, number: (
        f"{_marbles(kind, number)} of {who(giver)} {'goes' if number == 1 else 'go'} to {who(seat)}."
    ),
    "removed": lambda seat, kind, number: (
        f"{_marbles(kind, number)} of {who(seat)} {'leaves' if number == 1 else 'leave'} the game."
    ),
    "shielded": lambda seat, number: f"{who(seat)} turns {number} Madness away.",
    "gave_madness": lambda seat, to: f"{who(seat)} is no madman: {who(to)} gets a Madness marble.",
    "insane": lambda seat: f"{who(seat)} goes insane.",
    "total": lambda seat, amount: f"The Discovery total of {who(seat)} changes by {amount:+}.",
    "turned": lambda caster, seat, die, face: f"{who(caster)} turns d{die + 1} of {who(seat)} to {face}.",
    "points": lambda amount: f"The Location is worth {amount:+} points.",
    "imposed": lambda seat: f"A rule binds {who(seat)} until the end of the Round.",
    "ignoring": lambda seat: f"The Location's rule does not bind {who(seat)} this Round.",
    "saved": _saved,
    "doom_bringer": lambda seat: f"The third DOOM marble has fallen: {who(seat)} wins alone.",
    "consumed": lambda: "The world is consumed. Nobody wins.",
}
"""By key: one line of the log."""


def _plays(name: str, seat: int, insane: int, target: int) -> str:
    upon = f" on {who(target)}" if target != NONE else ""
    return f"{who(seat)} plays {name}{upon}{' (insane side)' if insane else ''}."


NAMED: Final[dict[str, Callable[..., str]]] = {
    "investigator": lambda name, seat: f"{who(seat)} is {name}.",
    "round": lambda name, number: f"Round {number}: {name}.",
    "drawn": lambda name: f"Your new Spell is {name}.",
    "stolen": lambda name: f"The stolen Spell is {name}.",
    "discarded": lambda name, seat, card: f"{who(seat)} discards {name}.",
    "plays": _plays,
    "cancelled": lambda name: f"{name} is cancelled.",
    "replaced": lambda name: f"{name} takes the place of the Location.",
    "won": lambda name, seat, points: f"{who(seat)} wins {name} for {points} points.",
    "unsolved": lambda name, left: f"Nobody solves {name}." + ("" if left else " It must be faced again."),
}
"""The same, where a card is named in the key."""


PHRASES = TowerPhrases()
