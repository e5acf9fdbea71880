/**
 * What happened since the last picture, as a row of small scenes: who went where, who struck whom.
 *
 * The log names kinds of monsters, not single ones; which one it was follows from where everybody stood before and
 * stands afterwards. Where that leaves a choice any answer looks right.
 */

import type { News } from '../../wire';
import { cellNumbered, distance } from './cells';
import type { Box, Hero, Piece, View } from './types';

/** A piece on the board while scenes are played: `h0` is a character, `p7` a monster or generator. */
export interface Actor {
    key: string;
    one: Hero | Piece;
    slot: number;
    cell: string;
}

export interface Blow {
    from: string | null;
    to: string;
    slot: number;
    hit: boolean;
    roll: number;
}

export interface Scene {
    text: string;
    /** Everybody on the board when the scene is over. */
    actors: Actor[];
    /** A cell where something happens. */
    at: { slot: number; cell: string } | null;
    blow: Blow | null;
}

/** Everybody who stands on the board. */
export function actorsOf(view: View): Actor[] {
    const heroes = view.heroes
        .filter((hero) => hero.slot !== null && hero.cell !== null)
        .map((hero) => ({ key: `h${hero.seat}`, one: hero, slot: hero.slot!, cell: hero.cell! }));
    const pieces = view.pieces.map((piece) => ({
        key: `p${piece.id}`,
        one: piece,
        slot: piece.slot,
        cell: piece.cell,
    }));
    return [...pieces, ...heroes];
}

const WALKS = new Set(['walked', 'jumped', 'pushed', 'came']);
const LEAPS = new Set(['passed', 'swapped', 'painted']);
const BLOWS = new Set(['hit', 'missed']);
const ENDS = new Set(['killed', 'destroyed', 'died', 'eliminated']);
/** What kills is told before the death itself. */
const FATES = new Set(['drowned', 'fell', 'sank']);
const FELT = new Set(['lost', 'gained', 'bound', 'freed', 'not_free', 'drained', 'attached', 'charged', 'parried']);

/** The scenes between two pictures. */
export function scenes(before: View, after: View, box: Box, news: readonly News[]): Scene[] {
    const stage = new Stage(before, after, box);
    const found: Scene[] = [];
    for (const { kind, what, figures = [], text = '' } of news) {
        if (kind !== 'told') continue;
        const scene = stage.play(what, figures, text);
        if (scene) found.push(scene);
    }
    return found;
}

class Stage {
    private actors: Actor[];
    private readonly last: Actor[];
    private latest = '';

    constructor(
        before: View,
        private readonly after: View,
        private readonly box: Box,
    ) {
        this.actors = actorsOf(before);
        this.last = actorsOf(after);
    }

    play(what: string, figures: number[], text: string): Scene | null {
        const [first = 0, second = 0, third = 0] = figures;
        if (WALKS.has(what)) return this.move(first, null, cellNumbered(second), text);
        if (LEAPS.has(what)) return this.move(first, second, cellNumbered(third), text);
        if (what === 'respawned') return this.back(first, text);
        if (what === 'spawned') return this.appear('monster', first, second, cellNumbered(third), text);
        if (what === 'generator') return this.appear('generator', first, second, cellNumbered(third), text);
        if (BLOWS.has(what)) return this.blow(first, second, third, what === 'hit', text);
        if (ENDS.has(what)) return this.end(first, text);
        if (FELT.has(what) || FATES.has(what)) return this.felt(first, text);
        return null;
    }

    private scene(text: string, at: Actor | null, blow: Blow | null = null): Scene {
        return { text, actors: this.actors, at: at && { slot: at.slot, cell: at.cell }, blow };
    }

    /** Who is meant by a number of the log; the one that `fits` best where there are several. */
    private who(ref: number, fits: (one: Actor) => number): Actor | null {
        if (ref < 0) return null;
        if (ref < 4) return this.actors.find(({ key }) => key === `h${ref}`) ?? null;
        const kinds = ref < 200 ? this.box.monsters : this.box.generators;
        const type = Object.keys(kinds)[ref % 100];
        const alike = this.actors.filter(({ one }) => 'type' in one && one.type === type);
        return alike.sort((one, two) => fits(two) - fits(one))[0] ?? null;
    }

    private change(key: string, slot: number, cell: string): Actor {
        const at = this.actors.findIndex((one) => one.key === key);
        const moved = { ...this.actors[at]!, slot, cell };
        this.actors = this.actors.with(at, moved);
        this.latest = key;
        return moved;
    }

    private move(ref: number, slot: number | null, cell: string, text: string): Scene | null {
        const one = this.who(ref, (actor) => this.bound(actor, cell) - distance(actor.cell, cell));
        if (one) return this.scene(text, this.change(one.key, slot ?? one.slot, cell));
        const hero = this.last.find(({ key }) => key === `h${ref}`);
        return hero ? this.enter({ ...hero, slot: slot ?? hero.slot, cell }, text) : null;
    }

    /** How well a cell fits the way of a piece: it ends there, or it has to go on, or it is where it belongs already. */
    private bound({ key, cell: here }: Actor, cell: string): number {
        const end = this.last.find((one) => one.key === key)?.cell;
        return end === cell ? 40 : end === here ? -20 : 0;
    }

    private enter(one: Actor, text: string): Scene {
        this.actors = [...this.actors.filter(({ key }) => key !== one.key), one];
        this.latest = one.key;
        return this.scene(text, one);
    }

    private back(seat: number, text: string): Scene | null {
        const hero = this.after.heroes[seat];
        const home = hero?.home ?? null;
        const tile = home === null ? null : this.box.tiles[this.after.slots[home]?.tile ?? ''];
        if (!hero || home === null || !tile?.spawn) return null;
        return this.enter({ key: `h${seat}`, one: hero, slot: home, cell: tile.spawn }, text);
    }

    private appear(kind: Piece['kind'], number: number, slot: number, cell: string, text: string): Scene | null {
        const type = Object.keys(kind === 'monster' ? this.box.monsters : this.box.generators)[number];
        const known = new Set(this.actors.map(({ key }) => key));
        const fresh = this.last.filter(({ key, one }) => !known.has(key) && 'type' in one && one.type === type);
        const found = fresh.find((one) => one.slot === slot && one.cell === cell) ?? fresh[0];
        return found ? this.enter({ ...found, slot, cell }, text) : null;
    }

    private blow(by: number, at: number, roll: number, hit: boolean, text: string): Scene | null {
        const from = this.who(by, (one) => (one.key === this.latest ? 20 : 0) - this.reach(one, at));
        const to = this.who(
            at,
            (one) => -(from ? distance(one.cell, from.cell) + (one.slot === from.slot ? 0 : 20) : 0),
        );
        if (!to) return null;
        const cell = from && from.slot === to.slot && from.key !== to.key ? from.cell : null;
        return this.scene(text, to, { from: cell, to: to.cell, slot: to.slot, hit, roll });
    }

    /** How far a piece is from a character it may have struck. */
    private reach(one: Actor, ref: number): number {
        const target = this.actors.find(({ key }) => key === `h${ref}`);
        return target ? distance(one.cell, target.cell) + (one.slot === target.slot ? 0 : 20) : 0;
    }

    private end(ref: number, text: string): Scene | null {
        const left = new Set(this.last.map(({ key }) => key));
        const one = this.who(ref, ({ key }) => (left.has(key) ? 0 : 20));
        if (!one) return null;
        this.actors = this.actors.filter(({ key }) => key !== one.key);
        return this.scene(text, one);
    }

    private felt(ref: number, text: string): Scene | null {
        const one = this.who(ref, ({ key }) => (key === this.latest ? 1 : 0));
        return one && this.scene(text, one);
    }
}

/** How long a scene is shown at normal speed, in milliseconds; many of them hurry. */
export function pace(count: number): number {
    return Math.max(170, Math.min(450, 5200 / Math.max(1, count)));
}
