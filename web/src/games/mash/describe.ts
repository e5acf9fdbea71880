/** Cells and pieces in words: for the screen reader, and for the line below the board. */

import type { Seat } from '../../wire';
import { isHero, splitKey, standing, tileOf, type Key } from './places';
import { marks } from './terrain';
import type { Box, Hero, Piece, View } from './types';

export function seatName(seats: readonly Seat[], seat: number): string {
    return seats[seat]?.name || `Seat ${seat + 1}`;
}

/** Somebody on the board, with the figures that matter in a fight. */
export function pieceWords(one: Hero | Piece, box: Box, seats: readonly Seat[]): string {
    const said = isHero(one)
        ? [`${seatName(seats, one.seat)}, the ${one.name}`, `health ${one.hp} of ${one.base_hp}`]
        : [one.name, `health ${one.hp} of ${one.health}`];
    said.push(`defense ${one.defense}`);
    if (!isHero(one)) said.push(...skills(one, box));
    if (one.bond) said.push(`caught, free on ${one.bond === 1 ? '1' : `1 to ${one.bond}`}`);
    if (!isHero(one) && (one.idle || one.held !== null)) said.push('stunned');
    return said.join(', ');
}

function skills(piece: Piece, box: Box): string[] {
    const nest = box.generators[piece.type];
    if (piece.kind === 'generator') return nest ? [`brings forth ${box.monsters[nest.spawns]?.name ?? ''}`] : [];
    const kind = box.monsters[piece.type];
    if (!kind) return [];
    const said = [`${kind.actions} actions`, `moves ${kind.move}`];
    if (kind.melee) said.push(`melee d${kind.melee}`);
    if (kind.ranged) said.push(`ranged d${kind.ranged}${kind.web ? ' (web)' : ''}`);
    if (kind.fly) said.push('flies');
    if (kind.swim) said.push('swims');
    if (kind.charge) said.push('charges');
    if (kind.attach) said.push('clings and drains');
    return said;
}

/** Everything on a cell. */
export function cellWords(view: View, box: Box, seats: readonly Seat[], key: Key): string[] {
    const [slot, cell] = splitKey(key);
    const tile = tileOf(view, box, slot);
    const held = view.slots[slot];
    if (!tile || !held) return ['face down'];
    const said: string[] = [];
    const one = standing(view, slot, cell);
    if (one) said.push(pieceWords(one, box, seats));
    for (const rider of view.pieces) {
        if (rider.host !== null && rider.slot === slot && rider.cell === cell) said.push(`${rider.name} clings here`);
    }
    const ground = marks(tile).find((mark) => mark.cell === cell)?.says;
    if (ground) said.push(ground);
    const pile = held.piles[cell]?.length ?? 0;
    if (pile) said.push(`${pile} face-down ${pile === 1 ? 'object' : 'objects'}`);
    for (const thing of [...(held.loose[cell] ?? []), ...(held.tissue[cell] ?? [])]) {
        said.push(box.objects[thing]?.name ?? thing);
    }
    return said;
}

/** What a face-down tile is called. */
export function slotWords(view: View, box: Box, slot: number): string {
    const held = view.slots[slot]!;
    const name = box.tiles[held.tile ?? held.seen ?? '']?.name;
    if (!held.up) return name ? `${name}, face down` : 'face down';
    return name ?? '';
}
