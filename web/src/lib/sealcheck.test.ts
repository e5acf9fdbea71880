import { expect, test } from 'vitest';
import { checkSeal, ofMemory } from './sealcheck';
import { commitmentOf } from './sealing';

const seal = { match: 'm', commitment: 'c0', clients: ['aa', 'bb'] };
const states = (findings: { state: string }[]) => findings.map((finding) => finding.state);

test('what was shown and given is found again', () => {
    expect(states(ofMemory(seal, { commitment: 'c0', lucks: { 0: 'aa' } }))).toEqual(['good', 'good']);
});

test('an exchanged seal and lost bytes are noticed', () => {
    expect(states(ofMemory(seal, { commitment: 'c1', lucks: { 0: 'cc' } }))).toEqual(['bad', 'bad']);
});

test('who was not there cannot say', () => {
    expect(states(ofMemory(seal, {}))).toEqual(['open']);
});

function record(fortune: object): string {
    return `${JSON.stringify({ format: 'miskatonic record 1', id: 'm', fortune })}\n`;
}

test('the secret must fit the seal', async () => {
    const secret = '00'.repeat(32);
    const commitment = await commitmentOf('m', secret);
    const fits = await checkSeal(record({ kind: 'sealed', commitment, clients: [], secret }));
    expect(fits[0]!.state).toBe('good');
    const other = await checkSeal(record({ kind: 'sealed', commitment, clients: [], secret: '01'.repeat(32) }));
    expect(other[0]!.state).toBe('bad');
});

test('a secret not yet told, and dice that were never sealed', async () => {
    expect((await checkSeal(record({ kind: 'sealed', commitment: 'c', clients: [] })))[0]!.text).toContain('not over');
    expect((await checkSeal(record({ kind: 'seeded', seed: 1 })))[0]!.text).toContain('not sealed');
});
