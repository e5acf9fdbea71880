/**
 * When a reaction passes by itself.
 *
 * Who is asked depends on what everybody knows, so an answer at once tells nothing; a pause might. Whatever the reason
 * for passing, it comes after the same short and random while.
 */

import type { Question } from '../../wire';
import type { Spell } from './types';

export interface Wishes {
    muted: string[];
    skipped: string[];
    /** Pass where there is nothing else to do. */
    idle: boolean;
    /** Pass until the Turn is over. */
    resting: boolean;
}

/** The code that passes, if the wishes say so; null if the player is to be asked. */
export function passes(ask: Question, spells: Spell[], wishes: Wishes): number | null {
    if (ask.decline == null) return null;
    if (wishes.resting || wishes.skipped.includes(ask.prompt)) return ask.decline;
    const wanted = ask.options.filter(({ code, word }) => {
        const card = /^play=(\d+)/.exec(word);
        return code !== ask.decline && !(card && wishes.muted.includes(spells[Number(card[1]) - 1]?.id ?? ''));
    });
    // A muted Spell must not pass faster than an empty hand does.
    return wishes.idle && !wanted.length ? ask.decline : null;
}

/** How long to wait before passing, in milliseconds: among people always a little, among bots there is nobody to see. */
export function pause(company: boolean, random: () => number = Math.random): number {
    return company ? 350 + 650 * random() : 0;
}
