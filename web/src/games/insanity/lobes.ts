/** The brain as a map: every space gets the land that is nearest to it; lands of one colour make a lobe. */

export type Point = readonly [x: number, y: number];

export interface Side {
    from: Point;
    to: Point;
    /** The space beyond this side; null is the outside of the brain. */
    beyond: string | null;
}

export interface Land {
    space: string;
    sides: Side[];
}

interface Corner {
    at: Point;
    /** What lies beyond the side that begins here. */
    beyond: string | null;
}

/** How much taller narrow brains are drawn, so that fingers find every space. */
export const STRETCH = 1.36;
/** How far land reaches around a space where nothing else is near. */
export const REACH = 9.6;
const ROUNDNESS = 30;

/** The land of every space. */
export function lands(spaces: Record<string, Point>, reach = REACH): Land[] {
    return Object.entries(spaces).map(([space, at]) => {
        let corners: Corner[] = Array.from({ length: ROUNDNESS }, (_, n) => {
            const angle = (2 * Math.PI * n) / ROUNDNESS;
            return { at: [at[0] + reach * Math.cos(angle), at[1] + reach * Math.sin(angle)], beyond: null };
        });
        for (const [other, there] of Object.entries(spaces)) {
            if (other !== space && Math.hypot(there[0] - at[0], there[1] - at[1]) < 2 * reach) {
                corners = cut(corners, at, there, other);
            }
        }
        const sides = corners.map(({ at: from, beyond }, n) => ({
            from,
            to: corners[(n + 1) % corners.length]!.at,
            beyond,
        }));
        return { space, sides };
    });
}

/** What is left of a land when everything nearer to another space is cut off. */
function cut(corners: Corner[], here: Point, there: Point, other: string): Corner[] {
    const normal: Point = [there[0] - here[0], there[1] - here[1]];
    const middle: Point = [(here[0] + there[0]) / 2, (here[1] + there[1]) / 2];
    const over = ([x, y]: Point) => (x - middle[0]) * normal[0] + (y - middle[1]) * normal[1];
    return corners.flatMap((corner, n) => {
        const next = corners[(n + 1) % corners.length]!;
        const a = over(corner.at);
        const b = over(next.at);
        if (a <= 0 && b <= 0) return [corner];
        if (a > 0 && b > 0) return [];
        const share = a / (a - b);
        const crossing: Point = [
            corner.at[0] + share * (next.at[0] - corner.at[0]),
            corner.at[1] + share * (next.at[1] - corner.at[1]),
        ];
        return a <= 0 ? [corner, { at: crossing, beyond: other }] : [{ at: crossing, beyond: corner.beyond }];
    });
}

export type Direction = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

const AHEAD: Record<Direction, Point> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
};

/** The nearest space in a direction, for moving about by arrows. */
export function towards(spaces: Record<string, Point>, from: string, direction: Direction): string {
    const [x, y] = spaces[from]!;
    const [dx, dy] = AHEAD[direction];
    let best = from;
    let least = Infinity;
    for (const [space, [sx, sy]] of Object.entries(spaces)) {
        const ahead = (sx - x) * dx + (sy - y) * dy;
        const aside = Math.abs((sx - x) * dy) + Math.abs((sy - y) * dx);
        const cost = ahead + 2 * aside;
        if (space !== from && ahead > aside * 0.4 && cost < least) [best, least] = [space, cost];
    }
    return best;
}
