import { expect, test } from 'vitest';
import { whole } from './screen';
import { screenOf } from './registry';

const tables = import.meta.glob<any>('./*/fixtures.json', { eager: true, import: 'default' });

test.each(Object.entries(tables))('how a match stands is said in words: %s', async (path, fixtures) => {
    const screen = await screenOf(path.split('/')[1]!);
    for (const table of fixtures.tables) {
        const still = fixtures.sheets ? { sheet: fixtures.sheets[table.sheet] } : fixtures;
        const { columns, rows } = screen.standing!(whole(table.view, still));
        expect(rows, table.name).toHaveLength(table.seats.length);
        const begun = rows.filter((row) => row.length > 1);
        expect(begun.map((row) => row.length)).toEqual(begun.map(() => columns.length));
        for (const cell of [...columns, ...rows.flat()]) expect(String(cell)).toMatch(/^[^_]+$/);
        expect(rows.flat().join()).not.toMatch(/undefined|null|NaN|object/);
    }
});
