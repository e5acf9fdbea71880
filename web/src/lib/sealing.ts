/** Sealed dice, checked in the browser: the seal is recomputed from the secret that the record reveals. */

import { hex } from './random';

const TAG = 'miskatonic sealed dice 1';

export interface Seal {
    match: string;
    commitment: string;
    clients: string[];
    /** Revealed when the match is over. */
    secret?: string;
}

/** Parts with their lengths in front, so that no two lists of parts read the same. */
export function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
    const whole = new Uint8Array(parts.reduce((sum, part) => sum + 4 + part.length, 0));
    let at = 0;
    for (const part of parts) {
        new DataView(whole.buffer).setUint32(at, part.length);
        whole.set(part, at + 4);
        at += 4 + part.length;
    }
    return whole;
}

export function unhex(text: string): Uint8Array {
    if (!/^([0-9a-f]{2})*$/i.test(text)) throw new Error('The record has bytes that cannot be read.');
    return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** The seal that a secret must have had: SHA-256 over tag, match and secret. */
export async function commitmentOf(match: string, secret: string): Promise<string> {
    const text = new TextEncoder();
    const sealed = joined(text.encode(TAG), text.encode(match), unhex(secret));
    return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', sealed)));
}

/** What the head of a record says about its dice; null if they are not sealed. */
export function sealOf(record: string): Seal | null {
    let head: any;
    try {
        head = JSON.parse(record.slice(0, record.indexOf('\n')));
    } catch {
        throw new Error('This is not a Miskatonic record: its first line cannot be read.');
    }
    const fortune = head?.fortune;
    if (typeof head?.format !== 'string' || !head.format.startsWith('miskatonic record')) {
        throw new Error('This is not a Miskatonic record.');
    }
    if (fortune?.kind !== 'sealed') return null;
    return { match: head.id, commitment: fortune.commitment, clients: fortune.clients ?? [], secret: fortune.secret };
}
