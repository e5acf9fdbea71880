"""What each audience may see (section 7.2 of the rules): everything but other hands and cards put under the deck."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from miskatonic.games.tower.desk import Desk, desk_for, desk_of
from miskatonic.games.tower.names import (
    BIT,
    DICE,
    DOOM,
    KINDS,
    MARBLES,
    NONE,
    STATUSES,
    TIMINGS,
    TOKENS,
    WINDOWS,
    counts_of,
    marbles,
)
from miskatonic.games.tower.options import Rules
from miskatonic.games.tower.pack import Pack, cards_of
from miskatonic.games.tower.possible import box_size
from miskatonic.games.tower.scoring import leader, result, score
from miskatonic.games.tower.state import SHOWN, Expedition, Moment, Player
from miskatonic.games.tower.tower import LAYOUTS
from miskatonic.kernel import View
from miskatonic.kernel.sets import members
from miskatonic.kernel.state import fields_of


def view(s: Expedition, seat: int | None) -> View:
    """The table with the own hand; cards, Locations and Investigators are numbers in the printed lists."""
    desk = desk_of(s)
    return {
        "seat": seat,
        "cards": printed_view(s.pack).copy(),
        "rules": rules_view(s.rules).copy(),
        "round": s.round,
        "rounds": s.round + s.left,
        "step": SHOWN[s.step],
        "first": _seat(s.first),
        "active": _seat(s.active),
        "location": _location(s, desk),
        "left": s.left,
        "box": box_size(s),
        "leader": None if s.location == NONE else _seat(leader(s)),
        "tower": {
            "layout": s.layout,
            "sticks": members(s.sticks),
            "drawn": [[stick, _heap(heap)] for stick, heap in s.drawn],
            "inside": _heap(s.inside),
            "doom": MARBLES[DOOM] - marbles(s.inside, DOOM),
            "loose": _heap(s.loose),
            "removed": _heap(s.removed),
        },
        "tokens": {name: _token(s, token) for token, name in enumerate(TOKENS)},
        "deck": s.deck.bit_count() + len(s.under),
        "under": [card for card, by in s.under if by == seat],
        "discards": members(s.discards),
        "in_play": members(s.in_play),
        "players": [player_view(s, desk, p, seat) for p in s.players],
        "moments": [moment_view(w) for w in s.moments],
        "over": s.over,
        "winners": list(s.winners),
        "result": result(s),
    }


def _seat(seat: int) -> int | None:
    return None if seat == NONE else seat


def _heap(heap: int) -> dict[str, int]:
    return dict(zip(KINDS, counts_of(heap), strict=True))


def _location(s: Expedition, desk: Desk) -> dict[str, Any] | None:
    if s.location == NONE:
        return None
    site = desk.sites[s.location]
    return {"number": s.location, "points": max(0, site.points + s.extra), "last": s.left == 0}


def _token(s: Expedition, token: int) -> dict[str, Any]:
    """Where a token is: with a seat, in the pool or aside; flipped if used; Imprison perhaps in its second Round."""
    seat = s.holder[token]
    return {
        "holder": seat if seat >= 0 else None,
        "in_pool": seat == NONE,
        "used": bool(s.flipped & BIT[token]),
        "carried": s.carried and TOKENS[token] == "imprison",
    }


def player_view(s: Expedition, desk: Desk, p: Player, seat: int | None) -> dict[str, Any]:
    """One player: board, hand as far as it is known, and this Round's investigation."""
    binding = desk.binding(s, p)
    placed = binding.placing.of(p.tray)
    bit = 0 if seat is None else BIT[seat]
    own = p.seat == seat or s.rules.open_hands
    return {
        "investigator": None if p.investigator == NONE else p.investigator,
        "insane": p.insane,
        "discovery": p.discovery,
        "spells": p.spells,
        "madness": p.madness,
        "insane_at": binding.insanity_at,
        "shield": max(0, binding.shield - p.shielded),
        "cards": p.hand.bit_count(),
        "hand": members(p.hand) if own else None,
        "known": [card for card in members(p.hand) if s.known.get(card, 0) & bit],
        "won": [list(won) for won in p.won],
        "score": score(p),
        "drew": p.drew,
        "status": STATUSES[p.status],
        "dice": list(p.dice),
        "locked": [bool(p.locked & BIT[die]) for die in range(DICE)],
        "last": [bool(p.last & BIT[die]) for die in range(DICE)],
        "discovery_dice": members(binding.placing.discovery(p.tray)),
        "stands": placed.stands,
        "now": max(0, placed.total + p.mods) if placed.stands else None,
        "total": p.total,
        "stamp": p.stamp,
        "mods": p.mods,
        "throws": p.throws,
        "imposed": list(p.imposed),
        "ignoring": p.ignoring,
    }


def moment_view(w: Moment) -> dict[str, Any]:
    """An open window."""
    return {
        "window": WINDOWS[w.kind],
        "about": _seat(w.subject),
        "used": [TIMINGS[timing] for timing in members(w.used)],
        "thrown": members(w.thrown),
        "penalty": w.penalty,
        "chooser": _seat(w.chooser),
        "fallen": _heap(w.fallen),
        "card": None if w.card == NONE else w.card,
        "target": _seat(w.target),
    }


@cache
def rules_view(rules: Rules) -> dict[str, Any]:
    """The rules that are played."""
    return {name: getattr(rules, name) for name in fields_of(rules)}


@cache
def printed_view(pack: Pack) -> dict[str, Any]:
    """The printed part of the table: the content file, no text missing, and where the tentacles stick."""
    printed: dict[str, Any] = dict(pack.read().data)
    for card in (*printed["locations"], *printed["investigators"]):
        card.setdefault("text", "")
    for card in printed["investigators"]:
        card.setdefault("role", "")
    for card in printed["spells"]:
        card["sane"].setdefault("text", "")
        card["insane"].setdefault("text", "")
    return printed | {
        "digest": pack.digest,
        "faces": list(cards_of(pack).faces),
        "sticks": {name: [list(stick) for stick in layout.sticks] for name, layout in LAYOUTS.items()},
    }


def desk_in(view: View) -> Desk:
    """The desk for the cards of a view, wherever the view came from."""
    cards = view["cards"]
    known = _DESKS_SEEN.get(cards["digest"])
    if known is None:
        content = {key: value for key, value in cards.items() if key not in ("digest", "faces", "sticks")}
        known = _DESKS_SEEN[cards["digest"]] = desk_for(Pack(cards["id"], cards["digest"], json.dumps(content)))
    return known


_DESKS_SEEN: dict[str, Desk] = {}


def census(s: Expedition) -> dict[str, int]:
    """TM-T3: all 39 marbles are accounted for; every card is in one place; tokens are somewhere."""
    fell = [0] * len(KINDS)
    for _, heap in s.drawn:
        for kind, number in enumerate(counts_of(heap)):
            fell[kind] += number
    on_boards = sum(p.discovery + p.spells + p.madness for p in s.players)
    elsewhere = sum(counts_of(s.removed)) + sum(counts_of(s.loose))
    hands = [card for p in s.players for card in members(p.hand)]
    cards = [*hands, *members(s.deck), *members(s.discards), *members(s.in_play), *s.looked, *(c for c, _ in s.under)]
    return {
        **{kind: inside + fallen for kind, inside, fallen in zip(KINDS, counts_of(s.inside), fell, strict=True)},
        "marbles astray": sum(fell[:DOOM]) - on_boards - elsewhere,
        "tentacles": s.sticks.bit_count() + len(s.drawn),
        "spells": len(cards),
        "spells in two places": len(cards) - len(set(cards)),
        "known cards not in hand": len(set(s.known) - set(hands)),
        "tokens nowhere": sum(not -2 <= seat < len(s.players) for seat in s.holder),
        "used tokens in the pool": sum(seat == NONE and bool(s.flipped & BIT[n]) for n, seat in enumerate(s.holder)),
        "locations seen twice": (s.unseen & s.box).bit_count(),
    }
