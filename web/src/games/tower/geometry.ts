/**
 * Where everything of the tower stands, in one space and one projection, for the flat drawing and the one in space.
 *
 * Millimetres as in the physics, x to the east, y to the north, z up from the exit; the shaft is drawn a little wider
 * and its tentacles further apart, so that a finger can tell them apart. We look from the south-east, from above:
 * the right face is the eastern one, the left face the southern one.
 */

import type { Kind, Stick } from './types';

export type Point = readonly [x: number, y: number, z: number];
export type Spot = readonly [x: number, y: number];

/** Half the width of the shaft as drawn, and as simulated. */
export const HALF = 50;
const INNER = 45;
/** Where the walls of the shaft begin and end, and where its roof ends. */
export const SILL = 34;
export const EAVES = 262;
export const APEX = 334;
/** Half the width of the tray, and the height of its rim. */
export const TRAY = 78;
export const RIM = 9;
export const MARBLE = 7;

/** How steeply we look down. */
const TILT = 0.4;
const FLAT = Math.SQRT1_2;
export const SINE = Math.sin(TILT);
export const COSINE = Math.cos(TILT);

/** The picture: left, top, width, height. */
export const BOX = [-118, -326, 236, 384] as const;

/** Where a point of the space is in the picture. */
export function project([x, y, z]: Point): Spot {
    return [(x + y) * FLAT, (x - y) * FLAT * SINE - z * COSINE];
}

/** A spot of the picture in per cent of its width and height. */
export function percent([x, y]: Spot): Spot {
    return [((x - BOX[0]) / BOX[2]) * 100, ((y - BOX[1]) / BOX[3]) * 100];
}

/** A point of the simulation as it is drawn. */
export function drawn([x, y, z]: Point): Point {
    return [(x / INNER) * HALF, (y / INNER) * HALF, z];
}

const HEIGHTS = [0, 60, 64.5, 69, 73.5, 114, 118.5, 123, 168, 172.5, 177, 181.5, 222, 226.5, 231];
const APART = 30;

export interface Rod {
    number: number;
    row: number;
    /** Where it leaves the wall towards us, and which way it points. */
    root: Point;
    way: Point;
    /** The other end, behind the tower or at its other edge. */
    far: Point;
}

/** A tentacle in its place; rows of other towers are spread evenly. */
export function rod([number, row, direction, position, , height]: Stick, rows: Stick[]): Rod {
    const highest = Math.max(...rows.map((stick) => stick[1]));
    const z = height ?? (highest === 14 ? HEIGHTS[row]! : 60 + (171 * (row - 1)) / Math.max(1, highest - 1));
    const beside = rows.filter((stick) => stick[1] === row).length;
    const along = beside === 1 ? 0 : (position - (beside + 1) / 2) * ((2 * APART) / (beside - 1));
    switch (direction) {
        case 'EW':
            return { number, row, root: [HALF, along, z], way: [1, 0, 0], far: [-HALF, along, z] };
        case 'NS':
            return { number, row, root: [along, -HALF, z], way: [0, -1, 0], far: [along, HALF, z] };
        case 'NE':
            return { number, row, root: [HALF, HALF, z], way: [FLAT, FLAT, 0], far: [-HALF, -HALF, z] };
        default:
            return { number, row, root: [HALF, -HALF, z], way: [FLAT, -FLAT, 0], far: [-HALF, HALF, z] };
    }
}

/** The curl of a tentacle's end: how far out, and how high. */
const CURL: readonly Spot[] = [
    [-6, 0],
    [4, -0.5],
    [13, -2.5],
    [21, 0],
    [24, 6.5],
    [19.5, 10.5],
    [15.5, 7.5],
];

/** The end of a tentacle that can be seen, drawn out by some millimetres. */
export function curl({ root, way, number }: Rod, out = 0): Point[] {
    const size = 0.92 + 0.16 * noise(number, 1);
    // One that points at us would be a mere dot: it hangs down and curls to the side.
    const facing = way[0] > 0 && way[1] < 0;
    return CURL.map(([u, v]) => {
        const far = (u < 0 ? u : u * size) + out;
        if (facing && u > 0) {
            const [side, near] = [v * 0.9 * FLAT, far * 0.55 * FLAT];
            return [root[0] + near + side, root[1] - near + side, root[2] - u * 0.5];
        }
        return [root[0] + way[0] * far, root[1] + way[1] * far, root[2] + v * size];
    });
}

/** Where a finger or the pointer finds it. */
export function grip(one: Rod): Spot {
    const { root, way } = one;
    return project([root[0] + way[0] * 13, root[1] + way[1] * 13, root[2] + 3]);
}

/** A number from 0 to 1 that looks like chance and is always the same. */
export function noise(seed: number, more: number): number {
    const wave = Math.sin(seed * 127.1 + more * 311.7) * 43758.5453;
    return wave - Math.floor(wave);
}

/** Places in the tray before the two faces that we see, from the front corner outwards. */
const PLACES: readonly Point[] = Array.from({ length: 20 }, (_, n): Point => {
    const step = 34 + Math.floor(n / 2) * 14.5;
    const along = 62 - (step % 116);
    const deep = step > 116 ? 71 : 63.5;
    return n % 2 ? [along, -deep, MARBLE] : [deep, -along, MARBLE];
});

/** Where DOOM lies: on the rim, at the corner before us. */
export const SOCKETS: readonly Point[] = [
    [TRAY, 17 - TRAY, RIM],
    [TRAY, -TRAY, RIM],
    [TRAY - 17, -TRAY, RIM],
];

/** Where a fallen marble comes to rest: DOOM on the rim, everything else in the tray. */
export function rest(kind: Kind, number: number): Point {
    if (kind !== 'doom') return PLACES[number % PLACES.length]!;
    const [x, y, z] = SOCKETS[number % SOCKETS.length]!;
    return [x, y, z + MARBLE * 0.6];
}

/** A smooth line through some spots, as an SVG path. */
export function smooth(spots: Spot[]): string {
    const at = (n: number) => spots[Math.min(Math.max(n, 0), spots.length - 1)]!;
    const two = (x: number, y: number) => `${x.toFixed(1)} ${y.toFixed(1)}`;
    let path = `M${two(...at(0))}`;
    for (let n = 0; n < spots.length - 1; n += 1) {
        const [a, b, c, d] = [at(n - 1), at(n), at(n + 1), at(n + 2)];
        const first = two(b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6);
        const second = two(c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6);
        path += `C${first} ${second} ${two(...c)}`;
    }
    return path;
}

/** A polygon through some points of the space, as an SVG path. */
export function outline(points: Point[]): string {
    const spots = points.map(project).map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`);
    return `M${spots.join('L')}Z`;
}
