import { describe, expect, test, vi } from 'vitest';
import type { News } from '../../wire';
import fixtures from './fixtures.json';
import { actorsOf, pace, scenes } from './happening';
import { Theatre } from './theatre.svelte';
import type { Box, View } from './types';

const box = fixtures.box as unknown as Box;
const plays = fixtures.plays.map(({ name, before, after, news }) => ({
    name,
    before: before as unknown as View,
    after: after as unknown as View,
    news: news as unknown as News[],
}));

describe.each(plays)('$name', ({ before, after, news }) => {
    const row = scenes(before, after, box, news);

    test('every step and every blow has its scene, in the order of the log', () => {
        const told = news.filter(({ what }) => ['walked', 'hit', 'missed', 'spawned'].includes(what));
        expect(told.length).toBeGreaterThan(3);
        const texts = row.map(({ text }) => text);
        let at = -1;
        for (const { text } of told) {
            at = texts.indexOf(text!, at + 1);
            expect(at).toBeGreaterThanOrEqual(0);
        }
        expect(row.filter(({ blow }) => blow)).toHaveLength(
            news.filter(({ what }) => what === 'hit' || what === 'missed').length,
        );
    });

    test('in the end everybody stands where they do stand', () => {
        const place = (view: { key: string; slot: number; cell: string }[]) =>
            view.map(({ key, slot, cell }) => `${key} ${slot} ${cell}`).sort();
        expect(place(row.at(-1)!.actors)).toEqual(place(actorsOf(after)));
    });

    test('one scene after the other is shown, at speed 0 none', () => {
        vi.useFakeTimers();
        const theatre = new Theatre();
        theatre.show(before, box, [], 1);
        expect(theatre.scene).toBeNull();
        theatre.show(after, box, news, 1);
        expect(theatre.scene).toBe(theatre.scene);
        expect(theatre.scene!.text).toBe(row[0]!.text);
        vi.advanceTimersByTime(pace(row.length) + 1);
        expect(theatre.scene!.text).toBe(row[1]!.text);
        theatre.end();
        expect(theatre.scene).toBeNull();
        const still = new Theatre();
        still.show(before, box, [], 0);
        still.show(after, box, news, 0);
        expect(still.scene).toBeNull();
        vi.useRealTimers();
    });
});

test('many scenes hurry', () => {
    expect(pace(3)).toBe(450);
    expect(30 * pace(30)).toBeLessThan(6000);
});
