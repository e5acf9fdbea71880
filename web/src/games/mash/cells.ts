/**
 * Where cells are: names in a tile's own orientation, places on the board as it lies.
 *
 * A cell is 100 wide, a tile 600, and tiles lie a finger's breadth apart. Own lines count from the top (R6 is line 0).
 */

import type { Direction, Slot } from './types';

export const CELL = 100;
export const SIDE = 6;
export const TILE = CELL * SIDE;
/** From one tile to the next. */
export const PITCH = TILE + 44;

export interface Point {
    x: number;
    y: number;
}

export const STEPS: Record<string, [number, number]> = {
    N: [0, -1],
    NE: [1, -1],
    E: [1, 0],
    SE: [1, 1],
    S: [0, 1],
    SW: [-1, 1],
    W: [-1, 0],
    NW: [-1, -1],
};
export const COMPASS: Record<Direction, string> = { N: 'north', E: 'east', S: 'south', W: 'west' };

/** Column and line of a cell, from 0. */
export function placeOf(cell: string): [number, number] {
    return [Number(cell[1]) - 1, SIDE - Number(cell[3])];
}

/** The cell at a column and a line; none beyond the border. */
export function cellAt(column: number, line: number): string | null {
    const inside = column >= 0 && column < SIDE && line >= 0 && line < SIDE;
    return inside ? `C${column + 1}R${SIDE - line}` : null;
}

/** Cells by number, in reading order: as the log counts them. */
export function cellNumbered(number: number): string {
    return cellAt(number % SIDE, Math.floor(number / SIDE)) ?? 'C1R6';
}

export const CELLS: readonly string[] = Array.from({ length: SIDE * SIDE }, (_, number) => cellNumbered(number));

/** Column and line on the board of an own place, after a turn clockwise by some degrees. */
export function turned([column, line]: [number, number], rotation: number): [number, number] {
    let [x, y] = [column, line];
    for (let quarter = 0; quarter < rotation / 90; quarter += 1) [x, y] = [SIDE - 1 - y, x];
    return [x, y];
}

/** The own cell that lies at a column and line of the board. */
export function cellLying(column: number, line: number, rotation: number): string | null {
    return cellAt(...turned([column, line], (360 - rotation) % 360));
}

/** The cell beside another in a way of the tile's own. */
export function beside(cell: string, way: string): string | null {
    const [column, line] = placeOf(cell);
    const [dx, dy] = STEPS[way] ?? [9, 9];
    return cellAt(column + dx, line + dy);
}

/** The cell beside another in a direction of the board, on a tile that lies turned. */
export function lyingBeside(cell: string, direction: string, rotation: number): string | null {
    const [column, line] = turned(placeOf(cell), rotation);
    const [dx, dy] = STEPS[direction] ?? [9, 9];
    return cellLying(column + dx, line + dy, rotation);
}

/** Columns plus lines between two cells. */
export function distance(one: string, two: string): number {
    const [[a, b], [c, d]] = [placeOf(one), placeOf(two)];
    return Math.abs(a - c) + Math.abs(b - d);
}

/** The upper left corner of a slot on the board. */
export function corner(slots: readonly Slot[], slot: number): Point {
    const most = Math.max(...slots.map(({ y }) => y));
    const least = Math.min(...slots.map(({ x }) => x));
    const { x, y } = slots[slot]!;
    return { x: (x - least) * PITCH, y: (most - y) * PITCH };
}

/** The middle of a cell on the board. */
export function middle(slots: readonly Slot[], slot: number, cell: string): Point {
    const { x, y } = corner(slots, slot);
    const [column, line] = turned(placeOf(cell), slots[slot]!.rotation);
    return { x: x + (column + 0.5) * CELL, y: y + (line + 0.5) * CELL };
}

/** The whole board: its left, top, width and height. */
export function extent(slots: readonly Slot[]): [number, number, number, number] {
    const corners = slots.map((_, slot) => corner(slots, slot));
    const width = Math.max(...corners.map(({ x }) => x)) + TILE;
    const height = Math.max(...corners.map(({ y }) => y)) + TILE;
    return [0, 0, width, height];
}

/** The slot beside another one on the board, if there is one. */
export function slotBeside(slots: readonly Slot[], slot: number, way: Direction): number | null {
    const [dx, dy] = STEPS[way]!;
    const { x, y } = slots[slot]!;
    const found = slots.findIndex((one) => one.x === x + dx && one.y === y - dy);
    return found < 0 ? null : found;
}
