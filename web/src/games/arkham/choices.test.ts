import { describe, expect, test } from 'vitest';
import type { Question } from '../../wire';
import { chosen, hand, manner, named, numbers, picking, places, stepped, toggled, withNumbers } from './choices';

function question(prompt: string, ...words: string[]): Question {
    const options = words.map((word, code) => ({ code, word: `${prompt}=${word}`, label: word }));
    return { id: '0', seat: 0, actor: 0, prompt, text: '', options, rules: [] };
}

describe('dice to roll again', () => {
    const ask = question('reroll', 'stop', '1', '2', '4', '1,2', '2,4', '2,2', '2,2,4');
    const kinds = ['1', '1', '2', '2', '4'];

    test('words are hands', () => {
        expect(hand(ask.options[0]!)).toEqual([]);
        expect(hand(ask.options[5]!)).toEqual(['2', '4']);
    });
    test('dice in any order are one option, locked 1s last', () => {
        expect(picking(ask, ['4', '2'])?.code).toBe(5);
        expect(picking(ask, [])?.code).toBe(0);
        expect(picking(question('fight_reroll', '6,L'), ['L', '6'])?.code).toBe(0);
    });
    test('a die is taken up and put back', () => {
        const one = toggled(ask, kinds, new Set(), 2);
        expect(chosen(kinds, one)).toEqual(['2']);
        expect(toggled(ask, kinds, one, 2).size).toBe(0);
    });
    test('a die that no option allows stays where it is', () => {
        expect([...toggled(ask, kinds, new Set([0]), 1)]).toEqual([0]);
    });
    test('an option shows on the dice that are picked already', () => {
        expect([...places(kinds, new Set([3]), ['2'])]).toEqual([3]);
        expect([...places(kinds, new Set(), ['2', '4'])]).toEqual([2, 4]);
    });
});

describe('numbers to set', () => {
    const ask = question('spend', '0,0', '0,2', '1,0', '1,2');

    test('words are numbers and back', () => {
        expect(numbers(ask.options[3]!)).toEqual([1, 2]);
        expect(withNumbers(ask, [1, 0])?.code).toBe(2);
        expect(named(ask.options[1]!)).toBe('0,2');
    });
    test('one purse goes in pairs', () => {
        expect(stepped(ask, [1, 0], 1, true)?.word).toBe('spend=1,2');
        expect(stepped(ask, [1, 2], 1, true)).toBeUndefined();
        expect(stepped(ask, [1, 2], 0, false)?.word).toBe('spend=0,2');
    });
});

test('a question nobody knows is cards', () => {
    expect(manner(question('riddle', 'yes'))).toBe('cards');
    expect(manner(question('lore', '0'))).toBe('steps');
});
