/** What objects, spells and abilities do, in words: short enough for a card, our own. */

import type { Thing } from './types';

const OBJECT_WORDS: Record<string, string | ((n: string) => string)> = {
    melee: 'melee weapon',
    ranged: 'ranged weapon',
    either: 'melee or ranged weapon',
    roll: (n) => `+${n} to the roll`,
    dmg: (n) => `${n} damage`,
    die: (n) => `rolls a d${n}`,
    immob: (n) => `binds: free on ${n === '1' ? '1' : `1 to ${n}`}`,
    spells: (n) => `tome: reading it brings ${n === '1' ? 'a spell' : `${n} spells`}`,
    key: (n) => `opens the mariner's chest: ${n} objects`,
    health: (n) => `${n} health back`,
    mentality: (n) => `${n} mentality back`,
    sanity: () => '',
    defense: (n) => `+${n} defense`,
    move: (n) => `+${n} movement`,
    encumbrance: (n) => `carry ${n} more`,
    mentality_base: (n) => `+${n} mentality at most`,
    sanity_base: () => '',
    spread: (shape) => ({ '2x2': 'hits four cells', '3x3': 'hits nine cells', '3w2d': 'rakes six cells' })[shape] ?? '',
    once: 'one use',
    lands: 'a miss leaves it lying there',
    drains: 'a kill gives 1 health',
    cuffs: '',
    explosive: 'explosive',
    chain: 'leaps to all who stand together',
    cone: 'fills a cone',
    cock: 'a free attack (d6) every turn',
    glasses: 'reveals a neighbouring tile, one use',
    chime: 'all monsters here lose their next activation, one use',
    seashell: 'commands a Deep One in sight',
    powerup: 'draw a power-up',
    clock: 'as many actions again',
    shield: 'shield',
    armour: 'armour',
    movement: '',
    weightless: 'weighs nothing',
    waterproof: 'water does no harm',
    iceproof: 'snow and ice cost nothing more',
    webproof: 'webs do not stick',
    absorbs: 'a 6 absorbs a hit',
    crystal: 'holds a power-up',
};

/** What an object does, as a sentence. */
export function thingWords(thing: Thing): string {
    const parts = thing.text.split(' ').map((word) => {
        const [name = '', value = ''] = word.split(':');
        const found = OBJECT_WORDS[name] ?? word;
        return typeof found === 'string' ? found : found(value);
    });
    const said = parts.filter(Boolean).join(', ');
    return said.charAt(0).toUpperCase() + said.slice(1);
}

/** What the colour of an object means (CM-OG1). */
export const CLASSES: Record<Thing['colour'], string> = {
    red: '1 action',
    green: 'free, once',
    blue: 'always works',
    white: 'trap',
};

const SPELLS: Record<string, [string, string]> = {
    bind_enemy: ['Bind Enemy', 'A monster you hit neither moves nor attacks you in its next activation.'],
    create_gate: ['Create Gate', 'Go to any gate cell of any revealed tile.'],
    flesh_ward: ['Flesh Ward', '+1 defense, and the next point of damage is absorbed.'],
    fly: ['Fly', 'Until the end of this turn you fly: over pieces, low walls and hazards.'],
    freezing_wrack: ['Freezing Wrack', 'An attack that binds: free on 1 to 2.'],
    grasp_of_cthulhu: ['Grasp of Cthulhu', 'An attack that binds: free on 1 to 3, every failure hurts.'],
    heal: ['Heal', '1 health for you or a neighbour.'],
    lucid_mind: ['Lucid Mind', 'All mentality back for you or a neighbour.'],
    mental_suggestion: ['Mental Suggestion', 'A monster you hit does one thing of your choice at once.'],
    parting_sands: ['Parting Sands', 'Walk straight through a line and the walls behind it.'],
    reach: ['Reach', 'Take an object in sight, or one that somebody carries (d8).'],
    reflection: ['Reflection', 'Throws a shot that hits you back; asked when it happens.'],
    sound_wave: ['Sound Wave of Oblivion', 'Strikes everybody in one direction (d6).'],
    spectral_razor: ['Spectral Razor', 'Until the end of this turn: a weapon with d8 and 2 damage.'],
    steal_life: ['Steal Life', 'An attack (d6); the health lost is yours.'],
    temporal_dust: ['Temporal Dust', 'Turns back the last action; asked when it can be used.'],
};

export function spellName(spell: string): string {
    return SPELLS[spell]?.[0] ?? spell.replaceAll('_', ' ');
}

export function spellWords(spell: string): string {
    return SPELLS[spell]?.[1] ?? '';
}

const ABILITIES: Record<string, [string, string]> = {
    explosives_expert: ['Explosives Expert', 'Dynamite rolls a d10 and does 1 damage more.'],
    winter_gear: ['Winter Gear', 'Snow and ice cost no extra movement.'],
    exceptional_stamina: ['Exceptional Stamina', '2 mentality shrug off a point of damage.'],
    strong_footed: ['Strong Footed', '+2 defense against pushes.'],
    swashbuckler: ['Swashbuckler', 'A d10 may parry any melee hit.'],
    albatross_scout: ['Albatross Scout', '1 action and 1 mentality reveal a neighbouring tile.'],
    healthy_fishing: ['Healthy Fishing', 'By the water: an action turns mentality into health.'],
    concealed_weapon: ['Concealed Weapon', 'Begins with the .32 Revolver.'],
    escape_artist: ['Escape Artist', 'Mentality lowers a roll to break free.'],
    superior_spot_hidden: ['Superior Spot Hidden', '1 mentality finds one more object.'],
    sedative_syringe: ['Sedative Syringe', 'A melee hit binds instead of hurting: free on 1 to 3.'],
    arcane_knowledge: ['Arcane Knowledge', 'Knows one spell from the start.'],
    spell_memorization: ['Spell Memorization', 'Learns spells of a read tome by heart.'],
};

export function abilityWords(ability: string): [string, string] {
    return ABILITIES[ability] ?? [ability.replaceAll('_', ' '), ''];
}

const MODES: Record<string, [string, string]> = {
    solo: ['Solo', 'Empty every room of generators and monsters.'],
    cooperative: ['Cooperative', 'Together, empty every room of generators and monsters.'],
    death_match: ['Death Match', 'Be the last one standing.'],
    team_death_match: ['Team Death Match', 'Be the last team standing.'],
    capture_flag: ['Capture the Flag', 'Wreck the spawn spaces of the others.'],
    team_capture_flag: ['Team Capture the Flag', 'Wreck the spawn spaces of the other team.'],
};

export function modeWords(mode: string): [string, string] {
    return MODES[mode] ?? [mode.replaceAll('_', ' '), ''];
}

/** Letters that fit under a piece; one more before a name is cut. */
const ROOM = 11;
const MOST = 12;

/** A name that fits under a small piece: as many of its last words as there is room for. */
export function shortName(name: string): string {
    const words = name.split(' ');
    while (words.length > 1 && words.join(' ').length > ROOM) words.shift();
    return clipped(words.join(' '));
}

/** A person's name that fits there: its beginning. */
export function clipped(name: string): string {
    const letters = [...name];
    if (letters.length <= MOST) return name;
    const begin = letters.slice(0, MOST - 3).join('');
    return `${begin.trimEnd()}…`;
}
