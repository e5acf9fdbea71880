/** What the latest news deserve on the board itself: the fight just over, and what keys, seals and events brought. */

import type { News } from '../../wire';

export interface Fight {
    mine: number;
    theirs: number;
    dice: number[];
    won: boolean;
    /** What it cost, in words. */
    cost: string[];
}

export interface Tale {
    what: string;
    text: string;
}

export interface Happened {
    fight: Fight | null;
    tales: Tale[];
}

const TALES = new Set(['key', 'seal', 'far_city', 'too_few_nights', 'die_back']);
const COSTS = new Set(['lose_health', 'lose_sanity']);

/** The last fight and the tales among some news, in their order. */
export function happened(news: readonly News[]): Happened {
    let fight: Fight | null = null;
    let dice: number[] = [];
    let open = false;
    const tales: Tale[] = [];
    for (const one of news) {
        if (one.kind === 'fell' && one.what === 'enemy') dice = (one.value ?? '').split(',').map(Number);
        if (one.kind === 'fell' && one.what === 'mythos') open = false;
        if (one.kind !== 'told') continue;
        if (one.what === 'compare') {
            const [mine = 0, theirs = 0] = one.figures ?? [];
            fight = { mine, theirs, dice, won: mine >= theirs, cost: [] };
            open = true;
        } else if (open && COSTS.has(one.what)) {
            fight?.cost.push(one.text ?? '');
        } else if (TALES.has(one.what)) {
            open = false;
            tales.push({ what: one.what, text: one.text ?? '' });
        } else if (one.what === 'harvest') {
            open = false;
        }
    }
    return { fight, tales };
}

/** Which of the dice lying have just been thrown, by their places: the latest roll among the news. */
export function thrown(news: readonly News[], labels: RegExp, faces: readonly number[]): Set<number> {
    const roll = news.filter((one) => one.kind === 'fell' && labels.test(one.what)).at(-1);
    const left = (roll?.value ?? '').split(',').map(Number);
    const places = new Set<number>();
    faces.forEach((face, at) => {
        const found = left.indexOf(face);
        if (found < 0) return;
        left.splice(found, 1);
        places.add(at);
    });
    return places;
}
