import { expect, test } from 'vitest';
import { doom, forecast, harvest, isRolling, omens, origins } from './forecast';
import fixtures from './fixtures.json';
import { happened, thrown } from './happened';
import { way, winding } from './path';
import type { Combat, Sheet, You } from './types';

const sheet = { time_start: 1, time_reset: 1, time_end: 5, inv_end: 16, red: [4, 8, 12], elder: 9 } as Sheet;
const rules = { red_behind_counts: false };
const you = { time: 1, inv: 3, keys: 0, mythos: [3, 6], pairs: 0, reds: 0, event: '', rules } as unknown as You;

test('DA-I2 to DA-I10: three of a kind count as one die more, 1s and 2s never do', () => {
    expect(harvest([4, 4, 4, 1, 1])).toEqual({ cultists: 1, clock: 0, points: 8, fight: 0, magic: 0 });
    expect(harvest([2, 2, 2, 5, 6])).toEqual({ cultists: 0, clock: 3, points: 0, fight: 1, magic: 1 });
    expect(harvest([3, 3, 3, 3, 5]).points).toBe(5);
});

test('DA-M2 to DA-M4: the mythos dice announce', () => {
    expect(omens([4, 4])).toEqual({ monsters: 0, cultists: 0, sanity: 2, double: true });
    expect(omens([1, 3])).toEqual({ monsters: 1, cultists: 3, sanity: 0, double: false });
});

test('the forecast walks, meets red spaces and counts who follows', () => {
    const found = forecast(you, sheet, [4, 4, 3, 2, 6]);
    expect([found.inv, found.time, found.reds]).toEqual([8, 2, 2]);
    expect(found.then).toBe('5 cultists');
    expect(found.brings).toEqual(['clock +1', '5 steps', '2 red spaces', 'magic +1']);
});

test('DA-I6: red spaces behind join a combat, but cause none', () => {
    const behind = { ...you, inv: 9, rules: { red_behind_counts: true } };
    expect(forecast(behind, sheet, [3, 1, 5, 5, 6]).then).toBe('5 cultists');
    expect(forecast({ ...behind, mythos: [1, 6] }, sheet, [3, 1, 5, 5, 6]).then).toBe('a monster with 2 cultists');
    expect(forecast({ ...behind, mythos: [5, 6] }, sheet, [3, 1, 5, 5, 6]).then).toBe('no combat');
});

test('a full clock beats a full track (DA-E3)', () => {
    const found = forecast({ ...you, inv: 15, time: 4 }, sheet, [3, 2]);
    expect([found.key, found.seal]).toEqual([true, false]);
});

test('where cultists come from adds up', () => {
    for (const { name, view } of fixtures.tables) {
        const mine = view.you as unknown as You | null;
        if (!mine?.combat) continue;
        const sum = origins(mine, mine.combat).reduce((total, part) => total + Number(part.split(' ')[0]), 0);
        expect(sum, name).toBe(mine.combat.cultists);
    }
});

test('DA-2B.2: cultists of an event come by its mythos dice', () => {
    const trapped = { ...you, mythos: [2, 5], event: '2B' };
    expect(origins(trapped, { foe: 'cultists', cultists: 2 } as Combat)).toEqual(['2 by the mythos dice']);
});

test('dice that were applied promise nothing more', () => {
    for (const { name, view, ask } of fixtures.tables) {
        if (view.you && ask) expect(isRolling(view.you as unknown as You), name).toBe(ask.prompt === 'reroll');
    }
});

test('doom grows with the clock and with keys', () => {
    const at = (keys: number, time: number) => doom({ keys, time }, sheet);
    expect([at(0, 1), at(2, 5)]).toEqual([0, 2.8 / 3]);
    expect(at(1, 1)).toBeGreaterThan(at(0, 5));
});

test('a fight is told with its dice and its cost; the next turn is not part of it', () => {
    const news = [
        { seq: 1, kind: 'fell', what: 'enemy', value: '1,5' },
        { seq: 1, kind: 'told', what: 'compare', figures: [4, 6] },
        { seq: 1, kind: 'told', what: 'lose_health', text: 'You lose 1 health.' },
        { seq: 1, kind: 'told', what: 'seal', text: 'The trail ends.' },
        { seq: 1, kind: 'fell', what: 'mythos', value: '4,4' },
        { seq: 1, kind: 'told', what: 'lose_sanity', text: 'You lose 2 sanity.' },
    ] as const;
    const found = happened(news.map((one) => ({ ...one, figures: 'figures' in one ? [...one.figures] : [] })));
    expect(found.fight).toEqual({ mine: 4, theirs: 6, dice: [1, 5], won: false, cost: ['You lose 1 health.'] });
    expect(found.tales.map(({ what }) => what)).toEqual(['seal']);
});

test('the dice just thrown are found among those lying', () => {
    const news = [{ seq: 1, kind: 'fell' as const, what: 'roll2', value: '2,3' }];
    expect([...thrown(news, /^roll\d$/, [2, 2, 3, 4])]).toEqual([0, 2]);
});

test('the track winds through any width without leaving it', () => {
    for (const width of [220, 260, 360, 560, 900]) {
        const path = winding(16, width);
        expect(path.spots).toHaveLength(17);
        expect(2 * path.radius).toBeGreaterThan(24);
        for (const { x, y } of path.spots) {
            expect(x - path.radius).toBeGreaterThanOrEqual(0);
            expect(x + path.radius).toBeLessThanOrEqual(width);
            expect(y + path.radius).toBeLessThanOrEqual(path.height);
        }
        const gaps = path.spots.slice(1).map(({ x, y }, n) => Math.hypot(x - path.spots[n]!.x, y - path.spots[n]!.y));
        expect(Math.min(...gaps)).toBeGreaterThan(2 * path.radius);
        expect(way(path, 0, 16).match(/[MLA]/g)).toHaveLength(17);
    }
});
