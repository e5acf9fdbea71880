import { expect, test } from 'vitest';
import { commitmentOf, joined, sealOf } from './sealing';

// Made with miskatonic.kernel.Sealed('match-1', bytes(range(32)), [bytes(16), b'\xff' * 16]).
const COMMITMENT = '7dfb5cbecede1878ca641102a60d4e7c861f11afafedf63be51365459c7190a3';
const SECRET = Array.from({ length: 32 }, (_, n) => n.toString(16).padStart(2, '0')).join('');

test('the seal is the one the kernel makes', async () => {
    expect(await commitmentOf('match-1', SECRET)).toBe(COMMITMENT);
});

test('another secret or another match has another seal', async () => {
    expect(await commitmentOf('match-2', SECRET)).not.toBe(COMMITMENT);
    expect(await commitmentOf('match-1', SECRET.replace('1f', '20'))).not.toBe(COMMITMENT);
});

test('parts cannot be shifted into each other', () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    expect(joined(bytes('ab'), bytes('c'))).not.toEqual(joined(bytes('a'), bytes('bc')));
});

test('the head of a record tells its seal', () => {
    const head = {
        format: 'miskatonic record 1',
        id: 'm',
        fortune: { kind: 'sealed', commitment: 'c0', clients: ['aa'], secret: '00' },
    };
    expect(sealOf(`${JSON.stringify(head)}\n{}\n`)).toEqual({
        match: 'm',
        commitment: 'c0',
        clients: ['aa'],
        secret: '00',
    });
    expect(sealOf(`${JSON.stringify({ ...head, fortune: { kind: 'seeded' } })}\n`)).toBeNull();
    expect(() => sealOf('{"a":1}\n')).toThrow('not a Miskatonic record');
    expect(() => sealOf('hello')).toThrow('not a Miskatonic record');
});
