"""What may shake a mind (CM-I4..I6): acts and sights are noted here, and settled after the running action."""

from __future__ import annotations

from miskatonic.games.mash.grid import BIT, CELLS, NONE
from miskatonic.games.mash.pieces import ALIVE, GENERATOR, MONSTER, Hero, Piece
from miskatonic.games.mash.sight import sees
from miskatonic.games.mash.state import Mash
from miskatonic.kernel.sets import members


def act(s: Mash, seat: int, what: str) -> None:
    """CM-I6: an act that costs sanity every time; it is settled after the running action."""
    if s.rules.sanity:
        s.pending = (*s.pending, (seat, 0, what, 0))


def mourn(s: Mash, dead: Hero) -> None:
    """CM-I6: the death of a fellow, for those who see it (`coop_death_witness`)."""
    if not s.rules.sanity:
        return
    for hero in s.heroes:
        if hero.life != ALIVE or hero.id == dead.id:
            continue
        near = hero.slot == dead.slot and sees(s, hero.slot, hero.cell, dead.cell)
        if near or s.rules.coop_death_witness == "all":
            act(s, hero.id, "friend")


def look(s: Mash, slot: int) -> None:
    """CM-I4, CM-I5: note whatever the characters on a tile see for the first time, also in passing."""
    if not s.rules.sanity:
        return
    for hero in s.heroes:
        if hero.slot == slot and hero.life == ALIVE:
            _look_around(s, hero)


def come_in(s: Mash, hero: Hero) -> None:
    """CM-I4, CM-I5: some tiles shock whoever enters them: not those who are swapped there (CM-B6)."""
    tile = s.tile(hero.slot)
    if s.rules.sanity and tile.sanity.startswith("enter"):
        _note(s, hero, 1, f"tile {tile.id}", s.tiles[hero.slot])


def pass_by(s: Mash, monster: Piece, cell: int) -> None:
    """CM-I4, CM-I5: a monster may be seen in the cell of another piece, or above an obstacle, where it passes."""
    kind, slot = s.kind_of(monster), monster.slot
    left = BIT[monster.cell] if monster.host == NONE else 0
    near = [hero for hero in s.heroes if hero.slot == slot and hero.life == ALIVE] if kind.sanity else []
    for hero in near:
        if sees(s, slot, hero.cell, cell, left=left):
            _note(s, hero, 2, f"monster {kind.id}", monster.type)


def look_everywhere(s: Mash) -> None:
    """CM-I4: the same on every tile."""
    for hero in s.heroes:
        if hero.life == ALIVE:
            _look_around(s, hero)


def _look_around(s: Mash, hero: Hero) -> None:
    slot = hero.slot
    tile = s.tile(slot)
    what, _, rest = tile.sanity.partition(" ")
    if what == "see":
        name = rest.split()[0]
        key = "shoggoth" if name == "shoggoth" else f"tile {tile.id}"
        if any(sees(s, slot, hero.cell, cell) for cell in members(tile.seen[name])):
            _note(s, hero, 1, key, s.tiles[slot])
    for piece in s.on_tile(slot):
        if piece.kind == MONSTER and s.kind_of(piece).sanity:
            if piece.host == hero.id or sees(s, slot, hero.cell, piece.cell):
                _note(s, hero, 2, f"monster {s.kind_of(piece).id}", piece.type)
        elif piece.kind == GENERATOR and s.nest_of(piece).sanity and sees(s, slot, hero.cell, piece.cell):
            _note(s, hero, 3, f"generator {s.nest_of(piece).id}", piece.type)
    for place, things in s.tissue.items():
        if place // CELLS == slot and sees(s, slot, hero.cell, place % CELLS):
            for thing in things:
                if "shoggoth" not in hero.seen:
                    _note(s, hero, 0, f"tissue {place} {thing}", thing)


def _note(s: Mash, hero: Hero, group: int, key: str, number: int) -> None:
    """CM-I5: each sight once per character; a Shoggoth anywhere spoils the surprise of the others."""
    if key in hero.seen or (key == "shoggoth" and any(old.startswith("tissue") for old in hero.seen)):
        return
    hero.seen = hero.seen | {key}
    s.pending = (*s.pending, (hero.id, group, key, number))
