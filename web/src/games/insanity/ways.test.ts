import { describe, expect, test } from 'vitest';
import type { Question } from '../../wire';
import { COLOURS, type Colour } from './types';
import { meant, nextTargets, ways } from './ways';

function question(prompt: string, ...words: string[]): Question {
    const options = words.map((word, code) => ({ code, word: `${prompt}=${word}`, label: word }));
    return { id: '0', seat: 0, actor: 0, prompt, text: '', options, rules: [] };
}

const kinds = (kind = '') => Object.fromEntries(COLOURS.map((colour) => [colour, kind])) as Record<Colour, string>;
const steps = (ask: Question, kind?: string) => ways(ask, kinds(kind)).map((way) => way.steps.join(' > '));

describe('options as ways over the table', () => {
    test('two dice in either order', () => {
        expect(steps(question('dice', 'purple+red'))).toEqual(['die:purple > die:red', 'die:red > die:purple']);
    });
    test('a result by its row or its die, a fallback by its row alone', () => {
        const ask = question('write', 'green', 'nothing', 'fallback in red');
        expect(steps(ask)).toEqual(['row:green', 'die:green', 'nothing', 'row:red']);
    });
    test('two spaces, one, or none', () => {
        expect(steps(question('place', 'P1 R3', 'P4 -', '- G3', '- -'))).toEqual([
            'space:P1 > space:R3',
            'space:P4',
            'space:G3',
            'nothing',
        ]);
    });
    test('First cards with their parameters', () => {
        expect(steps(question('bonus', 'pass', 'red'))).toEqual(['pass', 'card:red']);
        expect(steps(question('bonus', 'blue green 2 -2'))).toEqual(['card:blue > entry:green 2 > by:-2']);
        expect(steps(question('bonus', 'yellow G1 B', 'yellow G1 -'))).toEqual([
            'card:yellow > space:G1 > seat:1',
            'card:yellow > space:G1 > nobody',
        ]);
        expect(steps(question('bonus', 'blue P1 R3'))).toEqual(['card:blue > space:P1 > space:R3']);
    });
    test('a colour is a die, a row or a card, as the First card says', () => {
        expect(steps(question('bonus', 'green blue'), 'third_die')).toEqual(['card:green > die:blue']);
        expect(steps(question('bonus', 'green blue'), 'write_extra')).toEqual(['card:green > row:blue']);
        expect(steps(question('bonus', 'green blue'), 'cure')).toEqual(['card:green > penalty:blue']);
    });
    test('what is swapped or rolled together goes in either order', () => {
        expect(steps(question('bonus', 'green purple 2 red 1'))).toEqual([
            'card:green > entry:purple 2 > entry:red 1',
            'card:green > entry:red 1 > entry:purple 2',
        ]);
        expect(steps(question('bonus', 'blue purple red'), 'reroll_positive')).toHaveLength(2);
    });
});

describe('what may be touched next', () => {
    const all = ways(question('bonus', 'pass', 'blue purple', 'blue red', 'blue purple red'), kinds('reroll_positive'));

    test('first the card', () => {
        expect([...nextTargets(all, [])]).toEqual([
            ['pass', { code: 0, more: false }],
            ['card:blue', { code: null, more: true }],
        ]);
    });
    test('an option may be complete and still go on', () => {
        expect(nextTargets(all, ['card:blue']).get('die:purple')).toEqual({ code: 1, more: true });
        expect(meant(all, ['card:blue', 'die:red'])).toBe(2);
        expect(nextTargets(all, ['card:blue', 'die:red']).get('die:purple')).toEqual({ code: 3, more: false });
    });
});
