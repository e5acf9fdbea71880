/** How the novices stand: mastery less madness, colour by colour, and the cards. */

import type { Standing } from '../screen';
import { signed } from './figures';
import { COLOURS, type Novice, type Sheet, type View } from './types';

export function standing({ novices, sheet }: View & { sheet: Sheet }): Standing {
    const line = (novice: Novice) => [
        ...COLOURS.map((colour) => `${novice.values[colour]} ${signed(-novice.sizes[colour])}`),
        signed(novice.points),
        signed(novice.score),
    ];
    const columns = [...COLOURS.map((colour) => sheet.rows[colour].name), 'Cards', 'Points'];
    return { columns, rows: novices.map(line) };
}
