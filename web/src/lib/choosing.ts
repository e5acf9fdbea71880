/** Choosing an option by typing its number. */

/** How long a second digit may take. */
export const PATIENCE = 900;

export class Typed {
    private digits = '';
    private last = -Infinity;

    /** Forget what was typed: the next digit begins a number. */
    clear(): void {
        this.digits = '';
    }

    /** The place in a list of `count` options that the digits typed so far mean, or null. */
    digit(key: string, count: number, now: number): number | null {
        const joined = now - this.last < PATIENCE ? this.digits + key : key;
        this.last = now;
        for (const digits of [joined, key]) {
            const number = Number(digits);
            if (number >= 1 && number <= count) {
                this.digits = digits;
                return number - 1;
            }
        }
        this.digits = key;
        return null;
    }
}
