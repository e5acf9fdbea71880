/** What the table shows of a match: the shapes of the game's view. */

export const COLOURS = ['purple', 'yellow', 'green', 'blue', 'red'] as const;
export type Colour = (typeof COLOURS)[number];

export interface Row {
    name: string;
    letter: string;
    faculty: string;
    lobe: string;
    start: number;
    free: number;
    target: number;
    pointer: string;
}

export interface Card {
    name: string;
    text: string;
}

export interface Sheet {
    id: string;
    title: string;
    fallback: number;
    dice: { positive: number[]; negative: number[] };
    rows: Record<Colour, Row>;
    spaces: Record<string, [number, number]>;
    lines: [string, string][];
    penalties: Record<Colour, Card>;
    bonuses: Record<Colour, Card & { kind: string }>;
}

export type Mood = 'sane' | 'tied' | 'insane' | 'will_go_insane' | 'will_recover';

export interface Burden {
    positive: [amount: number, rows: Colour[], atLeast: number, low: number, high: number][];
    negative: [amount: number, copies: string, dice: Colour[], limit: number][];
    placer: string;
    no_double: Colour[];
    forbidden: Colour[];
}

export interface Novice {
    name: string;
    /** What is written after the start value; 0 is an X. */
    rows: Record<Colour, number[]>;
    totals: Record<Colour, number>;
    values: Record<Colour, number>;
    sizes: Record<Colour, number>;
    doubled: Colour[];
    usable: Colour[];
    brain: Record<string, number>;
    insane: Colour[];
    forecast: Record<Colour, Mood>;
    score: number;
    points: number;
    numbers: number;
    positive: number;
    commit: Colour | null;
    third: Partial<Record<Colour, number>>;
    both: boolean;
    copies: number;
    face: number;
    burden: Burden;
}

export type Step = 'start' | 'check' | 'dice' | 'write' | 'negative' | 'end';

export interface View {
    seat: number | null;
    turn: number;
    step: Step;
    active: number | null;
    bag: Colour[];
    roll: Partial<Record<Colour, number>>;
    rolled: Colour[];
    die: Colour | null;
    face: number;
    incoming: number;
    first: Record<Colour, { seat: number; used: boolean } | null>;
    novices: Novice[];
    over: string[];
    result: string;
}

const LETTERS: Record<string, Colour> = { P: 'purple', Y: 'yellow', G: 'green', B: 'blue', R: 'red' };

/** The colour that a space belongs to: its letter says so. */
export function colourOf(space: string): Colour {
    return LETTERS[space[0] ?? ''] ?? 'purple';
}
