import { flushSync } from 'svelte';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Question } from '../../wire';
import { click, Laid, press } from '../laid.svelte';
import Board from './Board.svelte';
import { hand, manner, numbers } from './choices';
import fixtures from './fixtures.json';
import { screen } from './index';

vi.setConfig({ testTimeout: 60_000 });

const asked = fixtures.tables.filter(({ ask }) => ask);
let laid: Laid;
afterEach(() => laid?.take());

function lay(name: string): Laid {
    const fixture = fixtures.tables.find((one) => one.name === name)!;
    laid = new Laid(Board, { ...(fixture as object), sheet: fixtures.sheets[fixture.sheet] });
    return laid;
}

/** Answer by touching the board alone. */
function answer(ask: Question, code: number): void {
    const at = ask.options.findIndex((option) => option.code === code);
    const option = ask.options[at]!;
    switch (manner(ask)) {
        case 'cards':
            return click('.cards button', at);
        case 'faces':
            return click('.faces button', at);
        case 'dice':
            hand(option).forEach(pickUp);
            return click('.commit button');
        case 'steps':
            step(numbers(option));
            return click('.verdict button');
    }
}

function pickUp(kind: string): void {
    const dice = [...document.querySelectorAll('[role=option][aria-selected=false]')];
    const name = kind === 'L' ? 'locked 1' : kind;
    const place = dice.find((die) => die.getAttribute('aria-label')!.startsWith(name))?.getAttribute('data-place');
    click(`[data-place="${place}"]`);
}

function step(goal: number[]): void {
    for (let steps = 0; steps < 60; steps += 1) {
        const now = [...document.querySelectorAll('[role=spinbutton]')].map((one) =>
            Number(one.getAttribute('aria-valuenow')),
        );
        const wanted = goal.flatMap((number, axis) => {
            const which = number > now[axis]! ? 'More' : number < now[axis]! ? 'Less' : null;
            const button = which && document.querySelectorAll<HTMLButtonElement>(`[aria-label^="${which}"]`)[axis];
            return button && !button.disabled ? [button] : [];
        });
        if (!wanted.length) return;
        wanted[0]!.click();
        flushSync();
    }
}

test('there is a table for every question of the game', () => {
    const prompts = 'gift reroll heal double stance spend fight_reroll first_key pact lore pick pact_dice ghost';
    expect(new Set(asked.map(({ ask }) => ask!.prompt))).toEqual(new Set(prompts.split(' ')));
});

describe('the board alone offers every option', () => {
    test.each(asked.map(({ name, ask }) => [name, ask as Question] as const))('%s', (name, ask) => {
        lay(name);
        for (const { code } of ask.options) {
            laid.clear();
            answer(ask, code);
            expect(laid.chosen).toEqual([code]);
        }
        expect(screen.complete).toBe(true);
    });
});

describe('dice by keyboard', () => {
    test('arrows move, Space picks, Enter rolls', () => {
        lay('reroll 1 ones');
        document.querySelector<HTMLElement>('[role=option][tabindex="0"]')!.focus();
        press('End');
        press(' ');
        expect(laid.considered).toBe(laid.option('reroll=4').code);
        press('ArrowLeft');
        press(' ');
        press('Enter');
        expect(laid.words).toEqual(['reroll=3,4']);
    });

    test('what is considered elsewhere shows on the dice', () => {
        lay('reroll 1 ones').consider('reroll=3,3');
        expect(document.querySelectorAll('[aria-selected=true]')).toHaveLength(2);
        laid.clear();
        expect(document.querySelectorAll('[aria-selected=true]')).toHaveLength(0);
    });

    test('numbers go up and down by arrows', () => {
        lay('spend monster');
        laid.consider('spend=0,0');
        document.querySelectorAll<HTMLElement>('[role=spinbutton]')[0]!.focus();
        press('ArrowUp');
        press('Enter');
        expect(laid.words).toEqual(['spend=2,0']);
    });
});

describe('what is seen', () => {
    test('the tracks are told in words', () => {
        lay('reroll 1 ones');
        const said = [...document.querySelectorAll('[role=img]')].map((one) => one.getAttribute('aria-label'));
        const track =
            'Investigation: space 5 of 16. Red spaces: 4, 8, 12. Elder sign: 9. The dice would lead you to 9.';
        expect(said).toContain(track);
        expect(said).toContain('Clock: space 1 of 5, 4 steps to the next key. The dice would move it to 2.');
    });

    test('the price of a freed 1 is shown before it is paid', () => {
        lay('reroll 1 ones').consider('reroll=1');
        expect(document.querySelector('.commit')!.textContent).toContain('costs 1 sanity, 9 left');
    });

    test('the others lie beside, and a spectator sees them all', () => {
        lay('reroll side by side');
        const others = '[aria-label="The others on this case"] li';
        expect(document.querySelectorAll(others)).toHaveLength(2);
        const { view } = fixtures.tables.find(({ name }) => name === 'reroll side by side')!;
        laid.change({ seat: null, ask: null, view: { ...view, you: null } });
        expect(document.querySelectorAll(others)).toHaveLength(3);
    });

    test('a closed case is stamped', () => {
        lay('over won');
        expect(document.querySelector('.stamp')!.textContent).toContain('Case closed');
    });
});
