/** The five colours as suits of the house: glyph and colour together, never colour alone. */

import { SUITS, type Suit, type SuitLook } from '../../lib/suits';
import type { Colour } from './types';

const MAPPED: Record<Colour, Suit> = { purple: 'moon', yellow: 'gold', green: 'deep', blue: 'star', red: 'blood' };

/** How a colour is drawn. */
export function suitOf(colour: Colour): SuitLook {
    return SUITS[MAPPED[colour]];
}
