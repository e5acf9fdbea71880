/**
 * What the table page and a game's screen agree on.
 *
 * A game's folder exports `screen: GameScreen` from its `index.ts`; that is all it takes to be found. Pages run under a
 * policy that forbids inline styles: use classes and `style:` directives, never a `style` attribute in the markup.
 */

import type { Component } from 'svelte';
import type { News, Question, Seat } from '../wire';

export interface BoardProps {
    /** What the looking seat sees (the game's view). */
    view: any;
    /** The part of the view that never changes. */
    sheet: any;
    /** Whose eyes; null for a spectator. */
    seat: number | null;
    seats: Seat[];
    /** The open question to this seat, if any. */
    ask: Question | null;
    /** The news of the latest events, for animation. */
    news: News[];
    /** Factor on the length of every animation: 0 is off, 1 is normal. */
    speed: number;
    /** Commit an answer. */
    choose: (code: number) => void;
    /** Show what an option would mean, before it is chosen. */
    consider: (code: number | null) => void;
    considered: number | null;
}

/** How a match stands: a line of figures for every seat. */
export interface Standing {
    columns: string[];
    rows: (string | number)[][];
}

export interface GameScreen {
    title: string;
    tagline: string;
    /** A self-drawn emblem for the start page. */
    emblem: Component;
    /** The board, which comes when somebody plays: the start page needs no more than the emblem. */
    board: () => Promise<{ default: Component<BoardProps> }>;
    /** Whether the board itself offers every option of every question; else the page lists them as buttons too. */
    complete: boolean;
    /** The figures that matter; without it everything a seat may know is laid out plainly. */
    standing?: (view: any) => Standing;
}

type Parts = Record<string, any>;

/** A view with the parts that never change, which the server sends only once. */
export function whole(view: Parts, still: Parts | null | undefined): Parts {
    return { ...still, ...view };
}

/** What never changes: the sheet of games that have one, else all of it. */
export function printed(still: Parts | null | undefined): any {
    return still?.sheet ?? still ?? {};
}
