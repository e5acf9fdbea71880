/** What the table shows of a match: the shapes of the game's view. */

export type Direction = 'N' | 'E' | 'S' | 'W';

export interface Tile {
    name: string;
    owner: string;
    surcharge: number;
    surface: 'none' | 'snow' | 'ice' | 'mud';
    /** Thirteen lines of thirteen signs: cells at odd places, the lines between them at even ones. */
    map: string[];
    flavour: string;
    /** Operating cells: the machine, and the number to reach. */
    operated: Record<string, [string, string]>;
    areas: Record<string, string[]>;
    ceiling: string | null;
    spawn: string | null;
    red: string[];
    trouble: string[];
    floor: string[];
    /** The neighbours of a cell with no line between. */
    touch: Record<string, string[]>;
    heal: Record<string, number>;
    mind: Record<string, number>;
    water: string[];
    snares: Record<string, number>;
    chest: string[];
    /** Cells that may shock whoever sees them. */
    sights: Record<string, string[]>;
}

export interface Card {
    name: string;
    flavour: string;
    melee: number;
    ranged: number;
    push: number;
    operate: number;
    move: number;
    actions: number;
    defense: number;
    health: number;
    mentality: number;
    encumbrance: number;
    jump: number;
    powerup_kills: number;
    abilities: string[];
}

export interface Kind {
    name: string;
    actions: number;
    move: number;
    melee: number;
    ranged: number;
    defense: number;
    health: number;
    fly: boolean;
    swim: boolean;
    charge: boolean;
    attach: boolean;
    web: number;
    tentacle: boolean;
}

export interface Nest {
    name: string;
    spawns: string;
    gate: number;
    melee: number;
    ranged: number;
    defense: number;
    health: number;
}

export interface Thing {
    name: string;
    colour: 'red' | 'green' | 'blue' | 'white';
    /** What it does, in the words of content files. */
    text: string;
    /** How it strikes: 0 it is no weapon, 1 melee, 2 ranged, 3 either. */
    form: number;
}

/** Everything printed. */
export interface Box {
    tiles: Record<string, Tile>;
    characters: Record<string, Card>;
    /** What every power-up adds, by its name. */
    powerups: Record<string, string>;
    monsters: Record<string, Kind>;
    generators: Record<string, Nest>;
    objects: Record<string, Thing>;
}

export interface Gate {
    way: 'dead end' | 'face down' | 'open' | 'one way' | 'ceiling';
    /** Where it leads on the board, however the tile is turned. */
    direction: Direction;
    to: number | null;
}

export interface Slot {
    x: number;
    y: number;
    up: boolean;
    tile: string | null;
    /** A tile that was looked at already, though it may lie face down. */
    seen: string | null;
    rotation: number;
    rolled: boolean;
    start: boolean;
    /** By edge of the tile itself. */
    gates: Partial<Record<Direction, Gate>>;
    piles: Record<string, (string | null)[]>;
    loose: Record<string, string[]>;
    tissue: Record<string, string[]>;
}

export interface Hero {
    seat: number;
    character: string | null;
    name: string;
    life: 'alive' | 'awaiting' | 'out' | 'off';
    team: number;
    slot: number | null;
    cell: string | null;
    home: number | null;
    hp: number;
    base_hp: number;
    me: number;
    base_me: number;
    sp: number;
    base_sp: number;
    insane: number;
    actions: number;
    move: number;
    defense: number;
    limit: number;
    weight: number;
    bond: number;
    tie: string;
    doom: number;
    objects: string[];
    tomes: Record<string, string[]>;
    spells: string[];
    memorised: string[];
    powerups: string[];
    kept: number;
    /** The generators it has destroyed and kept, by kind. */
    wrecks: string[];
    needed: number;
    /** Health of the spawn space. */
    space: number;
    ward: number | boolean;
    flying: boolean;
    razor: boolean;
    ready: string | null;
    riders: number[];
    face: Direction;
    lost: number | boolean;
}

export interface Piece {
    id: number;
    kind: 'monster' | 'generator';
    type: string;
    name: string;
    slot: number;
    cell: string;
    hp: number;
    health: number;
    defense: number;
    bond: number;
    host: number | null;
    idle: boolean;
    held: number | null;
    face: Direction;
    objects: string[];
}

export interface View {
    seat: number | null;
    box: Box;
    rules: Record<string, string | number | boolean>;
    mode: string;
    round: number;
    phase: 'setup' | 'begin' | 'actions' | 'activation' | 'cleanup';
    active: number;
    keeper: number | null;
    pool: number;
    mp: number;
    said: string | null;
    awake: number | null;
    /** Where the active character could go, and what it costs. */
    walk: Record<string, number>;
    /** What the active character sees. */
    sight: string[];
    slots: Slot[];
    heroes: Hero[];
    pieces: Piece[];
    supply: Record<string, number>;
    stacks: {
        objects: number;
        discard: number;
        generators: number;
        generator_discard: number;
        spells: number;
        powerups: number[];
    };
    /** What lies in the discard, by object. */
    discarded: Record<string, number>;
    /** The discarded generators, by kind. */
    wrecked: Record<string, number>;
    /** The spells that lie with each tome that was read. */
    tomes: Record<string, string[]>;
    /** The power-up in the Elder Thing Crystal. */
    crystal: string | null;
    countdown: number;
    one_way: boolean;
    winners: number[];
    over: string;
    result: string;
}

/** Whether all play together against the night. */
export function together(view: View): boolean {
    return view.mode === 'cooperative' || view.mode === 'solo';
}
