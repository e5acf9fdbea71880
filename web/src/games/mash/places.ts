/**
 * From the words of options to places on the board: cells, carried objects, spells; whatever has no place goes into the
 * bar below the board. Every option has at least one place.
 */

import type { Option, Question } from '../../wire';
import { distance, lyingBeside } from './cells';
import { together, type Box, type Direction, type Hero, type Piece, type Tile, type View } from './types';

export interface Word {
    family: string;
    value: string;
}

/** A cell of the board: `3 C1R6` is a cell of slot 3, counted from 0. */
export type Key = string;

export interface Places {
    cells: Map<Key, Option>;
    /** By carried object and by spell. */
    things: Map<string, Option[]>;
    spells: Map<string, Option[]>;
    gates: Map<Direction, Option>;
    slots: Map<number, Option>;
    bar: Option[];
}

export function wordOf(option: Option): Word {
    const at = option.word.indexOf('=');
    return { family: option.word.slice(0, at), value: option.word.slice(at + 1) };
}

export function keyOf(slot: number, cell: string): Key {
    return `${slot} ${cell}`;
}

export function splitKey(key: Key): [number, string] {
    const [slot = '0', cell = ''] = key.split(' ');
    return [Number(slot), cell];
}

const ON_CELLS = ['target', 'wake', 'spot', 'block', 'go', 'charge', 'jump'];
const CARRIED = ['use', 'read', 'drop', 'ready', 'give', 'treat', 'green'];
const SPOKEN = ['cast', 'memorize'];
/** In these questions a player looks over everything; in all others the question itself is at hand. */
const OPEN = ['act', 'move'];

/** Where every option of a question is offered. */
export function placesOf(view: View, box: Box, ask: Question | null): Places {
    const places: Places = {
        cells: new Map(),
        things: new Map(),
        spells: new Map(),
        gates: new Map(),
        slots: new Map(),
        bar: [],
    };
    if (!ask) return places;
    const slot = stageSlot(view, box, ask);
    const ordered = [...ask.options].sort((one, two) => rank(one) - rank(two));
    for (const option of ordered) if (!place(places, view, ask, slot, option)) places.bar.push(option);
    places.bar.sort((one, two) => ask.options.indexOf(one) - ask.options.indexOf(two));
    return places;
}

function rank(option: Option): number {
    const at = ON_CELLS.indexOf(wordOf(option).family);
    return at < 0 ? ON_CELLS.length : at;
}

/** Offer an option at its place; false if it has none, or if it shall be in the bar as well. */
function place(places: Places, view: View, ask: Question, slot: number | null, option: Option): boolean {
    const { family, value } = wordOf(option);
    const open = OPEN.includes(ask.prompt);
    if (ON_CELLS.includes(family)) {
        const [cell = '', share] = value.split(' ');
        return share === undefined && /^C\dR\d$/.test(cell) && onCell(places, slot, cell, option);
    }
    if (family === 'arrive' || family === 'beyond') {
        const [number = '1', cell = ''] = value.split(' ');
        return onCell(places, Number(number) - 1, cell, option);
    }
    if ((family === 'way' || family === 'face') && !open) {
        const from = actor(view)?.cell;
        const rotation = slot === null ? 0 : view.slots[slot]!.rotation;
        return !!from && onCell(places, slot, lyingBeside(from, value, rotation), option);
    }
    if (family === 'gate') places.gates.set(value as Direction, option);
    if (family === 'slot') places.slots.set(Number(value) - 1, option);
    const thing = value.split(' ')[0]!;
    if (CARRIED.includes(family) && view.heroes[ask.seat]?.objects.includes(thing)) {
        places.things.set(thing, [...(places.things.get(thing) ?? []), option]);
        return open;
    }
    if (SPOKEN.includes(family)) {
        places.spells.set(value, [...(places.spells.get(value) ?? []), option]);
        return open;
    }
    return false;
}

function onCell(places: Places, slot: number | null, cell: string | null, option: Option): boolean {
    if (slot === null || cell === null || places.cells.has(keyOf(slot, cell))) return false;
    places.cells.set(keyOf(slot, cell), option);
    return true;
}

/** Who acts: the monster that is awake, else the active character. */
export function actor(view: View): Hero | Piece | null {
    return view.pieces.find(({ id }) => id === view.awake) ?? view.heroes[view.active] ?? null;
}

/** The slot that the cells of a question belong to: where the action is, unless they do not fit there. */
export function stageSlot(view: View, box: Box, ask: Question | null): number | null {
    const hero = view.heroes[view.active];
    const own = ask ? view.heroes[ask.seat] : undefined;
    const first = [actor(view)?.slot, hero?.slot, own?.slot, hero?.home, own?.home];
    const likely = [...first, ...view.slots.keys()].filter((slot): slot is number => slot != null);
    if (ask && ['spawn', 'spot', 'entry', 'displace'].includes(ask.prompt)) {
        const cells = ask.options.map((option) => wordOf(option).value).filter((cell) => cell !== 'through');
        const fits = likely.find((slot) => fit(view, box, slot, cells, ask.prompt === 'spawn'));
        if (fits !== undefined) return fits;
    }
    return likely[0] ?? null;
}

/** Whether new monsters or displaced pieces could come onto all these cells of a slot. */
function fit(view: View, box: Box, slot: number, cells: string[], spawning: boolean): boolean {
    const tile = tileOf(view, box, slot);
    if (!tile || !cells.every((cell) => tile.floor.includes(cell) && !standing(view, slot, cell))) return false;
    const nests = view.pieces.filter((piece) => piece.slot === slot && piece.kind === 'generator');
    return !spawning || nests.some((nest) => cells.every((cell) => near(nest.cell, cell)));
}

function near(one: string, two: string): boolean {
    return distance(one, two) <= 1 || (distance(one, two) === 2 && one[1] !== two[1] && one[3] !== two[3]);
}

/** The tile in a slot, if it lies open. */
export function tileOf(view: View, box: Box, slot: number | null): Tile | null {
    const held = slot === null ? undefined : view.slots[slot];
    return held?.tile ? (box.tiles[held.tile] ?? null) : null;
}

/** Who stands on a cell; whatever clings to somebody is left out. */
export function standing(view: View, slot: number, cell: string): Hero | Piece | null {
    return (
        view.heroes.find((hero) => hero.slot === slot && hero.cell === cell) ??
        view.pieces.find((piece) => piece.slot === slot && piece.cell === cell && piece.host === null) ??
        null
    );
}

export function isHero(one: Hero | Piece): one is Hero {
    return 'seat' in one;
}

// -- attacks that need no second question -----------------------------------------------------------------------------

const HAND_TO_HAND = ['push', 'syringe', 'cock'];

/** What could be done to whoever stands on a cell: attacks that reach it. A target is then named along with them. */
export function attacks(view: View, box: Box, ask: Question | null): Map<Key, Option[]> {
    const found = new Map<Key, Option[]>();
    const hero = ask ? view.heroes[ask.seat] : undefined;
    const tile = tileOf(view, box, hero?.slot ?? null);
    if (!ask || !OPEN.includes(ask.prompt) || !hero || hero.slot === null || !hero.cell || !tile) return found;
    const beside = new Set(tile.touch[hero.cell]);
    const seen = new Set(view.sight);
    const offered = ask.options.map((option) => ({ option, word: wordOf(option) }));
    for (const other of [...view.heroes, ...view.pieces]) {
        if (other === hero || other.slot !== hero.slot || !other.cell) continue;
        // Friends can be hit, but nobody shall do so by a slip of the finger.
        if (isHero(other) && (together(view) || other.team === hero.team)) continue;
        const rides = !isHero(other) && other.host === hero.seat;
        const close = rides || beside.has(other.cell);
        const far = !close && seen.has(other.cell) && distance(hero.cell, other.cell) > 1;
        const still = !isHero(other) && other.kind === 'generator';
        const fitting = offered.filter(({ word: { family, value } }) => {
            if (family === 'melee') return close;
            if (family === 'ranged') return far;
            return family === 'do' && HAND_TO_HAND.includes(value) && close && !(still && value !== 'cock');
        });
        const key = keyOf(hero.slot, other.cell);
        if (fitting.length && !found.has(key))
            found.set(
                key,
                fitting.map(({ option }) => option),
            );
    }
    return found;
}

/** How likely an attack hits whoever stands on a cell, as the option says. */
export function chance(option: Option, cell: string): string {
    return new RegExp(`on ${cell} (\\d+%)`).exec(option.odds ?? '')?.[1] ?? '';
}

/** The way of a walk: the cheapest neighbour of every cell on it, back to the start. */
export function wayTo(tile: Tile, walk: Record<string, number>, from: string, to: string): string[] {
    const way = [to];
    let cost = walk[to];
    while (cost !== undefined && cost > 0 && !(tile.touch[way[0]!] ?? []).includes(from)) {
        const open = (tile.touch[way[0]!] ?? []).filter((cell) => !tile.trouble.includes(cell));
        const before = open
            .filter((cell) => (walk[cell] ?? Infinity) < cost!)
            .sort((one, two) => walk[one]! - walk[two]!)[0];
        if (before === undefined) break;
        way.unshift(before);
        cost = walk[before];
    }
    return [from, ...way];
}
