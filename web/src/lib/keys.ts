/** Keys of a page: what a key press means, unless somebody is typing or a part of the page has used it already. */

import { settings } from './settings.svelte';

export type Keys = Record<string, (event: KeyboardEvent) => void>;

const TYPING =
    'input:not([type=checkbox], [type=radio], [type=range], [type=button]), textarea, select, [contenteditable]';
/** Keys that a control under the focus needs for itself. */
const OWN = 'button, a[href], summary, input, [role=gridcell], [role=radio], [role=option], [role=button]';

/** Listen for keys until the returned function is called. `any` is asked for keys that have no entry. */
export function listen(keys: Keys, any?: (event: KeyboardEvent) => void): () => void {
    function press(event: KeyboardEvent): void {
        if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
        const target = event.target as Element;
        if (target.matches(TYPING) || document.querySelector('dialog[open]')) return;
        if ((event.key === 'Enter' || event.key === ' ') && target.matches(OWN)) return;
        const letter = /^[a-z]$/i.test(event.key);
        if (letter && !settings.letters) return;
        const act = keys[letter ? event.key.toLowerCase() : event.key];
        if (act) {
            event.preventDefault();
            act(event);
        } else any?.(event);
    }
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
}
