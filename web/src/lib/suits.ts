/** The dice: five suits anyone can tell apart by colour or by glyph, and plain ones. */

export interface SuitLook {
    /** How the suit is called aloud. */
    name: string;
    /** The colour of the die. */
    face: string;
    /** The colour of its pips. */
    pip: string;
    /** A paler tint for fields on paper. */
    tint: string;
    /** The glyph, as a path in a box of 24 by 24. */
    glyph: string;
}

const DOT = 'M12 4.2a7.8 7.8 0 1 0 0 15.6a7.8 7.8 0 1 0 0-15.6Z';

export const SUITS = {
    blood: {
        name: 'Blood',
        face: '#bf3f33',
        pip: '#f6efdd',
        tint: '#e8b9a6',
        glyph: 'M12 1.8C15.4 7.2 19 11 19 15.2A7 7 0 0 1 5 15.2C5 11 8.6 7.2 12 1.8Z',
    },
    gold: {
        name: 'Gold',
        face: '#dcbf45',
        pip: '#1c1714',
        tint: '#ecd98a',
        glyph: 'M12 1.6L20.4 12L12 22.4L3.6 12Z',
    },
    deep: {
        name: 'Deep',
        face: '#8ff2d2',
        pip: '#10201c',
        tint: '#bfe6cf',
        glyph: 'M1.5 9.6C4 5 8 5 12 8.2S20 11 22.5 6.6V11C20 15.4 16 15.2 12 12S4 9.4 1.5 14ZM1.5 17.4C4 12.8 8 12.8 12 16S20 18.8 22.5 14.4V18.8C20 23.2 16 23 12 19.8S4 17.2 1.5 21.8Z',
    },
    star: {
        name: 'Star',
        face: '#72a0c8',
        pip: '#0f1a24',
        tint: '#b9cbd6',
        glyph: 'M12 1.4L14.9 8.6L22.6 9.1L16.7 14.1L18.6 21.6L12 17.5L5.4 21.6L7.3 14.1L1.4 9.1L9.1 8.6Z',
    },
    moon: {
        name: 'Moon',
        face: '#7c558f',
        pip: '#f6efdd',
        tint: '#cdb8cb',
        glyph: 'M16.6 2.4A10 10 0 1 0 20.8 18.2A8.4 8.4 0 1 1 16.6 2.4Z',
    },
    bone: { name: 'Bone', face: '#f1e8d2', pip: '#1c1714', tint: '#f4ecd8', glyph: DOT },
    night: { name: 'Night', face: '#15211f', pip: '#8ff2d2', tint: '#c9d6cc', glyph: DOT },
} as const satisfies Record<string, SuitLook>;

export type Suit = keyof typeof SUITS;

/** Where the pips of each value stand on a face of 100 by 100. */
export const PIPS: readonly (readonly [number, number])[][] = [
    [],
    [[50, 50]],
    [
        [29, 29],
        [71, 71],
    ],
    [
        [26, 26],
        [50, 50],
        [74, 74],
    ],
    [
        [28, 28],
        [72, 28],
        [28, 72],
        [72, 72],
    ],
    [
        [26, 26],
        [74, 26],
        [50, 50],
        [26, 74],
        [74, 74],
    ],
    [
        [28, 24],
        [72, 24],
        [28, 50],
        [72, 50],
        [28, 76],
        [72, 76],
    ],
];
