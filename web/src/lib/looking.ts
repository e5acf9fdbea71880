/** Whose eyes look at the board, when several people share a screen. */

import type { Question, Table } from '../wire';

/** Whether one seat of this browser sees what another does not, so that the screen must be handed over. */
export function handsHidden(views: Table['views'], mine: number[]): boolean {
    const seen = mine.map((seat) => JSON.stringify({ ...views[seat], seat: null }));
    return new Set(seen).size > 1;
}

/** The seat that should look: whoever looks already if asked, else the first that is asked, else as before. */
export function nextEyes(mine: number[], asks: Question[], before: number | null): number | null {
    if (!mine.length) return null;
    const asked = mine.filter((seat) => asks.some((ask) => ask.actor === seat));
    const stays = before !== null && mine.includes(before) ? before : mine[0]!;
    return asked.includes(stays) ? stays : (asked[0] ?? stays);
}
