/** The log of a match as the client keeps it: full pictures come in, lines are cut and appended. */

import type { News, Table } from '../wire';

export interface Journal {
    /** The last event that is known; -1 before the first picture. */
    seq: number;
    log: News[];
    /** The lines that the latest picture added. */
    fresh: News[];
}

export const EMPTY: Journal = { seq: -1, log: [], fresh: [] };

type Picture = Pick<Table, 'seq' | 'since' | 'start' | 'news'>;

/**
 * The log after a picture; `gap` if events before it are missing, `stale` if it is older than what is known.
 *
 * Lines from `start` on are forgotten before the news are appended: that is how a taken-back answer vanishes.
 */
export function fold(before: Journal, picture: Picture): Journal | 'gap' | 'stale' {
    if (picture.seq < before.seq) return 'stale';
    const known = Math.max(before.seq, 0);
    if (picture.since > known || picture.start > before.log.length) return 'gap';
    const log = [...before.log.slice(0, picture.start), ...picture.news];
    const first = before.seq < 0;
    return { seq: picture.seq, log, fresh: first ? [] : picture.news.filter((news) => news.seq > before.seq) };
}
