/** What is printed on a tile, ready to be drawn: walls and lines as paths, grounds and signs by cell. */

import { beside, CELL, cellAt, placeOf, SIDE } from './cells';
import type { IconName } from './icons';
import type { Tile } from './types';

export type Ground = 'rock' | 'low' | 'water' | 'deep' | 'red' | 'pit' | 'rough' | 'snare' | 'rest' | 'spawn' | 'green';

export interface Mark {
    cell: string;
    ground: Ground | null;
    icon: IconName | null;
    number: string;
    /** What it does to whoever comes there. */
    says: string;
}

const SIGNS: Record<string, [Ground, IconName | null, string, string]> = {
    '#': ['rock', null, '', 'rock'],
    '%': ['low', null, '', 'a low obstacle'],
    '1': ['red', 'flame', '1', 'hurts: 1'],
    '2': ['red', 'flame', '2', 'hurts: 2'],
    '3': ['red', 'flame', '3', 'hurts: 3'],
    '4': ['red', 'flame', '4', 'hurts: 4'],
    X: ['pit', 'skull', '', 'death'],
    w: ['water', 'wave', '', 'shallow water'],
    v: ['water', 'flame', '1', 'water that hurts: 1'],
    V: ['deep', 'skull', '', 'deep water: death'],
    b: ['rough', 'boot', '+1', 'rough ground: 1 point more'],
    i: ['snare', 'net', '3', 'a snare for whoever is pushed in, free on 1 to 3'],
    j: ['snare', 'net', '2', 'a snare for whoever is pushed in, free on 1 to 2'],
    k: ['snare', 'net', '1', 'a snare for whoever is pushed in, free on 1'],
    t: ['snare', 'web', '2', 'catches whoever enters, free on 1 to 2'],
    q: ['red', 'spiral', '2', 'quicksand: catches, and kills who stays'],
    h: ['rest', 'heart', '1', 'rest: 1 health'],
    m: ['rest', 'mind', '1', 'rest: 1 mentality'],
    H: ['spawn', 'heart', '', 'spawn space: rest for all health'],
    M: ['spawn', 'mind', '', 'spawn space: rest for all mentality'],
};

const MACHINES: Record<string, string> = {
    drill: 'operates the drill',
    transporter: 'operates the gate transporter',
    psychotherapy: 'the psychotherapy machine',
};

const known = new WeakMap<Tile, Mark[]>();

/** What is drawn into cells, in reading order; plain floor is left out. */
export function marks(tile: Tile): Mark[] {
    const found = known.get(tile) ?? drawn(tile);
    known.set(tile, found);
    return found;
}

function drawn(tile: Tile): Mark[] {
    const found: Mark[] = [];
    for (let line = 0; line < SIDE; line += 1) {
        for (let column = 0; column < SIDE; column += 1) {
            const cell = cellAt(column, line)!;
            const sign = tile.map[2 * line + 1]![2 * column + 1]!;
            const mark = sign === '@' ? explained(tile, cell) : printed(cell, sign);
            if (mark) found.push(mark);
            else if (inArea(tile, cell)) {
                found.push({ cell, ground: 'green', icon: null, number: '', says: 'in reach of the machine' });
            }
        }
    }
    return found;
}

function printed(cell: string, sign: string): Mark | null {
    const known = SIGNS[sign];
    if (!known) return null;
    const [ground, icon, number, says] = known;
    return { cell, ground, icon, number, says };
}

function inArea(tile: Tile, cell: string): boolean {
    return Object.values(tile.areas).some((cells) => cells.includes(cell));
}

/** A sign of its own: a machine, a chest, a hole in the roof, something one had better not seen. */
function explained(tile: Tile, cell: string): Mark {
    const mark = (ground: Ground | null, icon: IconName, number: string, says: string): Mark => {
        return { cell, ground, icon, number, says };
    };
    const machine = tile.operated[cell];
    if (machine) return mark('green', 'gear', '', MACHINES[machine[0]] ?? `operates the ${machine[0]}`);
    if (tile.chest.includes(cell)) return mark('rest', 'chest', '', 'the chest: it wants a key');
    if (tile.ceiling === cell) return mark('rest', 'shaft', '', 'below the hole in the ceiling');
    const snare = tile.snares[cell];
    if (snare) return mark('snare', 'tentacle', `${snare}`, `catches whoever comes near, free on 1 to ${snare}`);
    if (tile.heal[cell]) return mark('rest', 'heart', `${tile.heal[cell]}`, `rest: ${tile.heal[cell]} health`);
    if (tile.mind[cell]) return mark('rest', 'mind', `${tile.mind[cell]}`, `rest: ${tile.mind[cell]} mentality`);
    const seen = Object.keys(tile.sights).find((name) => tile.sights[name]!.includes(cell));
    if (tile.red.includes(cell)) {
        const water = tile.water.includes(cell);
        return mark(water ? 'deep' : 'pit', 'eye', '', `death${seen ? `, and a ${seen}` : ''}`);
    }
    return mark(null, 'eye', '', seen ? `something to be seen: ${seen}` : '');
}

/** The lines between cells as paths, solid and dotted, without those round rock and low obstacles. */
export function lines(tile: Tile): { solid: string; dotted: string } {
    const paths = { solid: '', dotted: '' };
    for (let y = 0; y < 2 * SIDE + 1; y += 1) {
        for (let x = 0; x < 2 * SIDE + 1; x += 1) {
            if (x % 2 === y % 2) continue;
            const sign = tile.map[y]![x]!;
            const rim = x === 0 || y === 0 || x === 2 * SIDE || y === 2 * SIDE;
            if (rim || (sign !== '|' && sign !== '-' && sign !== ':')) continue;
            const upright = y % 2 === 1;
            const [left, top] = [(x - (upright ? 0 : 1)) * (CELL / 2), (y - (upright ? 1 : 0)) * (CELL / 2)];
            const piece = `M${left} ${top}${upright ? `v${CELL}` : `h${CELL}`}`;
            paths[sign === ':' ? 'dotted' : 'solid'] += piece;
        }
    }
    return paths;
}

/** The sides of a set of cells where it ends: one outline however many cells. */
export function outline(cells: readonly string[]): string {
    const inside = new Set(cells);
    return cells
        .map((cell) => {
            const [x, y] = placeOf(cell).map((part) => part * CELL) as [number, number];
            const sides: [string, string][] = [
                ['N', `M${x} ${y}h${CELL}`],
                ['E', `M${x + CELL} ${y}v${CELL}`],
                ['S', `M${x} ${y + CELL}h${CELL}`],
                ['W', `M${x} ${y}v${CELL}`],
            ];
            return sides.map(([way, side]) => (inside.has(beside(cell, way) ?? '') ? '' : side)).join('');
        })
        .join('');
}
