/** What the dice on the table promise: the arithmetic of the sheet, for the forecast line and the ghost markers. */

import type { Combat, Sheet, You } from './types';

export interface Gain {
    /** Cultists brought by pairs of 1s. */
    cultists: number;
    clock: number;
    points: number;
    fight: number;
    magic: number;
}

/** DA-I2 to DA-I4, DA-I9, DA-I10: what dice bring; three or more 3s, 4s, 5s or 6s count as one die more. */
export function harvest(dice: readonly number[]): Gain {
    const many = (face: number) => dice.filter((shown) => shown === face).length;
    const more = (face: number) => many(face) + Number(many(face) >= 3);
    return {
        cultists: Math.floor(many(1) / 2),
        clock: many(2),
        points: more(3) + 2 * more(4),
        fight: more(5),
        magic: more(6),
    };
}

export interface Omens {
    monsters: number;
    cultists: number;
    sanity: number;
    double: boolean;
}

/** DA-M2 to DA-M5: what the two mythos dice announce. */
export function omens(mythos: readonly number[]): Omens {
    const many = (face: number) => mythos.filter((shown) => shown === face).length;
    return {
        monsters: many(1),
        cultists: 2 * many(2) + 3 * many(3),
        sanity: many(4),
        double: mythos.length === 2 && mythos[0] === mythos[1],
    };
}

/** What one mythos die threatens, in a few words. */
export const OMENS = ['', 'a monster', '2 cultists', '3 cultists', '1 sanity lost', 'quiet', 'quiet'];

export interface Forecast {
    gain: Gain;
    time: number;
    inv: number;
    reds: number;
    seal: boolean;
    key: boolean;
    /** Gains in a few words each. */
    brings: string[];
    /** What attacks afterwards. */
    then: string;
}

/** Where these dice lead if nothing else happens, and what attacks then. */
export function forecast(you: You, sheet: Sheet, dice: readonly number[]): Forecast {
    const gain = harvest(dice);
    const time = Math.min(sheet.time_end, you.time + gain.clock);
    const inv = Math.min(sheet.inv_end, you.inv + gain.points);
    const reds = sheet.red.filter((red) => you.inv < red && red <= inv).length;
    const key = time === sheet.time_end;
    const seal = inv === sheet.inv_end && !key;
    const brings: string[] = [];
    if (gain.clock) brings.push(`clock +${gain.clock}${key ? ', a key' : ''}`);
    if (gain.points) brings.push(`${several(gain.points, 'step')}${seal ? ', a seal' : ''}`);
    if (reds) brings.push(several(reds, 'red space'));
    if (gain.fight) brings.push(`fight +${gain.fight}`);
    if (gain.magic) brings.push(`magic +${gain.magic}`);
    const threat = omens(you.mythos);
    let cultists = threat.cultists + gain.cultists + reds;
    if (you.rules.red_behind_counts && (threat.monsters || cultists))
        cultists += sheet.red.filter((red) => red <= you.inv).length;
    const crowd = cultists ? several(cultists, 'cultist') : '';
    const then = threat.monsters ? `a monster${crowd && ` with ${crowd}`}` : crowd || 'no combat';
    return { gain, time, inv, reds, seal, key, brings, then };
}

/** Whether the dice phase goes on, so that the dice are not applied yet. */
export function isRolling(you: You): boolean {
    return you.roll > 0 && !you.combat && !you.event && you.dice.length > 0 && !you.pairs && !you.reds;
}

/** DA-C12: the health that cultists cost; also what they add to a monster. */
export function half(cultists: number): number {
    return Math.ceil(cultists / 2);
}

/** Where the cultists of a combat come from: `2 by the mythos dice`, `1 by red spaces`. */
export function origins(you: You, combat: Combat): string[] {
    const known: [number, string][] = [
        [omens(you.mythos).cultists, 'by the mythos dice'],
        [you.pairs, 'by pairs of 1s'],
        [you.reds, 'by red spaces'],
    ];
    const rest = combat.cultists - known.reduce((sum, [number]) => sum + number, 0);
    return [...known, [rest, 'behind you'] as const].filter(([n]) => n > 0).map(([n, source]) => `${n} ${source}`);
}

/** How near the end is, from 0 to 1: keys, and the way of the clock to the next one. */
export function doom(you: { keys: number; time: number; result?: string }, sheet: Sheet): number {
    const first = Math.min(1, sheet.time_start, sheet.time_reset);
    const clock = (you.time - first) / Math.max(1, sheet.time_end - first);
    return Math.min(1, (you.keys + 0.8 * clock) / 3);
}

/** A number with its noun. */
export function several(number: number, noun: string, many = `${noun}s`): string {
    return `${number} ${number === 1 ? noun : many}`;
}
