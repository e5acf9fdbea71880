/** The screen of Tower of Madness. */

import type { GameScreen } from '../screen';
import Emblem from './Emblem.svelte';
import { standing } from './standing';

export const screen: GameScreen = {
    title: 'Tower of Madness',
    tagline: 'Solve the Locations, and draw tentacles out of a tower full of marbles when you fail.',
    emblem: Emblem,
    board: () => import('./Board.svelte'),
    complete: true,
    standing,
};
