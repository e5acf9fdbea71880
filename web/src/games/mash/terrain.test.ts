import { describe, expect, test } from 'vitest';
import { beside, cellLying, CELLS, distance, lyingBeside, middle, placeOf, turned } from './cells';
import fixtures from './fixtures.json';
import { wayTo } from './places';
import { lines, marks, outline } from './terrain';
import type { Box, Slot, Thing } from './types';
import { abilityWords, clipped, shortName, spellName, spellWords, thingWords } from './words';

const box = fixtures.box as unknown as Box;

describe('cells', () => {
    test('are turned as the rules say', () => {
        // (c, r) lies at (r, 7 - c) after 90, (7 - c, 7 - r) after 180, (7 - r, c) after 270, counted from below.
        const lying = (cell: string, rotation: number) => {
            const [x, y] = turned(placeOf(cell), rotation);
            return [x + 1, 6 - y];
        };
        expect(lying('C2R5', 0)).toEqual([2, 5]);
        expect(lying('C2R5', 90)).toEqual([5, 5]);
        expect(lying('C2R5', 180)).toEqual([5, 2]);
        expect(lying('C2R5', 270)).toEqual([2, 2]);
    });

    test.each([0, 90, 180, 270])('come back from a turn by %i', (rotation) => {
        for (const cell of CELLS) expect(cellLying(...turned(placeOf(cell), rotation), rotation)).toBe(cell);
    });

    test('have neighbours', () => {
        expect(beside('C1R6', 'SE')).toBe('C2R5');
        expect(beside('C1R6', 'N')).toBeNull();
        expect(lyingBeside('C3R3', 'N', 0)).toBe('C3R4');
        expect(lyingBeside('C3R3', 'N', 90)).toBe('C2R3');
        expect(lyingBeside('C1R1', 'SE', 180)).toBeNull();
        expect(lyingBeside('C1R1', 'SE', 90)).toBe('C2R2');
        expect(distance('C1R1', 'C3R4')).toBe(5);
    });

    test('tiles lie beside each other, upper ones above', () => {
        const slot = { up: true, rotation: 0 } as Slot;
        const slots = [
            { ...slot, x: 1, y: 1 },
            { ...slot, x: 2, y: 2 },
        ];
        const [low, high] = [middle(slots, 0, 'C1R1'), middle(slots, 1, 'C1R1')];
        expect(high.x).toBeGreaterThan(low.x);
        expect(high.y).toBeLessThan(low.y);
    });
});

describe.each(Object.entries(box.tiles))('%s', (_, tile) => {
    test('draws every sign, and walls where nobody stands', () => {
        const drawn = marks(tile);
        const closed = drawn.filter(({ ground }) => ground === 'rock' || ground === 'low').map(({ cell }) => cell);
        expect(closed.sort()).toEqual(CELLS.filter((cell) => !tile.floor.includes(cell)).sort());
        const red = drawn.filter(({ ground }) => ['red', 'pit', 'deep'].includes(ground ?? '')).map(({ cell }) => cell);
        for (const cell of tile.red) expect([...red, ...drawn.map(({ cell: one }) => one)]).toContain(cell);
        for (const { says, ground } of drawn) if (ground) expect(says).not.toBe('');
    });

    test('has as many lines as printed', () => {
        const inner = tile.map.slice(1, -1).map((line) => line.slice(1, -1));
        const count = (pattern: RegExp) => inner.join('').match(pattern)?.length ?? 0;
        const { solid, dotted } = lines(tile);
        expect(solid.match(/M/g)?.length ?? 0).toBe(count(/[|-]/g));
        expect(dotted.match(/M/g)?.length ?? 0).toBe(count(/:/g));
    });
});

test('an outline goes round a set of cells', () => {
    expect(outline(['C1R6']).match(/M/g)).toHaveLength(4);
    expect(outline(['C1R6', 'C2R6']).match(/M/g)).toHaveLength(6);
});

test('a way goes from neighbour to neighbour', () => {
    const tile = box.tiles.MM!;
    const way = wayTo(tile, { C5R1: 1, C4R1: 2, C4R2: 3 }, 'C6R1', 'C4R2');
    expect(way).toEqual(['C6R1', 'C5R1', 'C4R1', 'C4R2']);
});

test('everything printed has words', () => {
    for (const thing of Object.values(box.objects)) {
        if (thing.colour === 'white') continue;
        expect(thingWords(thing), thing.name).toMatch(/^[A-Z+0-9]/);
        expect(thingWords(thing), thing.name).not.toMatch(/\w+:\w/);
    }
    expect(thingWords({ text: 'melee roll:1', colour: 'red' } as Thing)).toBe('Melee weapon, +1 to the roll');
    for (const spell of (fixtures.box as { spells: string[] }).spells) {
        expect(spellWords(spell), spell).not.toBe('');
        expect(spellName(spell)).not.toContain('_');
    }
    for (const card of Object.values(box.characters)) {
        for (const ability of card.abilities) expect(abilityWords(ability)[1], ability).not.toBe('');
    }
    expect(shortName('Moon-Beast Guard Cell')).toBe('Guard Cell');
    expect(shortName('Gnoph-Keh')).toBe('Gnoph-Keh');
    expect(clipped('Investigator')).toBe('Investigator');
    expect(clipped('Wilbur Whateley')).toBe('Wilbur Wh…');
    expect([...clipped('🐙'.repeat(24))]).toHaveLength(10);
});
