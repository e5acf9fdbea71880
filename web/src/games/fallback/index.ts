import type { GameScreen } from '../screen';
import Emblem from './Emblem.svelte';

export const screen: GameScreen = {
    title: '',
    tagline: '',
    emblem: Emblem,
    board: () => import('./Board.svelte'),
    complete: false,
};
