/** The screens of the games: one folder each, loaded when it is first wanted. */

import type { GameScreen } from './screen';

const found = import.meta.glob<{ screen: GameScreen }>('./*/index.ts');

/** The screen of a game; a game without one is played from its questions alone. */
export async function screenOf(game: string): Promise<GameScreen> {
    const load = found[`./${game}/index.ts`] ?? found['./fallback/index.ts']!;
    return (await load()).screen;
}
