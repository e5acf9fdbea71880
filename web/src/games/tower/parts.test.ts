import { describe, expect, test } from 'vitest';
import type { Question } from '../../wire';
import { canned, filmed, LONGEST, placeAt } from './fall';
import fixtures from './fixtures.json';
import { BOX, grip, project, rest, rod } from './geometry';
import { passes, pause } from './passing';
import { doomBefore, inWords, lying, sceneOf } from './scene';
import { loose, placed } from './spaces';
import { tags } from './tags';
import { KINDS, type Cards, type Heap, type Player, type TowerView } from './types';

const cards = fixtures.cards as unknown as Cards;
const sticks = cards.sticks['four storeys']!;
const rods = sticks.map((stick) => rod(stick, sticks));
const towers = fixtures.tables.map(({ view }) => view.tower as unknown as TowerView);
const players = fixtures.tables.flatMap(({ view }) => view.players as unknown as Player[]);
const heap = (discovery: number, spell: number, madness: number, doom: number): Heap => ({
    discovery,
    spell,
    madness,
    doom,
});

describe('the picture of the tower', () => {
    test('every tentacle has a place of its own within it', () => {
        const spots = rods.map(grip);
        for (const [x, y] of spots) {
            expect(x).toBeGreaterThan(BOX[0] + 8);
            expect(x).toBeLessThan(BOX[0] + BOX[2] - 8);
            expect(y).toBeGreaterThan(BOX[1] + 8);
            expect(y).toBeLessThan(BOX[1] + BOX[3] - 8);
        }
        for (const [n, a] of spots.entries())
            for (const b of spots.slice(n + 1))
                expect(Math.abs(a[0] - b[0]) > 15 || Math.abs(a[1] - b[1]) > 15, `${a} ${b}`).toBe(true);
    });

    test('a tower of plain rows can be drawn, too', () => {
        const plain = cards.sticks['six rows']!;
        const spots = plain.map((stick) => grip(rod(stick, plain)).join(' '));
        expect(new Set(spots).size).toBe(30);
    });

    test('marbles of one draw lie apart', () => {
        for (const kind of KINDS) {
            const many = kind === 'doom' ? 3 : 13;
            const spots = Array.from({ length: many }, (_, n) => project(rest(kind, n)).join(' '));
            expect(new Set(spots).size).toBe(many);
        }
    });
});

describe('a fall', () => {
    test('ends in what was drawn, in time, and lies as the tower at rest does', () => {
        let seen = 0;
        for (const tower of towers) {
            for (const [n, [stick, fell]] of tower.drawn.entries()) {
                const before = doomBefore(tower, n);
                const fall = canned(rods[stick - 1]!, fell, before, n + 1);
                expect(fall.length).toBeLessThanOrEqual(LONGEST);
                const then = { ...tower, drawn: tower.drawn.slice(0, n + 1) };
                const scene = sceneOf(then, rods, fall, fall.length, new Set(), null);
                expect(scene.marbles).toEqual(lying(then));
                seen += fall.tracks.length;
            }
        }
        expect(seen).toBeGreaterThan(50);
    });

    test('nothing is seen before it falls, and the tentacle slides out', () => {
        const tower = { ...towers[0]!, drawn: [[5, heap(2, 1, 1, 1)]] as TowerView['drawn'] };
        const fall = canned(rods[4]!, heap(2, 1, 1, 1), 0, 1);
        expect(sceneOf(tower, rods, fall, 0, new Set(), null).marbles).toEqual([]);
        expect(sceneOf(tower, rods, fall, fall.pull / 2, new Set(), null).sliding?.rod.number).toBe(5);
        expect(sceneOf(tower, rods, fall, fall.pull + 0.01, new Set(), null).sliding).toBeNull();
    });

    test('a film is followed frame by frame, and then rolls to the same places', () => {
        const path = [0, 0, 1000, 90, 0, 500, 90, 0, -20];
        const film = {
            draw: 0,
            stick: 5,
            fps: 30,
            frames: 30,
            pull: 8,
            marbles: [{ kind: 'doom' as const, from: 6, path }],
        };
        const fall = filmed(film, 1);
        expect(fall.pull).toBeCloseTo(8 / 30);
        expect(placeAt(fall.tracks[0]!, 5 / 30)).toBeNull();
        const [x, , z] = placeAt(fall.tracks[0]!, 7 / 30)!;
        expect([x, z]).toEqual([10, 57]);
        expect(placeAt(fall.tracks[0]!, 99)).toEqual(rest('doom', 1));
    });

    test('a long film is pressed into the time there is', () => {
        const path = Array.from({ length: 3 * 120 }, (_, n) => n);
        const film = {
            draw: 0,
            stick: 5,
            fps: 30,
            frames: 120,
            pull: 8,
            marbles: [{ kind: 'spell' as const, from: 0, path }],
        };
        expect(filmed(film, 0).length).toBeCloseTo(LONGEST);
    });

    test('is told in words', () => {
        expect(inWords(heap(2, 0, 1, 1))).toBe('2 Discovery, 1 Madness, 1 DOOM');
        expect(inWords(heap(0, 0, 0, 0))).toBe('nothing');
    });
});

describe('where dice stand', () => {
    test('every locked die has one space, every other die lies loose', () => {
        for (const player of players) {
            const standing = placed(player).filter((die) => die !== null);
            expect(new Set([...standing, ...loose(player)]).size).toBe(player.dice.length);
            expect(standing.length + loose(player).length).toBe(player.dice.length);
        }
    });

    test('the Discovery dice of a success are those of the view, its signs are on their spaces', () => {
        const winners = players.filter(({ status }) => status === 'success');
        expect(winners.length).toBeGreaterThan(5);
        for (const player of winners) {
            const spaces = placed(player);
            expect(new Set(spaces.slice(3))).toEqual(new Set(player.discovery_dice));
            const signs = spaces.slice(0, 3).map((die) => player.dice[die!]);
            expect(signs.filter((face, space) => face === space + 1).length).toBeGreaterThanOrEqual(2);
        }
    });
});

describe('passing', () => {
    const ask = fixtures.tables.find(({ name }) => name === 'on_turn_end')!.ask as unknown as Question;
    const lone = fixtures.tables.find(({ name }) => name === 'pass only')!.ask as unknown as Question;
    const stick = fixtures.tables.find(({ name }) => name === 'stick')!.ask as unknown as Question;
    const wishes = { muted: [] as string[], skipped: [] as string[], idle: false, resting: false };
    const held = ask.options.flatMap(({ word }) => {
        const card = /^play=(\d+)/.exec(word);
        return card ? [cards.spells[Number(card[1]) - 1]!.id] : [];
    });

    test('only where it is wished', () => {
        expect(passes(ask, cards.spells, wishes)).toBeNull();
        expect(passes(lone, cards.spells, wishes)).toBeNull();
        expect(passes(lone, cards.spells, { ...wishes, idle: true })).toBe(lone.decline);
        expect(passes(ask, cards.spells, { ...wishes, idle: true })).toBeNull();
        expect(passes(ask, cards.spells, { ...wishes, resting: true })).toBe(ask.decline);
        expect(passes(ask, cards.spells, { ...wishes, skipped: [ask.prompt] })).toBe(ask.decline);
    });

    test('a muted Spell is like a Spell one does not have', () => {
        const muted = { ...wishes, muted: held };
        expect(passes(ask, cards.spells, { ...muted, idle: true })).toBe(ask.decline);
        expect(passes(ask, cards.spells, muted)).toBeNull();
        expect(passes(ask, cards.spells, { ...muted, muted: held.slice(1), idle: true })).toBeNull();
    });

    test('never where there is something to decide', () => {
        expect(passes(stick, cards.spells, { ...wishes, resting: true, skipped: ['stick'] })).toBeNull();
    });

    test('takes a random while among people, whatever the reason', () => {
        expect(pause(true, () => 0)).toBeGreaterThan(200);
        expect(pause(true, () => 1)).toBeGreaterThan(pause(true, () => 0) + 300);
        expect(pause(false)).toBe(0);
    });
});

test('every rule of every Location has a word for it', () => {
    for (const place of cards.locations)
        for (const rule of place.rules) expect(tags(rule), `${place.id} ${rule.kind}`).not.toEqual([]);
});
