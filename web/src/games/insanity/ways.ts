/**
 * From the words of options to things on the table that are touched one after the other.
 *
 * An option is a way over targets: `place=P1 R3` is the space P1, then the space R3. Several ways may mean the same: a
 * result is written by touching its die or its row. What may be touched next follows from all ways that go on from what
 * was touched so far.
 */

import type { Option, Question } from '../../wire';
import { COLOURS, type Colour } from './types';

/**
 * `die:red` and `dark:red` dice, `row:red`, `entry:red 2` the second number of a row, `space:R2`, `penalty:red` and
 * `card:red` a regular and a First card, `seat:1`, and what has no place: `by:+2`, `nobody`, `nothing`, `pass`.
 */
export type Target = string;

export interface Way {
    code: number;
    steps: Target[];
}

const SEATS = 'ABCDE';

function isColour(word: string): word is Colour {
    return (COLOURS as readonly string[]).includes(word);
}

/** All ways of a question; `kinds` are the kinds of the First cards by colour. */
export function ways(ask: Question, kinds: Record<Colour, string>): Way[] {
    return ask.options.flatMap((option) => routes(option, kinds).map((steps) => ({ code: option.code, steps })));
}

function routes(option: Option, kinds: Record<Colour, string>): Target[][] {
    const [prompt, word = ''] = option.word.split('=', 2) as [string, string];
    switch (prompt) {
        case 'dice': {
            const [one, two] = word.split('+');
            return eitherOrder([`die:${one}`, `die:${two}`]);
        }
        case 'commit':
            return [[`die:${word}`], [`row:${word}`]];
        case 'write': {
            if (word === 'nothing') return [['nothing']];
            const row = word.replace('fallback in ', '');
            return row === word ? [[`row:${row}`], [`die:${row}`]] : [[`row:${row}`]];
        }
        case 'place': {
            const spaces = word.split(' ').filter((space) => space !== '-');
            return [spaces.length ? spaces.map((space) => `space:${space}`) : ['nothing']];
        }
        case 'extra':
        case 'put':
            return [[`space:${word}`]];
        case 'cross':
            return [[`row:${word}`]];
        case 'order':
            return [[`penalty:${word}`]];
        case 'outburst':
            return [[`dark:${word}`]];
        case 'bonus':
            return word === 'pass' ? [['pass']] : bonus(word.split(' '), kinds);
        default:
            return [[`option:${option.code}`]];
    }
}

/** `blue green 2 +2`, `yellow G1 B`, `green purple 2 red 1`: the card first, then its parameters. */
function bonus([card = '', ...words]: string[], kinds: Record<Colour, string>): Target[][] {
    const kind = isColour(card) ? kinds[card] : '';
    const steps: Target[] = [];
    for (let at = 0; at < words.length; at += 1) {
        const word = words[at]!;
        const next = words[at + 1] ?? '';
        if (isColour(word) && /^\d+$/.test(next)) {
            steps.push(`entry:${word} ${next}`);
            at += 1;
        } else if (isColour(word)) steps.push(`${TOUCHED[kind] ?? 'row'}:${word}`);
        else if (/^[+-]\d+$/.test(word)) steps.push(`by:${word}`);
        else if (word === '-') steps.push('nobody');
        else if (word.length === 1) steps.push(`seat:${SEATS.indexOf(word)}`);
        else steps.push(`space:${word}`);
    }
    const alike = steps.length === 2 && !steps[0]!.startsWith('space:') && kindOf(steps[0]!) === kindOf(steps[1]!);
    return (alike ? eitherOrder(steps) : [steps]).map((rest) => [`card:${card}`, ...rest]);
}

/** What a colour means to a First card: a die, a row or a regular card. */
const TOUCHED: Record<string, string> = { third_die: 'die', reroll_positive: 'die', cure: 'penalty' };

function eitherOrder(steps: Target[]): Target[][] {
    return [steps, [...steps].reverse()];
}

/** The kind of a target: `space`, `row`, `die` ... */
export function kindOf(target: Target): string {
    return target.split(':')[0]!;
}

/** What a target names. */
export function nameOf(target: Target): string {
    return target.slice(target.indexOf(':') + 1);
}

export interface Next {
    /** The option that is complete with this target. */
    code: number | null;
    /** Whether ways go on from there. */
    more: boolean;
}

/** What may be touched after what was touched so far. */
export function nextTargets(all: readonly Way[], taken: readonly Target[]): Map<Target, Next> {
    const found = new Map<Target, Next>();
    for (const { code, steps } of all) {
        const target = steps[taken.length];
        if (target === undefined || taken.some((step, at) => steps[at] !== step)) continue;
        const known = found.get(target) ?? { code: null, more: false };
        const ends = steps.length === taken.length + 1;
        found.set(target, { code: ends ? code : known.code, more: known.more || !ends });
    }
    return found;
}

/** The option that touching exactly these means. */
export function meant(all: readonly Way[], taken: readonly Target[]): number | null {
    const way = all.find(({ steps }) => steps.length === taken.length && steps.every((step, at) => taken[at] === step));
    return way?.code ?? null;
}
