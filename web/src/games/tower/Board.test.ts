import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Question } from '../../wire';
import { click, Laid, press } from '../laid.svelte';
import Board from './Board.svelte';
import fixtures from './fixtures.json';
import { habits } from './habits.svelte';
import { screen } from './index';
import type { View } from './types';
import { aboutDice, diceOf, ways } from './ways';

vi.setConfig({ testTimeout: 60_000 });

const asked = fixtures.tables.filter(({ ask }) => ask);
let laid: Laid;
beforeEach(() => {
    localStorage.clear();
    Object.assign(habits, { muted: [], skipped: [], idle: null, flat: false });
});
afterEach(() => {
    laid?.take();
    vi.useRealTimers();
});

function table(name: string) {
    const found = fixtures.tables.find((one) => one.name === name)!;
    const view = { ...found.view, cards: fixtures.cards } as unknown as View;
    return { ...found, view, ask: found.ask as Question | null };
}

function lay(name: string, more: object = {}): Laid {
    laid = new Laid(Board, { ...(table(name) as object), sheet: null, ...more });
    return laid;
}

/** Answer by touching things: dice one by one and then the button, anything else one after the other. */
function walk(ask: Question, code: number, view: View): void {
    const option = ask.options.find((one) => one.code === code)!;
    if (!aboutDice(ask)) {
        for (const step of ways(ask).find((way) => way.code === code)!.steps) click(`[data-target="${step}"]`);
        return;
    }
    if (option.word === 'dice=none') return click('[data-none]');
    for (const die of diceOf(option, view.players[ask.seat]!)) click(`[data-target="die:${die}"]`);
    if (!laid.chosen.length) click('[data-commit]');
}

test('there is a table for every question', () => {
    const turns = 'lock useless free chance second redo rethrow die face take knowledge madman findings';
    const others = 'discard keep return stick investigator';
    const windows = 'on_reveal on_start on_throw on_fail before_draw on_fall on_spell on_turn_end on_round_end';
    const prompts = new Set(`${turns} ${others} ${windows}`.split(' '));
    expect(new Set(asked.map(({ ask }) => ask!.prompt))).toEqual(prompts);
});

describe('the board alone offers every option', () => {
    test.each(asked.map(({ name }) => name))('%s', (name) => {
        const { ask, view } = table(name);
        lay(name);
        for (const { code, word } of ask!.options) {
            laid.clear();
            laid.change({ ask: { ...ask!, id: `again ${code}` } });
            walk(ask!, code, view);
            expect(laid.chosen, word).toEqual([code]);
        }
        expect(screen.complete).toBe(true);
    });
});

describe('dice', () => {
    test('any of those that look alike will do', () => {
        const { ask } = table('lock');
        lay('lock');
        const twos = [...document.querySelectorAll('button.die')].filter((die) =>
            die.getAttribute('aria-label')!.startsWith('Heart, 2'),
        );
        expect(twos.length).toBeGreaterThan(1);
        (twos.at(-1) as HTMLElement).click();
        flushSync();
        click('[data-commit]');
        expect(laid.chosen).toEqual([ask!.options.find(({ word }) => word === 'lock=2')!.code]);
    });

    test('a die says how many legal sets it is in', () => {
        lay('lock');
        const said = [...document.querySelectorAll('button.die')].map((die) => die.getAttribute('aria-label')!);
        expect(said.some((one) => /in \d+ legal sets$/.test(one))).toBe(true);
    });

    test('what is considered is lit, and what is picked can be let go', () => {
        const { ask } = table('lock');
        lay('lock').consider(ask!.options.find(({ word }) => word === 'lock=2,3')!.word);
        expect(document.querySelectorAll('.chosen')).toHaveLength(2);
        laid.clear();
        const first = document.querySelector<HTMLElement>('button.die.open')!;
        first.focus();
        first.click();
        flushSync();
        expect(document.querySelectorAll('[aria-pressed=true]')).toHaveLength(1);
        press('Escape');
        expect(document.querySelectorAll('[aria-pressed=true]')).toHaveLength(0);
    });

    test('dice of another are shown when they are asked about', () => {
        lay('rethrow for another');
        const { ask, seats } = table('rethrow for another');
        expect(document.querySelector('.tray')!.getAttribute('aria-label')).toContain(seats[ask!.seat]!.name);
    });
});

describe('the tower', () => {
    test('every tentacle is a button that says where it is, one stop for the keyboard', () => {
        lay('stick');
        const grips = [...document.querySelectorAll('.grip')];
        expect(grips).toHaveLength(30);
        expect(grips.filter((grip) => grip.getAttribute('tabindex') === '0')).toHaveLength(1);
        for (const grip of grips) expect(grip.getAttribute('aria-label')).toMatch(/^tentacle \d+ \(storey \d/);
    });

    test('arrows go to the next row and along it', () => {
        lay('stick');
        document.querySelector<HTMLElement>('.grip[tabindex="0"]')!.focus();
        flushSync();
        const here = () => document.activeElement!.getAttribute('data-target');
        expect(here()).toBe('stick:1');
        press('ArrowUp');
        expect(here()).toBe('stick:3');
        press('ArrowRight');
        expect(here()).toBe('stick:4');
        press('End');
        expect(here()).toBe('stick:30');
        press('ArrowDown');
        expect(here()).toBe('stick:28');
    });

    test('it counts what is inside and what has fallen', () => {
        const { view } = table('stick late');
        lay('stick late');
        const inside = [...document.querySelectorAll('[aria-label="Marbles inside"] b')].map((one) =>
            Number(one.textContent),
        );
        expect(inside).toEqual(Object.values(view.tower.inside));
        expect(document.querySelector('.last')!.textContent).toContain(`Tentacle ${view.tower.drawn.at(-1)![0]}`);
    });
});

describe('reactions that pass by themselves', () => {
    const own = (name: string, others: 'bot' | 'person') => {
        const { seats, seat } = table(name);
        return seats.map((one, n) => (n === seat ? { ...one, kind: 'person', yours: true } : { ...one, kind: others }));
    };
    const wait = (time: number) => {
        vi.advanceTimersByTime(time);
        flushSync();
    };

    test('among bots, where nothing can be played', () => {
        vi.useFakeTimers();
        lay('pass only', { seats: own('pass only', 'bot') });
        wait(10);
        expect(laid.words).toEqual(['play=pass']);
    });

    test('among people only if it is wished, and after a while', () => {
        vi.useFakeTimers();
        lay('pass only', { seats: own('pass only', 'person') });
        wait(5000);
        expect(laid.chosen).toEqual([]);
        habits.idle = true;
        flushSync();
        wait(300);
        expect(laid.chosen).toEqual([]);
        wait(800);
        expect(laid.words).toEqual(['play=pass']);
    });

    test('for the rest of a Turn, and no longer', () => {
        vi.useFakeTimers();
        const { view, ask } = table('on_turn_end');
        lay('on_turn_end', { seats: own('on_turn_end', 'bot') });
        wait(5000);
        expect(laid.chosen).toEqual([]);
        click('[data-rest]');
        wait(10);
        expect(laid.words).toEqual(['play=pass']);
        laid.clear();
        laid.change({ view: { ...view, active: (view.active! + 1) % 3 }, ask: { ...ask!, id: 'later' } });
        wait(5000);
        expect(laid.chosen).toEqual([]);
    });

    test('never in a match that is only looked at', () => {
        vi.useFakeTimers();
        lay('pass only');
        wait(5000);
        expect(laid.chosen).toEqual([]);
    });
});

describe('what is seen', () => {
    test('every Spell has both sides, the one in force first', () => {
        const { view, seat } = table('on_turn_end');
        lay('on_turn_end');
        const cards = [...document.querySelectorAll('.card')];
        expect(cards).toHaveLength(view.players[seat]!.hand!.length);
        for (const card of cards) {
            const sides = [...card.querySelectorAll('.which')].map((side) => side.textContent);
            expect(sides).toEqual(view.players[seat]!.insane ? ['insane', 'sane'] : ['sane', 'insane']);
        }
    });

    test('others show how many Spells they hold, not which', () => {
        const { view } = table('lock');
        expect(view.players.filter(({ hand }) => hand)).toHaveLength(1);
        lay('lock');
        expect(document.querySelectorAll('[aria-label="Tracker boards"] li')).toHaveLength(view.players.length);
    });

    test.each(['saved', 'doom_bringer', 'consumed'])('the end: %s', (how) => {
        const { view } = table(`over ${how}`);
        lay(`over ${how}`);
        const totals = [...document.querySelectorAll('.total')].map((cell) => Number(cell.textContent));
        expect([...totals].sort()).toEqual(view.players.map(({ score }) => score).sort());
        expect(document.querySelectorAll('.winner')).toHaveLength(view.winners.length);
    });
});
