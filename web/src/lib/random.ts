/** Names and bytes that nobody can guess. */

export function hex(bytes: Uint8Array): string {
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function randomHex(bytes: number): string {
    return hex(crypto.getRandomValues(new Uint8Array(bytes)));
}

/** Sixteen bytes of the player's own for the sealed dice. */
export function freshLuck(): string {
    return randomHex(16);
}

/** A name for a deed, in the order of time: sent twice, it counts once. */
export function freshId(now = Date.now()): string {
    return now.toString(36).padStart(9, '0') + randomHex(8);
}
