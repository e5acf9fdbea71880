/** How the investigators stand: what they won, and what fell out of the tower for them. */

import type { Standing } from '../screen';
import type { Player, View } from './types';

export function standing({ players }: View): Standing {
    const line = (player: Player) => [
        player.won.length,
        player.discovery,
        player.spells,
        player.insane ? 'insane' : `${player.madness} of ${player.insane_at}`,
        player.cards,
        player.score,
    ];
    const columns = ['Locations', 'Discovery marbles', 'Spell marbles', 'Madness', 'Spells in hand', 'Points'];
    return { columns, rows: players.map(line) };
}
