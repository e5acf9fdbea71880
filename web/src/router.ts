/** Addresses: which page a path means, and what a fragment carries. */

export type Route =
    | { page: 'start' }
    | { page: 'new'; game: string }
    | { page: 'table'; match: string }
    | { page: 'replay'; match: string; n: number | null }
    | { page: 'learn'; game: string }
    | { page: 'rules'; game: string; rule: string }
    | { page: 'verify'; match: string }
    | { page: 'about' }
    | { page: 'lost'; path: string };

const WORD = /^[0-9A-Za-z_.:-]+$/;

/** The page of an address. */
export function route(url: URL): Route {
    const [first = '', second = '', third, ...more] = url.pathname.split('/').filter(Boolean);
    const lost: Route = { page: 'lost', path: url.pathname };
    if (more.length || (second && !WORD.test(second))) return lost;
    if (third !== undefined && first !== 'r') return lost;
    switch (first) {
        case '':
            return { page: 'start' };
        case 'new':
            return second ? lost : { page: 'new', game: url.searchParams.get('game') ?? '' };
        case 't':
            return second ? { page: 'table', match: second } : lost;
        case 'r':
            if (!second || (third !== undefined && !/^\d{1,9}$/.test(third))) return lost;
            return { page: 'replay', match: second, n: third === undefined ? null : Number(third) };
        case 'learn':
            return second ? { page: 'learn', game: second } : lost;
        case 'rules':
            return second ? { page: 'rules', game: second, rule: decodeURIComponent(url.hash.slice(1)) } : lost;
        case 'verify':
            return second ? lost : { page: 'verify', match: url.searchParams.get('match') ?? '' };
        case 'about':
            return second ? lost : { page: 'about' };
        default:
            return lost;
    }
}

/** What a link to a table hands over: a seat with its token, or the right to watch. */
export type Pass = { seat: number; token: string } | { watch: string } | null;

export function passOf(hash: string): Pass {
    const fields = new URLSearchParams(hash.replace(/^#/, ''));
    const watch = fields.get('watch');
    const seat = fields.get('seat');
    const token = fields.get('token') ?? '';
    if (watch) return { watch };
    if (seat !== null && /^[0-9]$/.test(seat) && token) return { seat: Number(seat), token };
    return null;
}

export function inviteLink(origin: string, match: string, seat: number, token: string): string {
    return `${origin}/t/${match}#seat=${seat}&token=${token}`;
}

export function watchLink(origin: string, match: string, token: string): string {
    return `${origin}/t/${match}#watch=${token}`;
}

/** The path within this site that a pasted text means: a whole link, a path, or the bare id of a match. */
export function pasted(text: string, origin: string): string | null {
    const trimmed = text.trim();
    if (WORD.test(trimmed) && !trimmed.includes(':')) return `/t/${trimmed}`;
    try {
        const url = new URL(trimmed, origin);
        const { page } = route(url);
        if (page === 'table' || page === 'replay') return url.pathname + url.hash;
    } catch {
        // Not an address at all.
    }
    return null;
}
