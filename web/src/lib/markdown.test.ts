import { expect, test } from 'vitest';
import { inline, parse } from './markdown';

test('headings, paragraphs, lists and tables', () => {
    const kinds = parse(
        '# Title\ntext\nmore\n\n- one\n  still one\n- two\n\n1. a\n2. b\n\n| a | b |\n|---|---|\n| 1 | 2 |\n',
    );
    expect(kinds.map((block) => block.kind)).toEqual(['heading', 'paragraph', 'list', 'list', 'table']);
    expect(kinds[1]).toEqual({ kind: 'paragraph', text: [{ kind: 'text', text: 'text more' }] });
    expect(kinds[2]).toMatchObject({ ordered: false, items: [[{ text: 'one still one' }], [{ text: 'two' }]] });
    expect(kinds[3]).toMatchObject({ ordered: true });
    expect(kinds[4]).toMatchObject({
        head: [[{ text: 'a' }], [{ text: 'b' }]],
        rows: [[[{ text: '1' }], [{ text: '2' }]]],
    });
});

test('a rule is found by its id', () => {
    expect(parse('### DA-C3 Fight or flee')[0]).toMatchObject({ level: 3, id: 'DA-C3' });
    expect(parse('## In short')[0]).toMatchObject({ id: 'in-short' });
});

test('emphasis, code and rule ids', () => {
    expect(inline('a **b** `c` (DA-E4).')).toEqual([
        { kind: 'text', text: 'a ' },
        { kind: 'strong', text: 'b' },
        { kind: 'text', text: ' ' },
        { kind: 'code', text: 'c' },
        { kind: 'text', text: ' (' },
        { kind: 'link', text: 'DA-E4', href: '#DA-E4' },
        { kind: 'text', text: ').' },
    ]);
});

test('markup stays words, and links to elsewhere lead nowhere', () => {
    expect(inline('<script>alert(1)</script>')).toEqual([{ kind: 'text', text: '<script>alert(1)</script>' }]);
    expect(inline('[x](javascript:alert(1))')[0]).toEqual({ kind: 'text', text: 'x' });
    expect(inline('[x](//elsewhere)')[0]).toEqual({ kind: 'text', text: 'x' });
    expect(inline('[x](/rules/arkham)')[0]).toEqual({ kind: 'link', text: 'x', href: '/rules/arkham' });
});
