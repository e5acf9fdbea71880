/** The findings of this browser about sealed dice, in words a player understands. */

import { keepsake, type Keepsake } from './keepsakes';
import { commitmentOf, sealOf, type Seal } from './sealing';

export interface Finding {
    state: 'good' | 'bad' | 'open';
    text: string;
    detail?: string;
}

export async function checkSeal(record: string): Promise<Finding[]> {
    const seal = sealOf(record);
    if (!seal)
        return [{ state: 'open', text: 'The dice of this match were not sealed, so there is no seal to check.' }];
    return [...(await ofSecret(seal)), ...ofMemory(seal, keepsake(seal.match))];
}

async function ofSecret(seal: Seal): Promise<Finding[]> {
    if (!seal.secret) {
        return [{ state: 'open', text: 'The match is not over: its secret has not been told yet.' }];
    }
    const computed = await commitmentOf(seal.match, seal.secret);
    if (computed === seal.commitment) {
        return [{ state: 'good', text: 'The secret has the fingerprint that the record promises.', detail: computed }];
    }
    return [
        {
            state: 'bad',
            text: 'The secret has another fingerprint than the record promises: the dice were changed.',
            detail: computed,
        },
    ];
}

/** What this browser was shown and what it gave, before the first die fell. */
export function ofMemory(seal: Seal, kept: Keepsake): Finding[] {
    const found: Finding[] = [];
    if (!kept.commitment) {
        found.push({
            state: 'open',
            text: 'This browser was not at the table, so it cannot say which seal was shown there.',
        });
    } else if (kept.commitment === seal.commitment) {
        found.push({ state: 'good', text: 'It is the very seal this browser was shown before the first die fell.' });
    } else {
        found.push({
            state: 'bad',
            text: 'This browser was shown another seal before the first die fell: the secret was exchanged.',
            detail: kept.commitment,
        });
    }
    const lucks = Object.values(kept.lucks ?? {});
    const missing = lucks.filter((luck) => !seal.clients.includes(luck));
    if (missing.length) {
        found.push({
            state: 'bad',
            text: 'Bytes that this browser gave are not among those the dice were made from.',
            detail: missing.join(' '),
        });
    } else if (lucks.length) {
        const many = lucks.length > 1 ? 'The bytes that this browser gave are' : 'The luck that this browser added is';
        found.push({ state: 'good', text: `${many} in the dice.`, detail: lucks.join(' ') });
    }
    return found;
}
