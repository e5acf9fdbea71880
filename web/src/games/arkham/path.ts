/** The investigation track as a winding path that fits the room it gets. */

export interface Spot {
    x: number;
    y: number;
}

export interface Path {
    spots: Spot[];
    width: number;
    height: number;
    /** Half the size of a space. */
    radius: number;
}

const COMFORT = 50;

/** Spaces 0 to `end` in rows that run to and fro, as few rows as a width allows. */
export function winding(end: number, width: number): Path {
    const count = end + 1;
    const across = Math.max(2, Math.floor(width / COMFORT));
    const rows = Math.ceil(count / Math.max(across, Math.min(count, 6)));
    const columns = Math.ceil(count / rows);
    const pitch = width / columns;
    const height = Math.min(pitch, 66);
    const radius = Math.min(22, pitch * 0.4);
    const margin = radius + 5;
    const step = columns > 1 ? (width - 2 * margin) / (columns - 1) : 0;
    const spots = Array.from({ length: count }, (_, n) => {
        const row = Math.floor(n / columns);
        const along = n % columns;
        const column = row % 2 ? columns - 1 - along : along;
        return { x: margin + column * step, y: margin + row * height };
    });
    return { spots, width, height: 2 * margin + (rows - 1) * height, radius };
}

/** The line from one space to another: straight within a row, round where it turns. */
export function way({ spots, width }: Path, from: number, to: number): string {
    return spots
        .slice(from, to + 1)
        .map(({ x, y }, n) => {
            const before = spots[from + n - 1];
            if (!n || !before) return `M${x} ${y}`;
            if (before.y === y) return `L${x} ${y}`;
            const bend = Math.abs(y - before.y) / 2;
            return `A${bend} ${bend} 0 0 ${x > width / 2 ? 1 : 0} ${x} ${y}`;
        })
        .join('');
}
