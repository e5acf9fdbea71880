import type { GameScreen } from '../screen';
import Board from './Board.svelte';
import Emblem from './Emblem.svelte';

export const screen: GameScreen = {
    title: '',
    tagline: '',
    emblem: Emblem,
    Board,
    complete: false,
};
