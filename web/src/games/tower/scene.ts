/** What the tower looks like at one moment, for whoever draws it. */

import { marblesOf, placeAt, rests, type Fall } from './fall';
import { HALF, SILL, type Point, type Rod } from './geometry';
import type { Kind, TowerView } from './types';

export interface Scene {
    /** The tentacles in place. */
    rods: Rod[];
    /** Where others have been. */
    holes: Rod[];
    /** The one that slides out, and how far it is. */
    sliding: { rod: Rod; out: number } | null;
    marbles: { kind: Kind; point: Point }[];
    legal: Set<number>;
    lit: number | null;
    /** The walls let us see inside while something falls. */
    clear: boolean;
}

/** How far a tentacle must slide to be out of sight. */
const AWAY = 70;

/** DOOM marbles that had fallen before a draw. */
export function doomBefore(tower: TowerView, draw: number): number {
    return tower.drawn.slice(0, draw).reduce((sum, [, heap]) => sum + heap.doom, 0);
}

/** The marbles that lie about: those of the last draw, and all DOOM marbles. */
export function lying(tower: TowerView): { kind: Kind; point: Point }[] {
    const [, heap] = tower.drawn.at(-1) ?? [0, null];
    if (!heap) return [];
    const before = doomBefore(tower, tower.drawn.length - 1);
    return [...rests({ discovery: 0, spell: 0, madness: 0, doom: before }, 0), ...rests(heap, before)];
}

/** The tower at rest, or some seconds into a fall. */
export function sceneOf(
    tower: TowerView,
    rods: Rod[],
    fall: Fall | null,
    time: number,
    legal: Set<number>,
    lit: number | null,
): Scene {
    const there = new Set(tower.sticks);
    const sliding = fall && rods.find(({ number }) => number === fall.stick);
    const share = fall ? Math.min(1, time / fall.pull) : 0;
    const known = new Set([...there, ...tower.drawn.map(([stick]) => stick)]);
    return {
        rods: rods.filter(({ number }) => there.has(number)),
        holes: rods.filter(({ number }) => known.has(number) && !there.has(number)),
        sliding: sliding && share < 1 ? { rod: sliding, out: AWAY * share ** 2 } : null,
        marbles: fall ? falling(tower, fall, time) : lying(tower),
        legal,
        lit,
        clear: !!fall,
    };
}

function falling(tower: TowerView, fall: Fall, time: number): Scene['marbles'] {
    const before = doomBefore(tower, tower.drawn.length - 1);
    const found = rests({ discovery: 0, spell: 0, madness: 0, doom: before }, 0);
    for (const track of fall.tracks) {
        const point = placeAt(track, time);
        if (point) found.push({ kind: track.kind, point });
    }
    return found;
}

/** Whether a marble is still within the walls. */
export function within([x, y, z]: Point): boolean {
    return Math.abs(x) < HALF && Math.abs(y) < HALF && z > SILL - 8;
}

/** How many marbles of which kind, in words. */
export function inWords(heap: TowerView['inside']): string {
    const all = marblesOf(heap);
    const said = (['discovery', 'spell', 'madness', 'doom'] as const)
        .filter((kind) => heap[kind])
        .map((kind) => `${heap[kind]} ${kind === 'doom' ? 'DOOM' : kind.charAt(0).toUpperCase() + kind.slice(1)}`);
    return all.length ? said.join(', ') : 'nothing';
}
