import { expect, test } from 'vitest';
import { PATIENCE, Typed } from './choosing';

test('a digit means its option', () => {
    expect(new Typed().digit('3', 5, 0)).toBe(2);
    expect(new Typed().digit('6', 5, 0)).toBeNull();
    expect(new Typed().digit('0', 5, 0)).toBeNull();
});

test('two digits in quick succession mean one number', () => {
    const typed = new Typed();
    expect(typed.digit('1', 20, 0)).toBe(0);
    expect(typed.digit('2', 20, 200)).toBe(11);
});

test('slow digits are numbers of their own', () => {
    const typed = new Typed();
    typed.digit('1', 20, 0);
    expect(typed.digit('2', 20, PATIENCE)).toBe(1);
});

test('what was typed can be forgotten', () => {
    const typed = new Typed();
    typed.digit('1', 20, 0);
    typed.clear();
    expect(typed.digit('2', 20, 100)).toBe(1);
});

test('a number beyond the list begins anew', () => {
    const typed = new Typed();
    typed.digit('1', 12, 0);
    expect(typed.digit('5', 12, 100)).toBe(4);
});
