/** The games at this table; asked for once. */

import type { GameInfo, Games, Handbook, RuleOption } from '../wire';
import type { GameScreen } from '../games/screen';
import { screenOf } from '../games/registry';
import { get } from './api';

let games: Promise<Games> | null = null;
const handbooks = new Map<string, Promise<Handbook>>();

export function allGames(): Promise<Games> {
    games ??= get<Games>('/api/games').catch((error: unknown) => {
        games = null;
        throw error;
    });
    return games;
}

export function handbookOf(game: string): Promise<Handbook> {
    const known = handbooks.get(game) ?? get<Handbook>(`/api/games/${game}`);
    handbooks.set(game, known);
    known.catch(() => handbooks.delete(game));
    return known;
}

/** A game with its screen. */
export interface Shown {
    info: GameInfo;
    screen: GameScreen;
}

export async function shown(info: GameInfo): Promise<Shown> {
    return { info, screen: await screenOf(info.name) };
}

/** How many may play, in words. */
export function players(seats: number[]): string {
    const [few, many] = [Math.min(...seats), Math.max(...seats)];
    if (many === 1) return '1 player';
    return few === many ? `${few} players` : `${few} to ${many} players`;
}

/** The values that a rule option can have at a table of so many: teams are written as the numbers of their seats. */
export function valuesFor({ name, values }: RuleOption, seats: number): string[] {
    if (name !== 'teams') return values;
    return values.filter((team, n) => !n || (team.length < seats && [...team].every((seat) => Number(seat) <= seats)));
}

/** The value of a rule option, in words. */
export function valueWords({ values, words }: RuleOption, value: string): string {
    return words[values.indexOf(value)] ?? value;
}
