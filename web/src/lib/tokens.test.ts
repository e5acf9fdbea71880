import { describe, expect, test } from 'vitest';
import { ciede2000, contrast, distance, VISION } from '../testing/colour';
import { SUITS } from './suits';
import css from './tokens.css?raw';

function block(selector: string): Record<string, string> {
    const body = css.slice(css.indexOf(`${selector} {`)).split('}')[0]!;
    return Object.fromEntries([...body.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((found) => [found[1], found[2]]));
}

const dark = block(':root');
const themes = { dark, light: { ...dark, ...block(":root[data-theme='light']") } };
const GROUNDS = ['abyss', 'table', 'panel', 'raised'];

test('the distance is the published one', () => {
    // Pairs 1, 7 and 25 of the test data of Sharma, Wu and Dalal (2005).
    expect(ciede2000([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 4);
    expect(ciede2000([50, 0, 0], [50, -1, 2])).toBeCloseTo(2.3669, 4);
    expect(ciede2000([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387])).toBeCloseTo(1.2644, 4);
});

describe.each(Object.entries(themes))('%s', (_, tokens) => {
    const pairs = (names: string[], grounds: string[]) =>
        names.flatMap((name) => grounds.map((g) => [name, g] as const));

    test.each(pairs(['text', 'bone', 'mute', 'brass', 'glow', 'danger'], GROUNDS))('%s reads on %s', (name, ground) => {
        expect(contrast(tokens[name]!, tokens[ground]!)).toBeGreaterThanOrEqual(4.5);
    });

    test.each(pairs(['rim', 'brass', 'glow'], GROUNDS))('a border of %s shows on %s', (name, ground) => {
        expect(contrast(tokens[name]!, tokens[ground]!)).toBeGreaterThanOrEqual(3);
    });

    test.each(['brass', 'brass-lit'])('a button of %s reads', (name) => {
        expect(contrast(tokens['on-brass']!, tokens[name]!)).toBeGreaterThanOrEqual(4.5);
    });

    test.each([...pairs(['ink', 'legal'], ['paper', 'paper-2']), ['pencil', 'paper'] as const])(
        '%s reads on %s',
        (name, ground) => {
            expect(contrast(tokens[name]!, tokens[ground]!)).toBeGreaterThanOrEqual(4.5);
        },
    );

    test('rules on paper show', () => {
        expect(contrast(tokens.rule!, tokens.paper!)).toBeGreaterThanOrEqual(3);
    });
});

describe('the dice', () => {
    const suits = ['blood', 'gold', 'deep', 'star', 'moon'] as const;

    test.each(Object.keys(VISION))('can be told apart by %s eyes', (eyes) => {
        const vision = VISION[eyes as keyof typeof VISION];
        const pairs = suits.flatMap((one, n) => suits.slice(n + 1).map((two) => [one, two] as const));
        const closest = Math.min(...pairs.map(([one, two]) => distance(SUITS[one].face, SUITS[two].face, vision)));
        expect(closest).toBeGreaterThanOrEqual(15);
    });

    test.each(Object.entries(SUITS))('%s has pips that show', (_, suit) => {
        expect(contrast(suit.face, suit.pip)).toBeGreaterThanOrEqual(3);
        expect(contrast(suit.tint, dark.ink!)).toBeGreaterThanOrEqual(4.5);
    });

    test('have the colours of the tokens', () => {
        for (const suit of suits) expect(SUITS[suit].face).toBe(dark[suit]);
    });
});
