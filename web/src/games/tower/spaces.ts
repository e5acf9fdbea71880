/** Where locked dice stand: Gate, Heart, Mind and the two Discovery spaces. */

import type { Player } from './types';

export const SPACES = ['Gate', 'Heart', 'Mind', 'Discovery', 'Discovery'] as const;

/** By space: the die that stands there. With five dice that stand together, the view says which are the Discovery dice. */
export function placed(player: Player): (number | null)[] {
    const found: (number | null)[] = [null, null, null, null, null];
    const over: number[] = [];
    const put = (die: number, spaces: number[]) => {
        const space = spaces.find((one) => found[one] === null);
        if (space === undefined) over.push(die);
        else found[space] = die;
    };
    const all = player.stands && player.discovery_dice.length === 2 && player.dice.length === 5;
    const standing = player.dice
        .map((_, die) => die)
        .filter((die) => player.locked[die] || player.status === 'success');
    const discovery = standing.filter((die) => all && player.discovery_dice.includes(die));
    for (const die of discovery) put(die, [3, 4]);
    for (const die of standing) {
        if (discovery.includes(die)) continue;
        const face = player.dice[die]!;
        put(die, [...(face <= 3 ? [face - 1] : []), ...(all ? [] : [3, 4])]);
    }
    // What is left serves as a sign by a rule of the Location, or stands nowhere.
    for (const die of over.splice(0)) put(die, [0, 1, 2]);
    return found;
}

/** The dice that lie loose before the player. */
export function loose(player: Player): number[] {
    const standing = placed(player);
    return player.dice.map((_, die) => die).filter((die) => !standing.includes(die));
}
