import { expect, test } from 'vitest';
import type { Question } from '../wire';
import { handsHidden, nextEyes } from './looking';

const ask = (actor: number) => ({ actor }) as Question;

test('hands are hidden only if two seats see different things', () => {
    expect(handsHidden({ 0: { seat: 0, hand: [1] }, 1: { seat: 1, hand: [2] } }, [0, 1])).toBe(true);
    expect(handsHidden({ 0: { seat: 0, board: [1] }, 1: { seat: 1, board: [1] } }, [0, 1])).toBe(false);
    expect(handsHidden({ 0: { seat: 0 } }, [0])).toBe(false);
});

test('eyes go to whoever is asked and stay where they are otherwise', () => {
    expect(nextEyes([], [], null)).toBeNull();
    expect(nextEyes([2], [], null)).toBe(2);
    expect(nextEyes([0, 1], [ask(1)], 0)).toBe(1);
    expect(nextEyes([0, 1], [ask(0), ask(1)], 1)).toBe(1);
    expect(nextEyes([0, 1], [], 1)).toBe(1);
    expect(nextEyes([0, 1], [ask(3)], 1)).toBe(1);
    expect(nextEyes([0, 1], [], 3)).toBe(0);
});
