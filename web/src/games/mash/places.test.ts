import { expect, test } from 'vitest';
import type { Question } from '../../wire';
import fixtures from './fixtures.json';
import { attacks, chance, placesOf, wordOf } from './places';
import type { Box, View } from './types';

const box = fixtures.box as unknown as Box;
const tables = fixtures.tables
    .filter(({ ask }) => ask)
    .map(({ name, view, ask }) => ({ name, view: view as unknown as View, ask: ask as unknown as Question }));
const { view, ask } = tables.find((table) => attacks(table.view, box, table.ask).size)!;

test.each(tables)('every option of $name has a place, and no cell has two', ({ view: shown, ask: put }) => {
    const { cells, things, spells, bar } = placesOf(shown, box, put);
    const offered = [...cells.values(), ...things.values(), ...spells.values(), ...bar].flat();
    expect(new Set(offered.map(({ code }) => code))).toEqual(new Set(put.options.map(({ code }) => code)));
});

test('friends are not marked, opponents are', () => {
    const hero = view.heroes[ask.seat]!;
    const beside = box.tiles[view.slots[hero.slot!]!.tile!]!.touch[hero.cell!]![0]!;
    const melee = { ...ask, options: [{ code: 1, word: 'melee=unarmed', label: '' }] };
    const marked = (mode: string, team: number) => {
        const other = { ...hero, seat: 3, cell: beside, team };
        return attacks({ ...view, mode, pieces: [], heroes: [...view.heroes, other] }, box, melee).size;
    };
    expect(marked('cooperative', 1)).toBe(0);
    expect(marked('team_death_match', hero.team)).toBe(0);
    expect(marked('death_match', hero.team + 1)).toBe(1);
});

test('the chance is that against the one who stands there', () => {
    const option = {
        code: 1,
        word: 'melee=unarmed',
        label: '',
        odds: 'd8, 1 damage: Cultist on C1R1 80%, Idol on C1R2 60%',
    };
    expect(chance(option, 'C1R2')).toBe('60%');
    expect(chance(option, 'C2R2')).toBe('');
    expect(wordOf(option)).toEqual({ family: 'melee', value: 'unarmed' });
});
