/** How investigator dice are sorted on the sheet, and how they are called aloud. */

import type { IconName } from './icons';

export interface Box {
    face: number;
    icon: IconName;
    /** What one die in this box is good for. */
    gives: string;
}

export const BOXES: readonly Box[] = [
    { face: 1, icon: 'lock', gives: 'locked' },
    { face: 2, icon: 'clock', gives: 'clock +1' },
    { face: 3, icon: 'walk', gives: '1 step' },
    { face: 4, icon: 'walk', gives: '2 steps' },
    { face: 5, icon: 'fight', gives: '1 fight' },
    { face: 6, icon: 'magic', gives: '1 magic' },
];

/** What lies in a box beyond its single dice: pairs of 1s bring cultists, three of a kind one die more. */
export function extra(face: number, many: number): string {
    if (face === 1) return many >= 2 ? `pair: ${Math.floor(many / 2)} cultist${many >= 4 ? 's' : ''}` : '';
    if (face === 2 || many < 3) return '';
    return face === 4 ? 'three: +2' : 'three: +1';
}

/** A die of a kind (`4`, or `L` for a 1 that sticks) in words. */
export function spoken(kind: string, combat: boolean): string {
    if (kind === 'L') return 'locked 1, costs 1 sanity to roll again';
    if (combat) return kind;
    const box = BOXES[Number(kind) - 1];
    return kind === '1' ? '1, locked, costs 1 sanity to roll again' : `${kind}, ${box?.gives}`;
}

/** The face a kind shows. */
export function face(kind: string): number {
    return kind === 'L' ? 1 : Number(kind);
}
