"""What each audience may see: everything (UI-S7). Answers that wait for others are not in the state at all."""

from __future__ import annotations

from functools import cache
from typing import Any

from miskatonic.games.insanity.asks import Desk, desk_of
from miskatonic.games.insanity.effects import Burden
from miskatonic.games.insanity.markers import is_doubled, reckoned, row_total, usable, values
from miskatonic.games.insanity.names import BIT, COLOURS, NONE, SEATS, SPACES, colour_names
from miskatonic.games.insanity.options import Rules
from miskatonic.games.insanity.sanity import forecasts
from miskatonic.games.insanity.scoring import numbers_written, positive_score, result, score
from miskatonic.games.insanity.sheet import Brain, sheet_of
from miskatonic.games.insanity.state import STEPS, Cult, Novice
from miskatonic.kernel import View
from miskatonic.kernel.state import fields_of


def view(s: Cult, seat: int | None) -> View:
    """The whole table; `seat` only says whose eyes these are."""
    desk = desk_of(s)
    return {
        "seat": seat,
        "sheet": printed_view(s.brain).copy(),
        "rules": rules_view(s.rules).copy(),
        "turn": s.turn,
        "step": STEPS[s.step],
        "active": None if s.active == NONE else s.active,
        "bag": colour_names(s.bag),
        "roll": {COLOURS[colour]: face for colour, face in enumerate(s.faces) if face},
        "rolled": colour_names(s.rolled),
        "die": None if s.die == NONE else COLOURS[s.die],
        "face": s.face,
        "incoming": s.incoming,
        "first": {
            colour: None if owner == NONE else {"seat": owner, "used": bool(s.used & BIT[number])}
            for number, (colour, owner) in enumerate(zip(COLOURS, s.first, strict=True))
        },
        "novices": [novice_view(s, desk, n) for n in s.novices],
        "over": list(s.over),
        "result": result(s),
    }


def novice_view(s: Cult, desk: Desk, n: Novice) -> dict[str, Any]:
    """One sheet with its figures, and what holds for its owner in this turn."""
    private = s.private.get(n.seat)
    burden = desk.burdens[n.insane]
    return {
        "name": SEATS[n.seat],
        "rows": {COLOURS[c]: list(row) for c, row in enumerate(n.rows)},
        "totals": {COLOURS[c]: row_total(desk, n, c) for c in range(len(COLOURS))},
        "values": dict(zip(COLOURS, values(desk, n), strict=True)),
        "sizes": dict(zip(COLOURS, n.size, strict=True)),
        "doubled": [COLOURS[c] for c in range(len(COLOURS)) if is_doubled(desk, n, c)],
        "usable": colour_names(usable(desk, n)),
        "brain": {SPACES[space]: number for space, number in enumerate(n.numbers) if number},
        "insane": colour_names(n.insane),
        "forecast": dict(zip(COLOURS, forecasts(n), strict=True)),
        "score": score(s, n),
        "points": n.points + burden.points,
        "numbers": numbers_written(n),
        "positive": positive_score(s, n),
        "commit": COLOURS[s.named[n.seat]] if n.seat in s.named else None,
        "third": {COLOURS[colour]: face for colour, face in private.third.items()} if private else {},
        "both": bool(private and private.both),
        "copies": private.copies if private else 2,
        "face": private.face if private else 0,
        "burden": burden_view(burden).copy(),
    }


@cache
def burden_view(burden: Burden) -> dict[str, Any]:
    """What the cards of a player do to the numbers he writes, for labels and bots."""
    return {
        "positive": [
            [amount, colour_names(rows), at_least, low, high] for amount, rows, at_least, low, high in burden.positive
        ],
        "negative": [[amount, kinds, colour_names(dice), limit] for amount, kinds, dice, limit in burden.negative],
        "placer": burden.placer,
        "no_double": colour_names(burden.no_double),
        "forbidden": colour_names(burden.forbidden),
    }


@cache
def rules_view(rules: Rules) -> dict[str, Any]:
    """The rules that are played."""
    return {name: getattr(rules, name) for name in fields_of(rules)}


@cache
def printed_view(brain: Brain) -> dict[str, Any]:
    """The printed part of the table."""
    sheet = sheet_of(brain)
    return {
        "id": sheet.id,
        "title": sheet.title,
        "origin": sheet.origin,
        "fallback": sheet.fallback,
        "dice": {"positive": list(sheet.positive), "negative": list(sheet.negative)},
        "rows": {colour: row._asdict() for colour, row in zip(COLOURS, sheet.rows, strict=True)},
        "spaces": {SPACES[space]: list(xy) for space, xy in sorted(sheet.where.items())},
        "lines": [[SPACES[one], SPACES[two]] for one, two in sheet.lines],
        "rings": {COLOURS[c]: [colour_names(ring) for ring in rings] for c, rings in enumerate(sheet.rings)},
        "penalties": {colour: card._asdict() for colour, card in zip(COLOURS, sheet.penalty_cards, strict=True)},
        "bonuses": {
            colour: card._asdict() | {"kind": bonus.kind}
            for colour, card, bonus in zip(COLOURS, sheet.bonus_cards, sheet.bonuses, strict=True)
        },
    }


def census(s: Cult) -> dict[str, int]:
    """Spaces are filled or empty, and the figures that are kept agree with what is written."""
    desk = desk_of(s)
    colours = range(len(COLOURS))
    return {
        "brain spaces": sum(n.empty.bit_count() + sum(map(bool, n.numbers)) for n in s.novices),
        "margins wrongly reckoned": sum(n.margins != reckoned(desk, n) for n in s.novices),
        "cards wrongly counted": sum(
            bool(s.cards & BIT[c]) != any(n.insane & BIT[c] for n in s.novices)
            or bool(s.unused & BIT[c]) != (s.first[c] != NONE and not s.used & BIT[c])
            for c in colours
        ),
        "rows wrongly open": sum(
            (len(n.rows[c]) < desk.free[c]) != bool(n.open & BIT[c]) for n in s.novices for c in colours
        ),
        "rows too long": sum(len(n.rows[c]) > desk.free[c] for n in s.novices for c in colours),
        "insane without a First card": sum(
            bool(n.insane & BIT[c]) and s.first[c] == NONE for n in s.novices for c in colours
        ),
    }
