"""A table as one line of text, and back: `mode=solo tile.1=BC/90/up A=arctic_explorer@1:C6R1/hp:3 m4=cultist@1:C5R1`.

Only what differs from a fresh table is written. Stacks are never written where they follow from everything else.
"""

from __future__ import annotations

import re
from typing import Any, Final

from miskatonic.games.mash.box import SPELLS
from miskatonic.games.mash.figures import refresh
from miskatonic.games.mash.grid import CELL, CELL_NAMES, CELLS, NONE
from miskatonic.games.mash.pieces import ALIVE, FIRST_PIECE, GENERATOR, MONSTER, Hero, Piece
from miskatonic.games.mash.policy import hunters, order
from miskatonic.games.mash.setup import MODE_NAMES
from miskatonic.games.mash.state import ACTIVATION, BEGIN, PHASES, SETUP, Mash
from miskatonic.games.mash.vocabulary import SEATS
from miskatonic.kernel import SetupError

NUMBERS: Final = (
    "round", "active", "beginner", "pool", "wish", "countdown", "destroyer", "one_way", "all_edges", "uncounted",
    "awake", "generation",
)  # fmt: skip
FLAGS: Final = ("one_way", "all_edges")
"""Those of them that are true or false."""
PIECE: Final = ("bond", "tie", "doom", "by", "grasp", "host", "idle", "held", "charged", "cocked", "acted", "face")
HERO: Final = (
    "life", "team", "home", "first", "space", "me", "sp", "ward", "warded", "flying", "razor", "razored",
    "webbed", "lost", "insane", "refused", "shell", "fallen",
)  # fmt: skip
LISTS: Final = ("powerups", "kept")
_PLACE: Final = re.compile(r"(\d+):(C\dR\d)")


# -- writing ----------------------------------------------------------------------------------------------------------


def position(s: Mash) -> str:
    """A table at rest."""
    if s.phase == SETUP:
        return ""
    fresh = Mash(s.box, s.rules, s.board, len(s.heroes))
    words = [f"mode={s.mode}", f"phase={PHASES[s.phase]}"]
    words += [f"{name}={int(value)}" for name in NUMBERS if (value := getattr(s, name)) != getattr(fresh, name)]
    words += [f"tile.{slot + 1}={_tile(s, slot)}" for slot in range(len(s.up)) if s.tiles[slot] != NONE]
    words += [f"{SEATS[hero.id]}={_hero(s, hero)}" for hero in s.heroes]
    for piece in s.pieces.values():
        kinds = s.box.monsters if piece.kind == MONSTER else s.box.generators
        letter = "m" if piece.kind == MONSTER else "g"
        words.append(f"{letter}{piece.id}={_on(kinds[piece.type].id, piece)}/{'/'.join(_piece(s, piece))}")
    for name in ("loose", "tissue", "piles"):
        for place, things in sorted(getattr(s, name).items()):
            words.append(f"{name}.{place // CELLS + 1}:{CELL_NAMES[place % CELLS]}={_things(s, things)}")
    words += [f"tome.{s.box.objects[n].id}={'+'.join(SPELLS[x] for x in spells)}" for n, spells in s.tomes.items()]
    words += [f"crystal={s.crystal[0]}+{s.crystal[1]}"] if s.crystal else []
    words += [f"discard={_counted(s, s.discard)}"] if sum(s.discard) else []
    words += [f"gone={'+'.join(map(str, s.nests_gone))}"] if sum(s.nests_gone) else []
    words += [f"queue={'+'.join(map(str, s.queue))}"] if s.queue or s.phase == ACTIVATION else []
    for number, pool in enumerate(s.pools[:-1]):
        words.append(f"pool.{number}={_counted(s, pool)}")
    return " ".join(words)


def _tile(s: Mash, slot: int) -> str:
    flags = [name for name, list_ in (("up", s.up), ("rolled", s.rolled)) if list_[slot]]
    return "/".join([s.tile(slot).id, str(90 * s.turns[slot]), *flags])


def _on(name: str, piece: Piece) -> str:
    return name if piece.slot == NONE else f"{name}@{piece.slot + 1}:{CELL_NAMES[piece.cell]}"


def _piece(s: Mash, piece: Piece) -> list[str]:
    plain = Piece(piece.id, piece.kind, piece.type, piece.hp)
    words = [f"hp:{piece.hp}"]
    words += [f"{name}:{int(value)}" for name in PIECE if (value := getattr(piece, name)) != getattr(plain, name)]
    return words + ([f"objects:{_things(s, piece.objects)}"] if piece.objects else [])


def _hero(s: Mash, hero: Hero) -> str:
    plain = Hero(hero.id)
    plain.first = False
    words = [_on(s.card(hero).id, hero), *_piece(s, hero)]
    plain.me = plain.sp = plain.home = NONE - 1  # always written: what a fresh table has depends on the card
    words += [f"{name}:{int(value)}" for name in HERO if (value := getattr(hero, name)) != getattr(plain, name)]
    words += [f"{name}:{'+'.join(map(str, value))}" for name in LISTS if (value := getattr(hero, name))]
    for name in ("innate", "memorised"):
        if spells := getattr(hero, name):
            words.append(f"{name}:{'+'.join(SPELLS[spell] for spell in spells)}")
    if hero.ready != NONE:
        words.append(f"ready:{s.box.objects[hero.ready].id}")
    if hero.seen:
        words.append(f"seen:{'+'.join(sorted(key.replace(' ', '~') for key in hero.seen))}")
    return "/".join(words)


def _things(s: Mash, things: tuple[int, ...]) -> str:
    return "+".join(s.box.objects[thing].id if thing >= 0 else f"?{-thing - 1}" for thing in things)


def _counted(s: Mash, counts: tuple[int, ...]) -> str:
    return "+".join(s.box.objects[thing].id for thing, count in enumerate(counts) for _ in range(count)) or "-"


# -- reading ----------------------------------------------------------------------------------------------------------


def place(s: Mash, text: str) -> Mash:
    """Put everything where a line says."""
    older: dict[int, tuple[int, ...]] = {}
    for word in text.split():
        name, _, value = word.partition("=")
        try:
            _place_word(s, name, value, older)
        except (ValueError, KeyError, IndexError, AttributeError):
            raise SetupError(f"{word!r} is no part of a position of this table") from None
    if s.mode not in MODE_NAMES:
        raise SetupError("a position says what is played for, like mode=solo")
    if not 0 <= s.active < len(s.heroes):
        raise SetupError(f"active={s.active} is no seat of this table")
    if s.phase == SETUP:
        # a position written by hand need not say that a turn begins
        s.phase = BEGIN
    try:
        _stand_up(s)
        _follow(s, older)
        for hero in s.heroes:
            refresh(s, hero)
    except IndexError:
        raise SetupError("the position names something that this table does not have") from None
    if s.phase == ACTIVATION and " queue=" not in text and s.hero.slot != NONE:
        # a position written by hand need not say who is still to act
        s.queue = order(s, [piece for piece in hunters(s, s.hero.slot) if not piece.acted and not piece.idle])
    if any(who not in s.pieces for who in s.queue):
        raise SetupError("somebody who is not there is still to act")
    return s


def _place_word(s: Mash, name: str, value: str, older: dict[int, tuple[int, ...]]) -> None:
    head, _, rest = name.partition(".")
    if name == "mode":
        s.mode = value
    elif name == "phase":
        s.phase = PHASES.index(value)
    elif name in FLAGS:
        setattr(s, name, bool(int(value)))
    elif name in NUMBERS:
        setattr(s, name, int(value))
    elif head == "tile":
        _read_tile(s, int(rest) - 1, value.split("/"))
    elif name in tuple(SEATS):
        _read_hero(s, s.heroes[SEATS.index(name)], value.split("/"))
    elif re.fullmatch(r"[mg]\d+", name):
        _read_piece(s, name, value.split("/"))
    elif head in ("loose", "tissue", "piles"):
        getattr(s, head)[_read_place(rest)] = _read_things(s, value)
    elif head == "tome":
        s.tomes[s.box.object_named[rest]] = tuple(SPELLS.index(spell) for spell in value.split("+") if spell)
    elif name == "crystal":
        s.crystal = card, number = _numbers(value)
        if not (0 <= card < len(s.box.powerups) and 0 <= number < len(s.box.powerups[card])):
            raise ValueError(value)
    elif name == "discard":
        s.discard = _read_counts(s, value)
    elif name == "gone":
        s.nests_gone = _numbers(value)
    elif name == "queue":
        s.queue = _numbers(value) if value else ()
    elif head == "pool":
        older[int(rest)] = _read_counts(s, value)
    else:
        raise KeyError(name)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split("+"))


def _read_place(text: str) -> int:
    found = _PLACE.fullmatch(text)
    if not found:
        raise ValueError(text)
    return (int(found[1]) - 1) * CELLS + CELL[found[2]]


def _read_things(s: Mash, text: str) -> tuple[int, ...]:
    return tuple(-int(word[1:] or 0) - 1 if word[0] == "?" else s.box.object_named[word] for word in text.split("+"))


def _read_counts(s: Mash, text: str) -> tuple[int, ...]:
    things = _read_things(s, text) if text != "-" else ()
    return tuple(things.count(thing) for thing in range(len(s.box.objects)))


def _read_tile(s: Mash, slot: int, words: list[str]) -> None:
    s.tiles[slot] = s.box.tile_named[words[0]]
    s.turns[slot] = int(words[1]) // 90
    s.up[slot] = "up" in words
    s.rolled[slot] = "rolled" in words


def _read_facts(s: Mash, piece: Piece, words: list[str]) -> None:
    for word in words:
        name, _, value = word.partition(":")
        if name == "hp" or name in PIECE or name in HERO:
            old = getattr(piece, name)
            setattr(piece, name, type(old)(int(value)))
        elif name == "objects":
            piece.objects = _read_things(s, value)
        elif name in LISTS:
            setattr(piece, name, _numbers(value))
        elif name in ("innate", "memorised"):
            setattr(piece, name, tuple(SPELLS.index(spell) for spell in value.split("+")))
        elif name == "ready":
            setattr(piece, name, s.box.object_named[value])
        elif name == "seen":
            setattr(piece, name, frozenset(key.replace("~", " ") for key in value.split("+")))
        else:
            raise KeyError(name)


def _read_at(piece: Piece, word: str) -> str:
    name, _, where = word.partition("@")
    if where:
        piece.slot, piece.cell = divmod(_read_place(where), CELLS)
    return name


def _read_hero(s: Mash, hero: Hero, words: list[str]) -> None:
    name = _read_at(hero, words[0])
    hero.type = [card.id for card in s.box.characters].index(name)
    hero.first = False
    if hero.slot != NONE:
        hero.life = ALIVE
    hero.home = s.board.starts[hero.id] if hero.id < len(s.board.starts) else NONE
    card = s.card(hero)
    hero.hp, hero.me, hero.sp = card.health, card.mentality, card.sanity if s.rules.sanity else 0
    hero.base_hp = hero.base_me = hero.base_sp = 0
    _read_facts(s, hero, words[1:])


def _read_piece(s: Mash, name: str, words: list[str]) -> None:
    kind = MONSTER if name[0] == "m" else GENERATOR
    piece = Piece(int(name[1:]), kind, NONE, 1)
    kinds: list[Any] = list(s.box.monsters if kind == MONSTER else s.box.generators)
    piece.type = [each.id for each in kinds].index(_read_at(piece, words[0]))
    piece.hp = kinds[piece.type].health
    _read_facts(s, piece, words[1:])
    if piece.id < FIRST_PIECE or piece.slot == NONE:
        raise ValueError(name)
    s.pieces[piece.id] = piece


# -- what follows -----------------------------------------------------------------------------------------------------


def _stand_up(s: Mash) -> None:
    """Everybody on a cell."""
    s.clinging = any(piece.host != NONE for piece in s.pieces.values())
    s.charging = any(piece.charged for piece in s.pieces.values())
    for piece in [*s.heroes, *s.pieces.values()]:
        if piece.host >= len(s.heroes):
            raise SetupError(f"nothing can cling to somebody at seat {piece.host + 1}: there is none")
        if piece.slot != NONE and piece.host == NONE:
            slot, cell = piece.slot, piece.cell
            if s.tiles[slot] == NONE or s.standing(slot, cell) is not None:
                raise SetupError(f"nobody can stand on {CELL_NAMES[cell]} of slot {slot + 1}")
            s.put(piece, slot, cell)


def _follow(s: Mash, older: dict[int, tuple[int, ...]]) -> None:
    """Stacks, supplies and hidden tiles are whatever is not somewhere else."""
    box = s.box
    seen = {tile for tile in s.tiles if tile != NONE}
    s.hidden = tuple(tile for tile in s.hidden if tile not in seen)
    pieces = list(s.pieces.values())
    s.supply = tuple(
        kind.count - sum(piece.kind == MONSTER and piece.type == number for piece in pieces)
        for number, kind in enumerate(box.monsters)
    )
    s.nests = tuple(
        nest.count
        - s.nests_gone[number]
        - sum(piece.kind == GENERATOR and piece.type == number for piece in pieces)
        - sum(hero.kept.count(number) for hero in s.heroes)
        for number, nest in enumerate(box.generators)
    )
    known = {spell for spells in s.tomes.values() for spell in spells}
    known |= {spell for hero in s.heroes for spell in (*hero.innate, *hero.memorised)}
    s.spells = sum(1 << spell for spell in range(len(SPELLS)) if spell not in known)
    for hero in s.heroes:
        drawn = {*hero.powerups, *(s.crystal[1:] if s.crystal[:1] == (hero.type,) else ())}
        s.powerups[hero.id] = sum(1 << n for n in range(len(box.powerups[hero.type])) if n not in drawn)
    _follow_objects(s, older)


def _follow_objects(s: Mash, older: dict[int, tuple[int, ...]]) -> None:
    visible: list[int] = []
    for things in (*s.loose.values(), *s.tissue.values(), *s.piles.values(), *(hero.objects for hero in s.heroes)):
        visible += things
    for piece in s.pieces.values():
        visible += piece.objects
    counts = []
    for number, thing in enumerate(s.box.objects):
        left = thing.count - s.discard[number] - visible.count(number) - sum(pool[number] for pool in older.values())
        counts.append(left)
    if min(counts) < 0:
        raise SetupError(f"there are not so many pieces of {s.box.objects[counts.index(min(counts))].name}")
    s.pools = (*(older[number] for number in sorted(older)), tuple(counts))
    s.generation = len(s.pools) - 1
    s.stack = sum(counts) - sum(item == -s.generation - 1 for pile in s.piles.values() for item in pile)
