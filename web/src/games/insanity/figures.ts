/** What an option would write on a sheet, and what that does to mastery and madness: shown before it is chosen. */

import type { Question } from '../../wire';
import { colourOf, COLOURS, type Colour, type Novice, type Sheet, type View } from './types';

/** UI-V3: what a player would write for a bright die. */
export function written(view: View, novice: Novice, colour: Colour): number {
    const face = view.roll[colour] ?? novice.third[colour] ?? 0;
    let number = face;
    for (const [amount, rows, atLeast, low, high] of novice.burden.positive) {
        if (rows.includes(colour) && face >= atLeast) number = Math.max(low, Math.min(high, number + amount));
    }
    return number;
}

/** UI-V4: what a player would write for the matching and the adjacent copy of the dark die. */
export function copies(view: View, novice: Novice): [number, number] {
    const [matching, adjacent] = ['matching', 'adjacent'].map((copy) => {
        let number = novice.face || view.face;
        for (const [amount, kinds, dice, limit] of novice.burden.negative) {
            const hit = view.die !== null && dice.includes(view.die) && (kinds === 'both' || kinds === copy);
            if (hit && number > limit) number = Math.max(limit, number + amount);
        }
        return number;
    });
    return [matching!, adjacent!];
}

export interface Marks {
    /** Numbers that would stand in spaces. */
    spaces: Record<string, number>;
    /** Numbers that would be written at the end of rows; 0 is an X. */
    rows: Partial<Record<Colour, number>>;
}

/** What an option would write on the sheet it is about. */
export function marks(view: View, sheet: Sheet, ask: Question | null, code: number | null): Marks {
    const found: Marks = { spaces: {}, rows: {} };
    const option = ask?.options.find((one) => one.code === code);
    const novice = ask ? view.novices[ask.seat] : undefined;
    if (!option || !novice) return found;
    const [prompt, word = ''] = option.word.split('=', 2) as [string, string];
    if (prompt === 'write' && word !== 'nothing') {
        const row = word.replace('fallback in ', '') as Colour;
        found.rows[row] = row === word ? written(view, novice, row) : sheet.fallback;
    } else if (prompt === 'cross') {
        found.rows[word as Colour] = 0;
    } else if (prompt === 'place') {
        const numbers = copies(view, novice);
        word.split(' ').forEach((space, at) => {
            if (space !== '-') found.spaces[space] = numbers[at]!;
        });
    } else if (prompt === 'extra') {
        found.spaces[word] = copies(view, novice)[1];
    } else if (prompt === 'put') {
        found.spaces[word] = view.incoming;
    }
    return found;
}

export interface Balance {
    value: number;
    size: number;
    total: number;
    /** Empty spaces left in the row. */
    left: number;
    doubled: boolean;
}

/** Mastery and madness of every colour, with some marks added. */
export function balances(novice: Novice, sheet: Sheet, { spaces, rows }: Marks): Record<Colour, Balance> {
    const found = COLOURS.map((colour): [Colour, Balance] => {
        const { free, target } = sheet.rows[colour];
        const added = rows[colour];
        const total = novice.totals[colour] + (added ?? 0);
        const left = free - novice.rows[colour].length - Number(added !== undefined);
        const changed = added !== undefined;
        const hit = left === 0 && total === target && !novice.burden.no_double.includes(colour);
        const doubled = changed ? hit : novice.doubled.includes(colour);
        const value = changed ? (hit ? 2 * total : total) : novice.values[colour];
        let size = novice.sizes[colour];
        for (const [space, number] of Object.entries(spaces)) if (colourOf(space) === colour) size -= number;
        return [colour, { value, size, total, left, doubled }];
    });
    return Object.fromEntries(found) as Record<Colour, Balance>;
}

/** A negative number with a real minus. */
export function signed(number: number): string {
    return number < 0 ? `\u2212${-number}` : `${number}`;
}
