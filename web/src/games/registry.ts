/** The screens of the games: one folder each, loaded when it is first wanted. */

import type { GameScreen } from './screen';

const found = import.meta.glob<{ screen: GameScreen }>('./*/index.ts');

const wanted = new Map<string, Promise<GameScreen>>();

/**
 * The screen of a game; a game without one is played from its questions alone.
 *
 * The same promise every time: a page that awaits it keeps its board, instead of laying a new one at every event.
 */
export function screenOf(game: string): Promise<GameScreen> {
    const load = found[`./${game}/index.ts`] ?? found['./fallback/index.ts']!;
    const known = wanted.get(game) ?? load().then(({ screen }) => screen);
    wanted.set(game, known);
    known.catch(() => wanted.delete(game));
    return known;
}
