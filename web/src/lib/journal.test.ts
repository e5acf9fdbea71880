import { expect, test } from 'vitest';
import type { News } from '../wire';
import { EMPTY, fold, type Journal } from './journal';

const line = (seq: number, text = `line ${seq}`): News => ({ seq, kind: 'told', what: 'x', text });

function journal(...seqs: number[]): Journal {
    return fold(EMPTY, { seq: seqs.at(-1) ?? 0, since: 0, start: 0, news: seqs.map((seq) => line(seq)) }) as Journal;
}

test('the first picture brings the whole log, and nothing in it is fresh', () => {
    const first = journal(1, 2, 2, 3);
    expect(first.log).toHaveLength(4);
    expect(first.fresh).toEqual([]);
    expect(first.seq).toBe(3);
});

test('news are appended and fresh', () => {
    const next = fold(journal(1, 2), { seq: 3, since: 2, start: 2, news: [line(3)] }) as Journal;
    expect(next.log.map((news) => news.seq)).toEqual([1, 2, 3]);
    expect(next.fresh).toEqual([line(3)]);
});

test('a taken-back answer is cut out of the log', () => {
    const next = fold(journal(1, 2, 3), { seq: 4, since: 3, start: 1, news: [line(2, 'again')] }) as Journal;
    expect(next.log.map((news) => news.text)).toEqual(['line 1', 'again']);
});

test('the same picture twice changes nothing', () => {
    const first = journal(1, 2, 3);
    const again = fold(first, { seq: 3, since: 1, start: 1, news: [line(2), line(3)] }) as Journal;
    expect(again.log).toEqual(first.log);
    expect(again.fresh).toEqual([]);
});

test('presence alone changes no line', () => {
    const next = fold(journal(1, 2), { seq: 2, since: 2, start: 2, news: [] }) as Journal;
    expect(next.log).toHaveLength(2);
});

test('missing events are noticed', () => {
    expect(fold(journal(1, 2), { seq: 6, since: 4, start: 4, news: [line(5)] })).toBe('gap');
    expect(fold(journal(1, 2), { seq: 3, since: 2, start: 9, news: [line(3)] })).toBe('gap');
});

test('an older picture is passed over', () => {
    expect(fold(journal(1, 2, 3), { seq: 2, since: 1, start: 1, news: [line(2)] })).toBe('stale');
});
