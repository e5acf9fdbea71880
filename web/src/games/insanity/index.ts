/** The screen of Unlocking Insanity. */

import type { GameScreen } from '../screen';
import Board from './Board.svelte';
import Emblem from './Emblem.svelte';

export const screen: GameScreen = {
    title: 'Unlocking Insanity',
    tagline: 'Fill five rows with mastery while madness fills your brain.',
    emblem: Emblem,
    Board,
    complete: true,
};
