/** How an answer is given on the table: the things that are touched for it. */

import type { Option, Question } from '../../wire';
import type { Player } from './types';

/** Something on the table that can be touched: `die:2`, `stick:17`, `spell:4`, `seat:1`, `pass` ... */
export type Target = string;

export interface Way {
    code: number;
    steps: Target[];
}

const value = (option: Option) => option.word.slice(option.word.indexOf('=') + 1);

/** The things to be touched for an option that does not name sets of dice, one after the other. */
function steps(option: Option): Target[] {
    const family = option.word.split('=')[0]!;
    const said = value(option);
    if (family === 'play' && /^\d/.test(said)) {
        const [card, seat] = said.split(' to ');
        return [`spell:${Number(card) - 1}`, ...(seat === undefined ? [] : [`seat:${seat}`])];
    }
    if (family === 'card') return [`spell:${Number(said) - 1}`];
    if (family === 'play' || said === 'convert') return [said];
    if (said === 'no' || said === 'none') return ['pass'];
    if (/^(give|steal) /.test(said)) return [`seat:${said.split(' ')[1]}`];
    return [`${family}:${said}`];
}

/** The ways to all options of a question that is not about dice. */
export function ways(ask: Question): Way[] {
    const all = ask.options.map((option) => ({ code: option.code, steps: steps(option) }));
    // A Spell that can be meant for one player only needs no second touch.
    return all.map((way) => {
        const alone = way.steps.length === 2 && all.filter(({ steps: [first] }) => first === way.steps[0]).length === 1;
        return alone ? { code: way.code, steps: way.steps.slice(0, 1) } : way;
    });
}

/** What can be touched after a Spell that waits for its target, or at first; with the option that this completes. */
export function nextTargets(all: Way[], card: Target | null): Map<Target, number | null> {
    const found = new Map<Target, number | null>();
    for (const { code, steps } of all) {
        const [first, second] = steps as [Target, Target?];
        if (card === null) found.set(first, second === undefined ? code : null);
        else if (first === card && second !== undefined) found.set(second, code);
    }
    return found;
}

/** Whether a question is about dice: sets of them, or one. */
export function aboutDice(ask: Question | null): boolean {
    return !!ask && ask.options.every((option) => /^(lock|dice|die)=/.test(option.word));
}

/** What tells dice apart: an answer names the lowest of those that look alike, and means any of them. */
function look(player: Player, die: number): string {
    return `${player.dice[die]}${player.locked[die] ? 'l' : ''}${player.last[die] ? 't' : ''}`;
}

const sorted = (words: (string | number)[]) => words.map(String).sort().join(' ');

/** What an option about dice names, so that picked dice can be compared with it. */
function named(option: Option, player: Player): string {
    const said = value(option);
    if (option.word.startsWith('lock=')) return sorted(said.split(','));
    if (said === 'none') return '';
    return sorted((said.match(/\d/g) ?? []).map((die) => look(player, Number(die) - 1)));
}

/** The option that some picked dice mean, if any. */
export function meantBy(ask: Question, player: Player, picked: number[]): Option | null {
    const locking = ask.options.some((option) => option.word.startsWith('lock='));
    if (locking && picked.some((die) => player.locked[die])) return null;
    const said = sorted(picked.map((die) => (locking ? player.dice[die]! : look(player, die))));
    return ask.options.find((option) => named(option, player) === said) ?? null;
}

/** The lowest dice that an option means. */
export function diceOf(option: Option, player: Player): number[] {
    if (!option.word.startsWith('lock=')) {
        const said = value(option);
        return said === 'none' ? [] : (said.match(/\d/g) ?? []).map((die) => Number(die) - 1);
    }
    const wanted = value(option).split(',').map(Number);
    const found: number[] = [];
    for (const face of wanted) {
        const die = player.dice.findIndex((one, n) => one === face && !player.locked[n] && !found.includes(n));
        if (die >= 0) found.push(die);
    }
    return found;
}

/** The options that some picked dice can still grow into, or are. */
export function within(ask: Question, player: Player, picked: number[]): Option[] {
    const locking = ask.options.some((option) => option.word.startsWith('lock='));
    if (locking && picked.some((die) => player.locked[die])) return [];
    const said = picked.map((die) => (locking ? String(player.dice[die]) : look(player, die)));
    return ask.options.filter((option) => {
        const left = named(option, player).split(' ');
        return said.every((one) => {
            const at = left.indexOf(one);
            if (at >= 0) left.splice(at, 1);
            return at >= 0;
        });
    });
}
