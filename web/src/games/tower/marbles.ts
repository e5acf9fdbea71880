/** The four kinds of marbles: told apart by colour, and by glyph. */

import { SUITS } from '../../lib/suits';
import type { Kind } from './types';

export interface MarbleLook {
    name: string;
    /** What it does, in a few words. */
    about: string;
    face: string;
    mark: string;
    /** A path in a box of 24 by 24. */
    glyph: string;
}

export const LOOKS: Record<Kind, MarbleLook> = {
    discovery: {
        name: 'Discovery',
        about: '3 points',
        face: SUITS.star.face,
        mark: SUITS.star.pip,
        glyph: 'M10.5 3.5a7 7 0 1 0 3.9 12.8L19.1 21L21.5 18.6L16.8 13.9A7 7 0 0 0 10.5 3.5ZM10.5 6.8a3.7 3.7 0 1 1 0 7.4a3.7 3.7 0 0 1 0-7.4Z',
    },
    spell: {
        name: 'Spell',
        about: 'a card',
        face: SUITS.bone.face,
        mark: SUITS.bone.pip,
        glyph: 'M12 1.5C12.9 8 16 11.1 22.5 12C16 12.9 12.9 16 12 22.5C11.1 16 8 12.9 1.5 12C8 11.1 11.1 8 12 1.5Z',
    },
    madness: {
        name: 'Madness',
        about: 'four drive you insane',
        face: SUITS.blood.face,
        mark: SUITS.blood.pip,
        glyph: 'M13.8 1.5L5 13.2H10.6L8.6 22.5L19 9.8H12.6Z',
    },
    doom: {
        name: 'DOOM',
        about: 'the third ends the world',
        face: '#12463c',
        mark: '#8ff2d2',
        glyph: 'M12 4C6.8 4 3 8.2 1.4 12C3 15.8 6.8 20 12 20S21 15.8 22.6 12C21 8.2 17.2 4 12 4ZM12 5.6C13.7 7.6 14.6 9.6 14.6 12S13.7 16.4 12 18.4C10.3 16.4 9.4 14.4 9.4 12S10.3 7.6 12 5.6Z',
    },
};
