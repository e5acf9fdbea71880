import { expect, test } from 'vitest';
import { inviteLink, pasted, passOf, route, watchLink } from './router';

const HOME = 'http://table.test';
const at = (path: string) => route(new URL(path, HOME));

test.each([
    ['/', { page: 'start' }],
    ['/new?game=arkham', { page: 'new', game: 'arkham' }],
    ['/t/abc', { page: 'table', match: 'abc' }],
    ['/r/abc', { page: 'replay', match: 'abc', n: null }],
    ['/r/abc/17', { page: 'replay', match: 'abc', n: 17 }],
    ['/learn/insanity', { page: 'learn', game: 'insanity' }],
    ['/rules/arkham#DA-C3', { page: 'rules', game: 'arkham', rule: 'DA-C3' }],
    ['/verify?match=abc', { page: 'verify', match: 'abc' }],
    ['/about', { page: 'about' }],
])('%s is a page', (path, expected) => {
    expect(at(path)).toEqual(expected);
});

test.each(['/t', '/nowhere', '/t/abc/1', '/r/abc/x', '/r/abc/1/2', '/about/us', '/t/%3Cb%3E'])('%s is not', (path) => {
    expect(at(path).page).toBe('lost');
});

test('links carry their pass, and it comes out again', () => {
    expect(passOf(new URL(inviteLink(HOME, 'm', 2, 'tok_en')).hash)).toEqual({ seat: 2, token: 'tok_en' });
    expect(passOf(new URL(watchLink(HOME, 'm', 'w-1')).hash)).toEqual({ watch: 'w-1' });
    expect(passOf('')).toBeNull();
    expect(passOf('#seat=x&token=t')).toBeNull();
    expect(passOf('#seat=1')).toBeNull();
});

test('whatever is pasted leads to a table, or nowhere', () => {
    expect(pasted(` ${inviteLink(HOME, 'm', 1, 'tok')} `, HOME)).toBe('/t/m#seat=1&token=tok');
    expect(pasted('0192aa', HOME)).toBe('/t/0192aa');
    expect(pasted('/r/m/4', HOME)).toBe('/r/m/4');
    expect(pasted('hello there', HOME)).toBeNull();
    expect(pasted('http://table.test/about', HOME)).toBeNull();
});
