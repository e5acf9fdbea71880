/** How a draw looks: the tentacle slides out, the marbles fall and roll to where they come to rest. */

import { drawn, noise, rest, type Point, type Rod } from './geometry';
import { KINDS, type Heap, type Kind } from './types';

/** A draw as the physics has filmed it: only marbles that fell, in tenths of a millimetre. */
export interface Film {
    draw: number;
    stick: number;
    fps: number;
    frames: number;
    pull: number;
    marbles: { kind: Kind; from: number; path: number[] }[];
}

/** A marble on its way: points in time, in seconds from the beginning; before the first it cannot be seen. */
export interface Track {
    kind: Kind;
    keys: { at: number; point: Point }[];
}

export interface Fall {
    stick: number;
    /** Seconds until the tentacle is out. */
    pull: number;
    /** Seconds until everything lies still. */
    length: number;
    tracks: Track[];
}

/** Nothing takes longer, whatever was filmed. */
export const LONGEST = 1.5;
const PULL = 0.4;
const ROLL = 0.35;

/** The marbles of a heap one by one, DOOM last. */
export function marblesOf(heap: Heap): Kind[] {
    return KINDS.flatMap((kind) => Array<Kind>(heap[kind]).fill(kind));
}

/** Where the marbles of a draw come to rest; DOOM lies beside what has fallen before. */
export function rests(heap: Heap, doomBefore: number): { kind: Kind; point: Point }[] {
    let doom = doomBefore;
    return marblesOf(heap).map((kind, n) => ({ kind, point: rest(kind, kind === 'doom' ? doom++ : n) }));
}

/** A fall that ends in what was drawn: down from the tentacle, with a little chance of its own. */
export function canned(one: Rod, heap: Heap, doomBefore: number, draw: number): Fall {
    const ends = rests(heap, doomBefore);
    const gap = Math.min(0.09, 0.45 / Math.max(1, ends.length));
    const tracks = ends.map(({ kind, point }, n): Track => {
        const share = noise(draw + 1, n) * 1.3 - 0.65;
        const side = (noise(draw + 7, n) - 0.5) * 30;
        const from: Point = [
            one.way[0] * 45 * share + one.way[1] * side,
            one.way[1] * 45 * share + one.way[0] * side,
            one.root[2] + 9,
        ];
        const begin = PULL * 0.6 + gap * n;
        const down = 0.16 + 0.0011 * from[2];
        const floor: Point = [from[0] * 0.9, from[1] * 0.9, 7];
        const keys: Track['keys'] = [{ at: begin, point: from }];
        for (const part of [0.35, 0.6, 0.8]) {
            const wobble = (noise(draw + n, part * 10) - 0.5) * 9;
            const z = from[2] - (from[2] - 7) * part ** 2;
            keys.push({ at: begin + down * part, point: [from[0] + wobble, from[1] - wobble, z] });
        }
        keys.push({ at: begin + down, point: floor });
        keys.push({ at: begin + down + ROLL * 0.35, point: between(floor, point, 0.45, 9) });
        keys.push({ at: begin + down + ROLL, point });
        return { kind, keys };
    });
    return timed(one.number, PULL, tracks);
}

/** The fall that was filmed, then the roll to the places in the tray. */
export function filmed(film: Film, doomBefore: number): Fall {
    const heap = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Heap;
    for (const { kind } of film.marbles) heap[kind] += 1;
    const ends = rests(heap, doomBefore);
    const tracks = film.marbles.map(({ kind, from, path }): Track => {
        const end = ends.splice(
            ends.findIndex((one) => one.kind === kind),
            1,
        )[0]!.point;
        const keys: Track['keys'] = [];
        for (let n = 0; n + 2 < path.length; n += 3) {
            const point = drawn([path[n]! / 10, path[n + 1]! / 10, Math.max(path[n + 2]! / 10, 0) + 7]);
            keys.push({ at: (from + n / 3) / film.fps, point });
        }
        const last = keys.at(-1) ?? { at: from / film.fps, point: [0, 0, 7] as Point };
        keys.push({ at: last.at + ROLL, point: end });
        return { kind, keys };
    });
    return timed(film.stick, film.pull / film.fps, tracks);
}

/** Everything pressed into the time there is. */
function timed(stick: number, pull: number, tracks: Track[]): Fall {
    const end = Math.max(pull, ...tracks.map(({ keys }) => keys.at(-1)!.at));
    const factor = Math.min(1, LONGEST / end);
    for (const { keys } of tracks) for (const key of keys) key.at *= factor;
    return { stick, pull: pull * factor, length: end * factor, tracks };
}

function between(a: Point, b: Point, part: number, lift = 0): Point {
    return [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part, a[2] + (b[2] - a[2]) * part + lift];
}

/** Where a marble is at a time; null before it can be seen. */
export function placeAt({ keys }: Track, time: number): Point | null {
    if (!keys.length || time < keys[0]!.at) return null;
    const next = keys.findIndex(({ at }) => at > time);
    if (next < 0) return keys.at(-1)!.point;
    const [a, b] = [keys[next - 1]!, keys[next]!];
    return between(a.point, b.point, (time - a.at) / (b.at - a.at));
}
