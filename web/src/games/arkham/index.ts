/** The screen of Dice of Arkham. */

import type { GameScreen } from '../screen';
import Emblem from './Emblem.svelte';
import { standing } from './standing';

export const screen: GameScreen = {
    title: 'Dice of Arkham',
    tagline: 'One investigator, three seals to find, and a cult that counts the hours.',
    emblem: Emblem,
    board: () => import('./Board.svelte'),
    complete: true,
    standing,
};
