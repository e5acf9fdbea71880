/** The screens of the games: one folder each, loaded when it is first wanted. */

import type { Component } from 'svelte';
import type { BoardProps, GameScreen } from './screen';

const found = import.meta.glob<{ screen: GameScreen }>('./*/index.ts');

/** The same promise every time: a page that awaits it keeps its board, instead of laying a new one at every event. */
function once<T>(load: (game: string) => Promise<T>): (game: string) => Promise<T> {
    const wanted = new Map<string, Promise<T>>();
    return (game) => {
        const known = wanted.get(game) ?? load(game);
        wanted.set(game, known);
        known.catch(() => wanted.delete(game));
        return known;
    };
}

/** The screen of a game; a game without one is played from its questions alone. */
export const screenOf = once<GameScreen>(async (game) => {
    const load = found[`./${game}/index.ts`] ?? found['./fallback/index.ts']!;
    return (await load()).screen;
});

/** The board of a game. */
export const boardOf = once<Component<BoardProps>>(async (game) => (await (await screenOf(game)).board()).default);
