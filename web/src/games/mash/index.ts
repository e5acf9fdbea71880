/** The screen of Cthulhu Mash. */

import type { GameScreen } from '../screen';
import Emblem from './Emblem.svelte';
import { standing } from './standing';

export const screen: GameScreen = {
    title: 'Cthulhu Mash',
    tagline: 'Fight from room to room, against everything that crawls and perhaps against each other.',
    emblem: Emblem,
    board: () => import('./Board.svelte'),
    complete: true,
    standing,
};
