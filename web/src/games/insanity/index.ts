/** The screen of Unlocking Insanity. */

import type { GameScreen } from '../screen';
import Emblem from './Emblem.svelte';
import { standing } from './standing';

export const screen: GameScreen = {
    title: 'Unlocking Insanity',
    tagline: 'Fill five rows with mastery while madness fills your brain.',
    emblem: Emblem,
    board: () => import('./Board.svelte'),
    complete: true,
    standing,
};
