/** Keyboard focus on a board: whoever answers from there goes on at the next question, not at the top of the page. */

import { tick } from 'svelte';

const STOPS = '[tabindex="0"], button:not(:disabled, [tabindex="-1"])';

/** Bring a focus that was lost inside `part` back to its first stop whenever a new question is put. */
export function followFocus(part: () => HTMLElement | undefined, question: () => string | undefined): void {
    let inside = false;
    $effect.pre(() => {
        void question();
        const active = document.activeElement;
        if (active && active !== document.body) inside = !!part()?.contains(active);
    });
    $effect(() => {
        if (!question() || !inside) return;
        void tick().then(() => {
            if (document.activeElement === document.body) part()?.querySelector<HTMLElement>(STOPS)?.focus();
        });
    });
}
