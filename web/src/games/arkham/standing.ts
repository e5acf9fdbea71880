/** How a case stands: markers and meters of every investigator. */

import type { Standing } from '../screen';
import type { Posted, Sheet, View } from './types';

export const RESULTS: Record<string, string> = {
    won: 'has won',
    'lost:health': 'is dead',
    'lost:sanity': 'is mad',
    'lost:keys': 'came too late',
};

export function standing({ investigators, sheet }: View & { sheet: Sheet }): Standing {
    const line = (one: Posted) => [
        RESULTS[one.result] ?? `turn ${one.turn}`,
        one.seals,
        one.keys,
        `${one.inv} of ${sheet.inv_end}`,
        `${one.time} of ${sheet.time_end}`,
        one.health,
        one.sanity,
        one.fight,
        one.magic,
    ];
    const columns = ['Case', 'Seals', 'Keys', 'Investigation', 'Clock', 'Health', 'Sanity', 'Fight', 'Magic'];
    return { columns, rows: investigators.map(line) };
}
