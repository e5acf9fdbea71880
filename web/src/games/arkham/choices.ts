/** From the words of options (`reroll=2,2`, `spend=3,0`) to dice, numbers and cards on the board, and back. */

import type { Option, Question } from '../../wire';

/** The order in which words name dice; `L` is a 1 that sticks in a combat with a monster. */
const KINDS = '123456L';

/** What an option names, without the name of its question. */
export function named(option: Option): string {
    return option.word.slice(option.word.indexOf('=') + 1);
}

/** The dice that an option picks up; none for `stop`. */
export function hand(option: Option): string[] {
    const word = named(option);
    return word === 'stop' ? [] : word.split(',');
}

function inOrder(kinds: readonly string[]): string[] {
    return [...kinds].sort((a, b) => KINDS.indexOf(a) - KINDS.indexOf(b));
}

/** The option that rolls exactly these dice again. */
export function picking(ask: Question, kinds: readonly string[]): Option | undefined {
    const wanted = inOrder(kinds).join(',') || 'stop';
    return ask.options.find((option) => named(option) === wanted);
}

/** Which of the dice lying an option picks up, by their places; those that are picked already come first. */
export function places(kinds: readonly string[], picked: ReadonlySet<number>, wanted: readonly string[]): Set<number> {
    const found = new Set<number>();
    const order = kinds.map((_, at) => at).sort((a, b) => Number(picked.has(b)) - Number(picked.has(a)));
    for (const kind of wanted) {
        const at = order.find((place) => kinds[place] === kind && !found.has(place));
        if (at !== undefined) found.add(at);
    }
    return found;
}

/** The dice picked, with one put back or taken up; unchanged where no option would fit. */
export function toggled(ask: Question, kinds: readonly string[], picked: ReadonlySet<number>, at: number): Set<number> {
    const next = new Set(picked);
    if (!next.delete(at)) next.add(at);
    return picking(ask, chosen(kinds, next)) ? next : new Set(picked);
}

/** The kinds of the dice at some places. */
export function chosen(kinds: readonly string[], picked: ReadonlySet<number>): string[] {
    return kinds.filter((_, at) => picked.has(at));
}

/** The numbers that an option names: `heal=1,2`, `spend=3,0`, `lore=2`. */
export function numbers(option: Option): number[] {
    return named(option).split(',').map(Number);
}

/** The option with these numbers. */
export function withNumbers(ask: Question, wanted: readonly number[]): Option | undefined {
    return ask.options.find((option) => named(option) === wanted.join(','));
}

/** The next option along one axis, all other numbers staying as they are. */
export function stepped(ask: Question, from: readonly number[], axis: number, up: boolean): Option | undefined {
    const along = ask.options
        .map((option) => ({ option, at: numbers(option) }))
        .filter(({ at }) => at.every((number, other) => other === axis || number === from[other]))
        .filter(({ at }) => (up ? at[axis]! > from[axis]! : at[axis]! < from[axis]!))
        .sort((a, b) => a.at[axis]! - b.at[axis]!);
    return up ? along[0]?.option : along.at(-1)?.option;
}

/** How a question is put on the board. */
export type Manner = 'dice' | 'steps' | 'faces' | 'cards';

const MANNERS: Record<string, Manner> = {
    reroll: 'dice',
    fight_reroll: 'dice',
    heal: 'steps',
    spend: 'steps',
    lore: 'steps',
    pact_dice: 'steps',
    gift: 'faces',
    pick: 'faces',
};

/** Dice to pick up, numbers to set, faces to choose, or cards: anything unknown is cards. */
export function manner(ask: Question): Manner {
    return MANNERS[ask.prompt] ?? 'cards';
}
