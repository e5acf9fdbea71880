import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Question } from '../../wire';
import { click, Laid, press } from '../laid.svelte';
import Board from './Board.svelte';
import fixtures from './fixtures.json';
import { screen } from './index';
import type { Colour, View } from './types';
import { ways } from './ways';

vi.setConfig({ testTimeout: 60_000 });

const asked = fixtures.tables.filter(({ ask }) => ask);
let laid: Laid;
afterEach(() => laid?.take());

function lay(name: string): Laid {
    const fixture = fixtures.tables.find((one) => one.name === name)!;
    laid = new Laid(Board, { ...(fixture as object), sheet: fixtures.sheets[fixture.sheet] });
    return laid;
}

/** Touch one thing after the other; what is ready then is committed, unless the last touch did so. */
function walk(steps: string[]): void {
    for (const step of steps) click(`[data-target="${step}"]`);
    if (!laid.chosen.length) click('.primary');
}

test('there is a table for every question and every kind of First card', () => {
    const prompts = 'dice commit write place extra cross order outburst put bonus';
    expect(new Set(asked.map(({ ask }) => ask!.prompt))).toEqual(new Set(prompts.split(' ')));
    const kinds = new Set(asked.flatMap(({ name }) => /^bonus (\w+_?\w*)$/.exec(name)?.[1] ?? []));
    expect(kinds.size).toBe(15);
});

describe('the board alone offers every option', () => {
    test.each(asked.map(({ name, ask, sheet }) => [name, ask as Question, sheet] as const))(
        '%s',
        (name, ask, sheet) => {
            lay(name);
            const cards = Object.entries(fixtures.sheets[sheet]!.bonuses).map(([colour, { kind }]) => [colour, kind]);
            const all = ways(ask, Object.fromEntries(cards) as Record<Colour, string>);
            expect(new Set(all.map(({ code }) => code))).toEqual(new Set(ask.options.map(({ code }) => code)));
            // One way for every option; the same question put anew begins with nothing touched.
            for (const { code } of ask.options) {
                laid.clear();
                laid.change({ ask: { ...ask, id: `again ${code}` } });
                const { steps } = all.find((way) => way.code === code)!;
                walk(steps);
                expect(laid.chosen, steps.join(' > ')).toEqual([code]);
            }
            expect(screen.complete).toBe(true);
        },
    );
});

describe('placing two copies', () => {
    const name = 'place pair 3 late';
    const options = () => (asked.find((one) => one.name === name)!.ask as Question).options;
    const [first, second] = options()[0]!.word.replace('place=', '').split(' ') as [string, string];

    test('first the spaces of the colour, then the neighbours of the one chosen', () => {
        lay(name);
        const legal = () =>
            [...document.querySelectorAll('.legal')].map((one) => one.getAttribute('data-target')!.slice(6));
        const firsts = new Set(options().map(({ word }) => word.replace('place=', '').split(' ')[0]!));
        expect(new Set(legal())).toEqual(firsts);
        click(`[data-target="space:${first}"]`);
        expect(legal()).toContain(second);
        expect(document.querySelector('.chosen')!.getAttribute('aria-label')).toContain('chosen');
    });

    test('by keyboard: Enter takes a space, Escape lets it go', () => {
        lay(name);
        const space = document.querySelector<SVGElement>(`[data-target="space:${first}"]`)!;
        document.querySelector<SVGElement>('[role=gridcell][tabindex="0"]')!.focus();
        expect(document.activeElement).toBe(space);
        press('Enter');
        expect(document.querySelectorAll('.chosen')).toHaveLength(1);
        press('Escape');
        expect(document.querySelectorAll('.chosen')).toHaveLength(0);
    });

    test('what is considered is written in pencil', () => {
        lay(name).consider(options()[0]!.word);
        expect(document.querySelectorAll('.marked')).toHaveLength(2);
    });
});

describe('what is seen', () => {
    test('every space has a spoken name', () => {
        lay('place pair 2');
        const cells = [...document.querySelectorAll('.space')];
        expect(cells).toHaveLength(33);
        expect(cells.filter((cell) => cell.getAttribute('tabindex') === '0')).toHaveLength(1);
        for (const cell of cells)
            expect(cell.getAttribute('aria-label')).toMatch(/^[PYGBR]\d, \w+ \(\w+\), (empty|-\d)/);
    });

    test('a neighbour who places for somebody sees that sheet', () => {
        lay('place pair for another');
        expect(document.querySelector('.paper')!.getAttribute('aria-label')).not.toBe('Your sheet');
    });

    test('the sheet of another can be opened', () => {
        lay('write 3');
        HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
            this.open = true;
        };
        click('[aria-label="The others"] button');
        expect(document.querySelector('dialog')!.getAttribute('aria-label')).toMatch(/^The sheet of /);
        expect(document.querySelectorAll('dialog .space')).toHaveLength(33);
    });

    test('the end adds up', () => {
        lay('over 3');
        const { view } = fixtures.tables.find(({ name }) => name === 'over 3') as unknown as { view: View };
        const totals = [...document.querySelectorAll('.total')].map((cell) =>
            Number(cell.textContent!.replace('\u2212', '-')),
        );
        expect(totals).toEqual(view.novices.map(({ score }) => score).sort((a, b) => b - a));
    });
});
