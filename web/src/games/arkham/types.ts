/** What the table shows of a case: the shapes of the game's view. */

export type Meter = 'health' | 'sanity' | 'fight' | 'magic';

export interface Sheet extends Record<`${Meter}_max`, number> {
    title: string;
    time_start: number;
    time_reset: number;
    time_end: number;
    inv_end: number;
    red: number[];
    elder: number;
}

/** A sheet at rest: markers and result. */
export interface Posted extends Record<Meter, number> {
    turn: number;
    time: number;
    inv: number;
    seals: number;
    keys: number;
    elder_die: boolean;
    tired: boolean;
    gift: boolean;
    result: string;
}

export interface Combat {
    foe: 'cultists' | 'monster';
    cultists: number;
    strength: number;
    dice: number[];
    locked: number;
    roll: number;
    value: number;
}

/** Your own sheet, with everything that lies on it during a turn. */
export interface You extends Posted {
    mythos: number[];
    dice: number[];
    roll: number;
    dice_in_play: number;
    pairs: number;
    reds: number;
    event: string;
    price: number;
    combat: Combat | null;
    rules: { red_behind_counts: boolean };
}

export interface View {
    seat: number | null;
    you: You | null;
    investigators: Posted[];
    ranks: number[];
}
