/** What a Location demands, costs and gives, in a few words for each rule. */

import type { Rule } from './types';

export type Sort = 'demands' | 'costs' | 'gives';
export interface Tag {
    sort: Sort;
    text: string;
}

const list = (what: number[]) => what.join(what.length === 2 ? ' or ' : ', ');
const tentacles = (n: number) => (n === 1 ? 'a tentacle' : `${n} tentacles`);

/** A count pattern in words: `2+` two or more, `2-` at most two, `2` exactly two, `0` none. */
function many(pattern: string): string {
    const number = Number.parseInt(pattern, 10);
    if (pattern.endsWith('+')) return `${number}+`;
    if (pattern.endsWith('-')) return `at most ${number}`;
    return number ? `exactly ${number}` : 'no';
}

function throwOf({ faces, n, same, sum, min_dice }: NonNullable<Rule['when']>): string {
    const said = [];
    if (faces) said.push(`${many(n ?? '1+')} × ${list(faces)}`);
    if (same) said.push(`${many(same)} alike`);
    if (sum) said.push(`sum ${sum}`);
    if (min_dice) said.push(`with ${min_dice}${min_dice === 5 ? '' : '+'} dice`);
    return said.join(', ');
}

/** The consequences of a rule, each with what it is to the player. */
function bundle(then: Record<string, number | boolean>, more = ''): Tag[] {
    const found: Tag[] = [];
    const add = (sort: Sort, text: string) => found.push({ sort, text });
    const number = (key: string) => Number(then[key] ?? 0);
    if (then.fail) add('demands', 'fail');
    if (number('draw')) add('costs', tentacles(number('draw')) + more);
    if (number('discard_spell')) add('costs', 'a Spell');
    if (number('lose_discovery')) add('costs', 'Discovery');
    if (number('gain_spell')) add('gives', 'a Spell');
    if (number('heal')) add('gives', 'less Madness');
    if (number('token')) add('gives', 'a token');
    if (number('total'))
        add(number('total') > 0 ? 'gives' : 'costs', `total ${number('total') > 0 ? '+' : ''}${number('total')}`);
    return found;
}

/** The tags of one rule. */
export function tags(rule: Rule): Tag[] {
    const said = (sort: Sort, text: string): Tag[] => [{ sort, text }];
    const after = (start: string, more = '') =>
        bundle(rule.then ?? {}, more).map(({ sort, text }) => ({ sort, text: `${start}: ${text}` }));
    switch (rule.kind) {
        case 'on_throw':
            return after(throwOf(rule.when ?? {}));
        case 'on_success':
            return after('success');
        case 'on_fail':
            return after('failing', ' more');
        case 'on_award':
            return after('the winner');
        case 'on_nobody':
            return after(rule.who === 'each' ? 'unsolved, everybody' : 'unsolved, First Player');
        case 'lock_count':
            return said(
                'demands',
                rule.max === 1
                    ? 'lock exactly 1'
                    : rule.min
                      ? `lock ${String(rule.min)} or more`
                      : `lock at most ${String(rule.max)}`,
            );
        case 'lock_order':
            return said('demands', 'Gate, then Heart, then Mind');
        case 'throw_limit':
            return said('demands', `${String(rule.max)} throws`);
        case 'discovery_ban':
            return said('demands', `no ${list(rule.faces as number[])} as Discovery`);
        case 'discovery_need':
            return said(
                'demands',
                rule.min ? `total ${String(rule.min)} or more` : `total ${String(rule.max)} or less`,
            );
        case 'lead_rule':
            return said('demands', rule.best === 'low' ? 'the lowest leads' : 'ties stay with the leader');
        case 'ban':
            return said('demands', `no ${(rule.what as string[]).join(', no ')}`);
        case 'draw_rule':
            return said(
                'costs',
                rule.chooser ? 'your left neighbour picks tentacles' : `${String(rule.rows)} tentacles first`,
            );
        case 'falling':
            return said('costs', `fallen ${String(rule.type)} is lost`);
        case 'alias':
            return said('gives', `${String(rule.face)} serves as ${String(rule.symbol)}`);
        case 'free_rethrow':
            return said('gives', 'a free rethrow');
        case 'total_bonus':
            return said('gives', rule.pair ? `a pair: total +${String(rule.pair)}` : 'a better total');
        default:
            return [];
    }
}
