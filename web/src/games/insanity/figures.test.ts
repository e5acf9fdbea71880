import { describe, expect, test } from 'vitest';
import type { Question } from '../../wire';
import { balances, copies, marks, signed, written } from './figures';
import fixtures from './fixtures.json';
import { lands, STRETCH, towards, type Point } from './lobes';
import { colourOf, type Colour, type Sheet, type View } from './types';

const tables = fixtures.tables.map((table) => ({
    ...table,
    view: table.view as unknown as View,
    sheet: fixtures.sheets[table.sheet] as unknown as Sheet,
    ask: table.ask as Question | null,
}));

describe('what is shown before it is chosen agrees with the words of the options', () => {
    test('numbers written in rows', () => {
        let seen = 0;
        for (const { view, sheet, ask } of tables) {
            for (const option of ask?.prompt === 'write' ? ask.options : []) {
                const said = /^(\d+) in (\w+) \((?:full at )?(\d+)/.exec(option.label);
                if (!said) continue;
                const found = marks(view, sheet, ask, option.code);
                const colour = said[2] as Colour;
                expect(found.rows[colour], option.label).toBe(Number(said[1]));
                const after = balances(view.novices[ask!.seat]!, sheet, found)[colour];
                expect(after.total, option.label).toBe(Number(said[3]));
                expect(after.doubled, option.label).toBe(option.label.includes('target hit'));
                seen += 1;
            }
        }
        expect(seen).toBeGreaterThan(9);
    });

    test('madness against mastery after placing', () => {
        let seen = 0;
        for (const { view, sheet, ask } of tables) {
            const about = ask && ['place', 'put', 'extra'].includes(ask.prompt) && ask.actor === ask.seat;
            for (const option of about ? ask.options : []) {
                const after = balances(view.novices[ask!.seat]!, sheet, marks(view, sheet, ask, option.code));
                for (const [, colour, size, value] of option.label.matchAll(/(\w+) (\d+) against (\d+)/g)) {
                    expect([after[colour as Colour].size, after[colour as Colour].value]).toEqual([
                        Number(size),
                        Number(value),
                    ]);
                    seen += 1;
                }
            }
        }
        expect(seen).toBeGreaterThan(30);
    });

    test('without marks nothing changes', () => {
        for (const { view, sheet } of tables) {
            for (const novice of view.novices) {
                const now = balances(novice, sheet, { spaces: {}, rows: {} });
                for (const [colour, { value, size }] of Object.entries(now)) {
                    expect([value, size]).toEqual([novice.values[colour as Colour], novice.sizes[colour as Colour]]);
                }
            }
        }
    });
});

test('UI-V3, UI-V4: cards change what is written, within their bounds', () => {
    const { view } = tables.find(({ name }) => name.startsWith('write'))!;
    const burden = { positive: [], negative: [], placer: '', no_double: [], forbidden: [] };
    const novice = { ...view.novices[0]!, third: {}, face: 0 };
    const table: View = { ...view, roll: { purple: 4 }, die: 'red', face: -8 };
    expect(written(table, { ...novice, burden }, 'purple')).toBe(4);
    const rotten = { ...burden, positive: [[-2, ['purple'], 0, 2, 10]] } as typeof novice.burden;
    expect(written(table, { ...novice, burden: rotten }, 'purple')).toBe(2);
    const whispers = { ...burden, negative: [[-2, 'both', ['red'], -8]] } as typeof novice.burden;
    expect(copies(table, { ...novice, burden: whispers })).toEqual([-8, -8]);
    expect(copies({ ...table, face: -4 }, { ...novice, burden: whispers })).toEqual([-6, -6]);
});

test('numbers below nothing carry a minus', () => {
    expect([signed(-4), signed(0), signed(6)]).toEqual(['\u22124', '0', '6']);
});

describe('the map of the brain', () => {
    const spaces = tables[0]!.sheet.spaces as Record<string, Point>;

    test('every space has land around it, and borders are shared', () => {
        const all = lands(spaces);
        expect(all).toHaveLength(Object.keys(spaces).length);
        for (const { space, sides } of all) {
            const [x, y] = spaces[space]!;
            for (const { from, to, beyond } of sides) {
                const turn = (from[0] - x) * (to[1] - y) - (from[1] - y) * (to[0] - x);
                expect(turn, space).toBeGreaterThan(-1e-9);
                if (beyond)
                    expect(all.find((land) => land.space === beyond)!.sides.some((side) => side.beyond === space)).toBe(
                        true,
                    );
            }
        }
    });

    test('on a screen of 360 pixels every land is 44 pixels wide and tall', () => {
        const all = lands(spaces).map(({ sides }) => sides.map(({ from }) => from));
        const extent = (points: readonly Point[], axis: 0 | 1) => {
            const along = points.map((point) => point[axis]);
            return Math.max(...along) - Math.min(...along);
        };
        const pixel = 330 / (extent(all.flat(), 0) + 2);
        for (const points of all) {
            expect(extent(points, 0) * pixel).toBeGreaterThanOrEqual(43.5);
            expect(extent(points, 1) * pixel * STRETCH).toBeGreaterThanOrEqual(44);
        }
    });

    test('arrows reach every space from every other', () => {
        const seen = new Set(['P1']);
        const queue = ['P1'];
        for (let from = queue.shift(); from; from = queue.shift()) {
            for (const direction of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] as const) {
                const there = towards(spaces, from, direction);
                if (!seen.has(there)) queue.push(there);
                seen.add(there);
            }
        }
        expect(seen.size).toBe(Object.keys(spaces).length);
    });

    test('a space is named after its colour', () => {
        expect([colourOf('P1'), colourOf('G7')]).toEqual(['purple', 'green']);
    });
});
