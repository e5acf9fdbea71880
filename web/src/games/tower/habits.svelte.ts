/** What a player wants to be asked about, and how the tower is drawn; kept in this browser. */

export const KEY = 'miskatonic tower';

class Habits {
    /** Spells that are never asked for, by id. */
    muted = $state<string[]>([]);
    /** Moments that always pass, by window. */
    skipped = $state<string[]>([]);
    /** Whether questions that leave nothing but to pass are answered: not said yet, yes, or no. */
    idle = $state<boolean | null>(null);
    /** The flat drawing instead of the tower in space. */
    flat = $state(false);

    constructor() {
        try {
            Object.assign(this, JSON.parse(localStorage.getItem(KEY) ?? '{}'));
        } catch {
            // Unreadable or forbidden: the usual habits will do.
        }
    }

    keep(): void {
        const { muted, skipped, idle, flat } = this;
        try {
            localStorage.setItem(KEY, JSON.stringify({ muted, skipped, idle, flat }));
        } catch {
            // A browser that keeps nothing still plays.
        }
    }
}

export const habits = new Habits();
