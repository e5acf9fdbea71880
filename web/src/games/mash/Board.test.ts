import { tick } from 'svelte';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Question } from '../../wire';
import { click, Laid, press } from '../laid.svelte';
import Board from './Board.svelte';
import fixtures from './fixtures.json';
import { screen } from './index';
import { attacks, keyOf, wordOf } from './places';
import type { Box, View } from './types';

vi.setConfig({ testTimeout: 60_000 });

const box = fixtures.box as unknown as Box;
const asked = fixtures.tables.filter(({ ask }) => ask);
let laid: Laid;
afterEach(() => laid?.take());

function lay(name: string): Laid {
    const fixture = fixtures.tables.find((one) => one.name === name)!;
    laid = new Laid(Board, { ...(fixture as object), view: { ...fixture.view, box: fixtures.box } });
    return laid;
}

/** The first table with this question, and perhaps with such an option. */
function named(prompt: string, word = ''): string {
    const found = asked.find(
        ({ ask }) => ask!.prompt === prompt && ask!.options.some((one) => one.word.startsWith(word)),
    );
    return found!.name;
}

const viewOf = (name: string) => fixtures.tables.find((one) => one.name === name)!.view as unknown as View;
const askOf = (name: string) => fixtures.tables.find((one) => one.name === name)!.ask as unknown as Question;

describe('the board alone offers every option', () => {
    test.each(asked.map(({ name }) => name))('%s', (name) => {
        lay(name);
        for (const { code, word } of askOf(name).options) {
            laid.chosen = [];
            click(`[data-code="${code}"]`);
            expect(laid.chosen, word).toEqual([code]);
        }
        expect(screen.complete).toBe(true);
    });
});

/** Questions that are seldom put, by their words; the last one nobody has drawn a place for. */
const SELDOM: Record<string, string[]> = {
    gate_cell: ['spot=C3R6', 'spot=C4R6'],
    pass_on: ['go=C1R1', 'go=C2R2'],
    accept: ['say=no', 'say=yes'],
    overload: ['drop=net', 'drop=bolos'],
    reflection: ['say=no', 'say=yes'],
    beyond: ['beyond=1 C3R1', 'beyond=1 C4R1'],
    reach: ['target=C1R1', 'target=C1R1 rider1', 'spot=C2R2'],
    reach_take: ['take=top', 'take=net'],
    steal: ['steal=net', 'steal=bolos'],
    displace: ['spot=C1R1', 'spot=C2R2'],
    brew: ['tea=1', 'coffee=C1R1', 'pay=3'],
};

test.each(Object.entries(SELDOM))('all of %s can be answered, too', (prompt, words) => {
    const name = named('act');
    const options = words.map((word, n) => ({ code: 9000 + n, word, label: word }));
    lay(name);
    laid.change({ ask: { ...askOf(name), id: prompt, prompt, options } });
    for (const { code } of options) click(`[data-code="${code}"]`);
    expect(laid.words).toEqual(words);
});

describe('walking', () => {
    const name = named('act', 'go=');
    const { walk, heroes, active } = viewOf(name);

    test('cells say what they cost, and the way is drawn', () => {
        lay(name);
        const cells = [...document.querySelectorAll('.cell.legal')];
        expect(cells.length).toBeGreaterThan(3);
        const far = Object.keys(walk).sort((one, two) => walk[two]! - walk[one]!)[0]!;
        const cell = document.querySelector(`[data-cell="${keyOf(heroes[active]!.slot!, far)}"]`)!;
        expect(cell.getAttribute('aria-label')).toContain(`${walk[far]} points`);
        expect(document.querySelector('.way')).toBeNull();
        laid.consider(`go=${far}`);
        const way = document.querySelector('.way')!.getAttribute('d')!;
        expect(way.split('L').length).toBeGreaterThan(2);
    });

    test('one stop for the keyboard; arrows move, Enter goes', async () => {
        lay(name);
        expect(document.querySelectorAll('[role=gridcell]')).toHaveLength(36);
        expect(document.querySelectorAll('[role=gridcell][tabindex="0"]')).toHaveLength(1);
        const steps = Object.keys(walk).filter((cell) => walk[cell] === Math.min(...Object.values(walk)));
        for (const key of ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft']) {
            document.querySelector<SVGElement>('[role=gridcell][tabindex="0"]')!.focus();
            press(key);
            await tick();
            const at = document.activeElement!.getAttribute('data-cell')!.split(' ')[1]!;
            if (steps.includes(at)) {
                press('Enter');
                return expect(laid.words).toEqual([`go=${at}`]);
            }
            const back = {
                ArrowUp: 'ArrowDown',
                ArrowDown: 'ArrowUp',
                ArrowLeft: 'ArrowRight',
                ArrowRight: 'ArrowLeft',
            };
            press(back[key as keyof typeof back]);
            await tick();
        }
        expect.unreachable('no arrow led to a cell next door');
    });
});

test('what lies beside the board is told: stacks, discard, supply, keeper and open tomes', () => {
    const name = asked.find(({ view }) => Object.keys(view.tomes).length)!.name;
    lay(name);
    const view = { ...viewOf(name), box };
    const { stacks } = view;
    const piles = { discarded: { net: 2 }, wrecked: { brine_cradle: 1 }, stacks: { ...stacks, discard: 2 } };
    laid.change({ view: { ...view, keeper: null, ...piles } });
    const said = document.querySelector('details')!.textContent.replace(/\s+/g, ' ');
    expect(said).toContain(`Objects ${stacks.objects} in the stack, 2 discarded`);
    expect(said).toContain('Discarded Net × 2; Brine Cradle');
    expect(said).toContain('Monsters They play by themselves');
    expect(said).toContain('Book of Dzyan Temporal Dust');
    expect(said).toMatch(/Supply.*Cultist \d/);
});

describe('attacking', () => {
    const found = asked.find(({ view, ask }) => attacks(view as never, box, ask as never).size)!;
    const [key, ways] = [...attacks(found.view as never, box, found.ask as never)][0]!;
    const [, cell] = key.split(' ') as [string, string];

    test('whoever can be reached is marked, with the chance to hit', () => {
        lay(found.name);
        const prey = document.querySelector(`[data-cell="${key}"]`)!;
        expect(prey.classList.contains('prey')).toBe(true);
        const odds = ways.flatMap((option) => option.odds?.match(new RegExp(`on ${cell} (\\d+%)`))?.[1] ?? []);
        if (odds.length) expect(prey.getAttribute('aria-label')).toContain(`hits ${odds[0]}`);
    });

    test('an attack on a piece answers the question for its target, too', () => {
        lay(found.name);
        click(`[data-cell="${key}"]`);
        if (ways.length > 1) click(`.bar [data-code="${ways[0]!.code}"]`);
        expect(laid.chosen).toEqual([ways[0]!.code]);
        const options = [cell, 'C1R1 rider1'].map((at, n) => ({ code: 5000 + n, word: `target=${at}`, label: at }));
        laid.change({ ask: null });
        laid.change({ ask: { ...askOf(found.name), id: 'whom', prompt: 'target', options } });
        expect(laid.chosen).toEqual([ways[0]!.code, 5000]);
    });

    test('but not another question', () => {
        lay(found.name);
        click(`[data-cell="${key}"]`);
        if (ways.length > 1) click(`.bar [data-code="${ways[0]!.code}"]`);
        const options = [{ code: 6000, word: `spot=${cell}`, label: cell }];
        laid.change({ ask: { ...askOf(found.name), id: 'where', prompt: 'push', options } });
        laid.change({ ask: { ...askOf(found.name), id: 'whom', prompt: 'target', options } });
        expect(laid.chosen).toEqual([ways[0]!.code]);
    });
});

describe('what is seen', () => {
    test('face-down tiles show nothing, and every slot has a name', () => {
        const name = named('act');
        lay(name);
        click('.zoom');
        const down = viewOf(name).slots.filter(({ up }) => !up).length;
        expect(document.querySelectorAll('.back')).toHaveLength(down);
        const rooms = [...document.querySelectorAll('nav button')];
        expect(rooms).toHaveLength(viewOf(name).slots.length);
        for (const room of rooms) expect(room.getAttribute('aria-label')).toMatch(/^Tile \d+, \S/);
    });

    test('another tile can be looked at, and the whole board', () => {
        const name = named('act');
        lay(name);
        const label = () => document.querySelector('[role=grid]')!.getAttribute('aria-label');
        const before = label();
        click('nav button:not(:disabled):not(.here)');
        expect(label()).not.toBe(before);
        const near = document.querySelector('svg[viewBox]:has([role=grid])')!.getAttribute('viewBox');
        click('.zoom');
        expect(document.querySelector('svg[viewBox]:has([role=grid])')!.getAttribute('viewBox')).not.toBe(near);
    });

    test('cells lie as the tile is turned', () => {
        const turned = asked.find(({ view }) =>
            (view as unknown as View).slots.some(({ up, rotation }) => up && rotation),
        )!;
        lay(turned.name);
        const first = document.querySelector('[role=row] [role=gridcell]')!.getAttribute('data-cell')!.split(' ');
        const { rotation } = viewOf(turned.name).slots[Number(first[0])]!;
        expect(first[1]).toBe({ 0: 'C1R6', 90: 'C1R1', 180: 'C6R1', 270: 'C6R6' }[rotation]);
    });

    test('a card of everybody, and what is carried with what it does', () => {
        const carrying = asked.find(({ view, seat }) => (view as unknown as View).heroes[seat]!.objects.length)!;
        lay(carrying.name);
        const { heroes } = viewOf(carrying.name);
        expect(document.querySelectorAll('article')).toHaveLength(heroes.filter(({ character }) => character).length);
        const things = new Set(heroes[carrying.seat]!.objects);
        const cards = [...document.querySelectorAll('[aria-label="Objects and spells"] li:not(.spell)')];
        expect(cards).toHaveLength(things.size);
        for (const card of cards) expect(card.querySelector('.does')!.textContent).toMatch(/^[A-Z+0-9]/);
    });

    test('nothing can be chosen when it is over', () => {
        const over = fixtures.tables.find(({ ask }) => !ask)!;
        lay(over.name);
        expect(document.querySelectorAll('[data-code]')).toHaveLength(0);
        expect(wordOf({ code: 1, word: 'target=C1R1 rider1', label: '' })).toEqual({
            family: 'target',
            value: 'C1R1 rider1',
        });
    });
});
