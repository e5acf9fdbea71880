/** Opening tables and sitting down at them. */

import type { Claim, GameInfo, Listed, NewMatch, Opened, Seat, Table } from '../wire';
import { post } from './api';
import { keep } from './keepsakes';
import { freshLuck } from './random';
import { settings } from './settings.svelte';

/** The name this browser's player goes by. */
export function ownName(): string {
    return settings.name.trim() || 'Investigator';
}

/** Take a seat, and remember the bytes that go into the sealed dice. */
export async function sit(match: string, seat: number, name: string, token = ''): Promise<Table> {
    const luck = freshLuck();
    const claim: Claim = { name: name.trim() || ownName(), token, luck };
    const table = await post<Table>(`/api/matches/${match}/seats/${seat}`, claim);
    keep(match, { lucks: { [seat]: luck } });
    return table;
}

/** Open a table and take those of its seats that people at this screen have; returns its id. */
export async function openTable(wanted: NewMatch, here: Record<number, string>): Promise<string> {
    const opened = await post<Opened>('/api/matches', wanted);
    keep(opened.match, { opened, commitment: opened.commitment });
    await takeSeats(opened, here);
    return opened.match;
}

/** Take seats of a table that has just been opened, in order: play begins with the last. */
export async function takeSeats(opened: Opened, here: Record<number, string>): Promise<void> {
    for (const [seat, name] of Object.entries(here)) {
        const invitation = opened.invitations.find((one) => one.seat === Number(seat));
        await sit(opened.match, Number(seat), name, invitation?.token);
    }
}

/** One person and as many bots as the game needs: a game within one click. */
export function solo(info: GameInfo, bot = 'heuristic'): Promise<string> {
    const bots = Array.from({ length: info.usual - 1 }, () => ({ kind: 'bot' as const, bot }));
    const seats = [{ kind: 'person' as const, name: ownName() }, ...bots];
    return openTable({ game: info.name, seats, tower: info.physics ? 'physics' : '' }, { 0: ownName() });
}

const BOTS: Record<string, string> = {
    random: 'Any move will do',
    greedy: 'Takes what it sees',
    heuristic: 'Sensible',
    apprentice: 'Apprentice',
    investigator: 'Investigator',
    elder_one: 'Elder one',
    rollout: 'Thinks ahead',
    mcts: 'Thinks far ahead',
    optimal: 'Never errs',
};

/** A bot's code as words. */
export function botName(code: string): string {
    const [name = '', ...rest] = code.split(':');
    const word = BOTS[name] ?? name.replaceAll('_', ' ');
    return rest.length ? `${word} (${rest.join(', ')})` : word;
}

/** Who is waited for, in words. */
export function waitedFor(seats: Seat[], mine: (seat: Seat) => boolean = () => false): string {
    const names = seats.filter((seat) => seat.waiting && !mine(seat)).map((seat) => seat.name);
    if (!names.length) return '';
    return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** A match of a list, in a few words. */
export function standing(one: Listed): string {
    if (one.status === 'over') return 'Over';
    if (one.status === 'gathering') return 'Waiting for players';
    if (one.waiting) return 'Your move';
    const names = waitedFor(one.seats);
    return names ? `${names} to move` : 'Playing';
}

/** How long ago something was, in words. */
export function ago(then: number, now = Date.now() / 1000): string {
    const minutes = Math.max(0, (now - then) / 60);
    const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
    if (minutes < 1) return 'just now';
    if (minutes < 60) return format.format(-Math.round(minutes), 'minute');
    if (minutes < 24 * 60) return format.format(-Math.round(minutes / 60), 'hour');
    return format.format(-Math.round(minutes / 1440), 'day');
}

/** A seat of a table that is being planned. */
export interface Planned {
    who: 'me' | 'here' | 'bot' | 'invite';
    name: string;
    bot: string;
}
