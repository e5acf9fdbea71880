/**
 * What this browser remembers about matches: the seal it was shown before the first die, the bytes it brought, the
 * links it may hand out. Only so can it tell afterwards whether the server kept its word.
 */

import type { Opened } from '../wire';

export interface Keepsake {
    commitment?: string;
    /** Own bytes by seat. */
    lucks?: Record<string, string>;
    opened?: Opened;
}

const PREFIX = 'miskatonic match ';

export function keepsake(match: string): Keepsake {
    try {
        return JSON.parse(localStorage.getItem(PREFIX + match) ?? '{}') as Keepsake;
    } catch {
        return {};
    }
}

export function keep(match: string, more: Keepsake): void {
    const before = keepsake(match);
    const after = { ...before, ...more, lucks: { ...before.lucks, ...more.lucks } };
    try {
        localStorage.setItem(PREFIX + match, JSON.stringify(after));
    } catch {
        // A browser that keeps nothing can still play; it cannot check the seal by itself.
    }
}
