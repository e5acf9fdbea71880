/** What goes over the wire: the types of the server's `wire.py`, by the same names. */

export type Status = 'gathering' | 'playing' | 'over';
export type Phrase = 'hello' | 'luck' | 'well_played' | 'ouch' | 'thinking' | 'sorry' | 'thanks' | 'again' | 'bye';
export type Why = 'stale' | 'illegal' | 'not_yours' | 'over' | 'not_yet' | 'refused' | 'too_fast' | 'malformed';

// -- what a client sends ----------------------------------------------------------------------------------------------

export interface Answer {
    t: 'answer';
    id: string;
    ask: string;
    code: number;
}

export interface Withdraw {
    t: 'withdraw';
    id: string;
    seat: number;
}

export interface Undo {
    t: 'undo';
    id: string;
    seat: number;
}

export interface Consent {
    t: 'consent';
    id: string;
    seat: number;
    yes: boolean;
}

export interface Hold {
    t: 'hold';
    id: string;
    seat: number;
    on: boolean;
}

export interface Say {
    t: 'say';
    id: string;
    seat: number;
    phrase: Phrase;
}

export interface Sync {
    t: 'sync';
    since: number;
}

export interface Ping {
    t: 'ping';
}

export type Deed = Answer | Withdraw | Undo | Consent | Hold | Say;
export type FromClient = Deed | Sync | Ping;

// -- what the server sends --------------------------------------------------------------------------------------------

export interface Ack {
    t: 'ack';
    id: string;
    seq: number;
}

export interface Nack {
    t: 'nack';
    id: string;
    why: Why;
    detail: string;
}

export interface Pong {
    t: 'pong';
}

export interface Option {
    code: number;
    word: string;
    label: string;
    odds?: string;
}

export interface Question {
    id: string;
    seat: number;
    actor: number;
    prompt: string;
    text: string;
    options: Option[];
    rules: string[];
    decline?: number | null;
    due?: number | null;
}

export interface News {
    seq: number;
    kind: 'told' | 'answered' | 'fell' | 'said' | 'seated';
    what: string;
    text?: string;
    seat?: number | null;
    value?: string;
    figures?: number[];
}

export interface Seat {
    name: string;
    kind: 'person' | 'bot' | 'open';
    bot?: string;
    here?: boolean;
    yours?: boolean;
    waiting?: boolean;
    held?: boolean;
}

export interface Wish {
    seat: number;
    missing: number[];
}

export interface Table {
    t: 'table';
    match: string;
    game: string;
    seq: number;
    since: number;
    status: Status;
    seats: Seat[];
    views: Record<string, any>;
    start: number;
    news: News[];
    asks: Question[];
    sheet?: any;
    host?: boolean;
    sealed?: boolean;
    commitment?: string;
    lucks?: string[];
    undo?: number[];
    wish?: Wish | null;
    ending?: string;
    result?: string;
    returns?: number[];
    rematch?: string;
    options?: Record<string, string>;
    content?: string;
    entries?: number;
}

export interface Closing {
    t: 'closing';
    detail: string;
}

export type FromServer = Table | Ack | Nack | Pong | Closing;

// -- bodies of requests and replies -----------------------------------------------------------------------------------

export interface Place {
    kind?: 'person' | 'bot';
    name?: string;
    bot?: string;
}

export interface NewMatch {
    game: string;
    seats?: Place[];
    options?: Record<string, string>;
    content?: string;
    text?: string;
    dice?: '' | 'sealed' | 'seeded';
    seed?: string;
    deadline?: number;
    open?: boolean;
    origin?: string;
    at?: number;
}

export interface Invitation {
    seat: number;
    token: string;
}

export interface Opened {
    match: string;
    commitment: string;
    invitations: Invitation[];
    watch: string;
}

export interface Claim {
    name: string;
    token?: string;
    luck?: string | null;
}

export interface Watch {
    token?: string;
}

export interface StandIn {
    bot?: string;
}

export interface Listed {
    match: string;
    game: string;
    title: string;
    status: Status;
    seats: Seat[];
    created: number;
    changed: number;
    yours: boolean;
    waiting: boolean;
}

export interface Matches {
    mine: Listed[];
    open: Listed[];
}

export interface RuleOption {
    name: string;
    values: string[];
    about: string;
    rule: string;
}

export interface GameInfo {
    name: string;
    title: string;
    seats: number[];
    options: RuleOption[];
    contents: string[];
    bots: string[];
    offers: Record<string, number>;
}

export interface Games {
    games: GameInfo[];
    phrases: Record<string, string>;
}

export interface Handbook {
    help: string;
    rules: Record<string, string>;
}

export interface Hint {
    code: number;
    label: string;
    why: string;
}

export interface Step {
    match: string;
    game: string;
    n: number;
    entries: number;
    players: string[];
    view: any;
    sheet: any;
    news: News[];
    asked?: Question | null;
    answer?: number | null;
    ending?: string;
}

export interface Imported {
    match: string;
}

export interface Verdict {
    sound: boolean;
    said: string[];
}

export interface Problem {
    problem: string;
}

export interface Lesson {
    n: number;
    say: string;
    wrong: string;
}

export interface Tutorial {
    match: string;
    seat: number;
    lessons: Lesson[];
}
