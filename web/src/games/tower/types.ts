/** What the table shows of a match: the shapes of the game's view. */

export const KINDS = ['discovery', 'spell', 'madness', 'doom'] as const;
export type Kind = (typeof KINDS)[number];
export type Heap = Record<Kind, number>;

export const TOKENS = ['forbidden_knowledge', 'no_madman', 'imprison', 'new_findings', 'last_chance'] as const;
export type Token = (typeof TOKENS)[number];

/** A rule of a Location, an ability or a Spell, as the content file writes it. */
export interface Rule {
    kind: string;
    when?: { faces?: number[]; n?: string; same?: string; sum?: string; min_dice?: number };
    then?: Record<string, number | boolean>;
    [more: string]: unknown;
}

export interface Location {
    id: string;
    name: string;
    points: number;
    text: string;
    rules: Rule[];
}

export interface Side {
    timing: string;
    text: string;
}

export interface Spell {
    id: string;
    name: string;
    sane: Side;
    insane: Side;
}

export interface Investigator {
    id: string;
    name: string;
    role: string;
    text: string;
}

/** A tentacle: its number from the bottom, row, direction, place in the row, storey, and its height in millimetres. */
export type Stick = [
    number: number,
    row: number,
    direction: string,
    position: number,
    storey: number,
    height?: number,
    offset?: number,
];

export interface Cards {
    locations: Location[];
    spells: Spell[];
    investigators: Investigator[];
    /** The names of the faces 1 to 6. */
    faces: string[];
    sticks: Record<string, Stick[]>;
}

export interface Player {
    investigator: number | null;
    insane: boolean;
    discovery: number;
    spells: number;
    madness: number;
    insane_at: number;
    shield: number;
    /** How many Spells are held; the hand itself only if it may be seen. */
    cards: number;
    hand: number[] | null;
    known: number[];
    won: [location: number, points: number][];
    score: number;
    drew: number;
    status: 'idle' | 'open' | 'success' | 'failed';
    dice: number[];
    locked: boolean[];
    last: boolean[];
    discovery_dice: number[];
    stands: boolean;
    now: number | null;
    total: number;
    mods: number;
    throws: number;
    imposed: number[];
    ignoring: boolean;
}

export interface Moment {
    window: string;
    about: number | null;
    fallen: Heap;
    card: number | null;
    target: number | null;
}

export interface TowerView {
    layout: string;
    /** The tentacles in place. */
    sticks: number[];
    /** Every draw so far, with what fell. */
    drawn: [stick: number, fell: Heap][];
    inside: Heap;
    doom: number;
    loose: Heap;
    removed: Heap;
}

export interface View {
    seat: number | null;
    cards: Cards;
    rules: { location_delta?: number; open_hands?: boolean };
    round: number;
    rounds: number;
    step: string;
    first: number | null;
    active: number | null;
    location: { number: number; points: number; last: boolean } | null;
    left: number;
    leader: number | null;
    tower: TowerView;
    tokens: Record<Token, { holder: number | null; in_pool: boolean; used: boolean; carried: boolean }>;
    deck: number;
    discards: number[];
    in_play: number[];
    players: Player[];
    moments: Moment[];
    over: string;
    winners: number[];
    result: string;
}
