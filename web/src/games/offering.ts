/**
 * How something on a board offers an option.
 *
 * Pointing at it or moving the focus there shows what the option would mean; a click or Enter commits. A finger cannot
 * point, so the first tap shows and the second one commits.
 */

import type { BoardProps } from './screen';

export type Answering = Pick<BoardProps, 'choose' | 'consider'> & { readonly considered: number | null };

export interface Offer {
    onpointerenter: (event: PointerEvent) => void;
    onfocus: (event: FocusEvent) => void;
    onclick: (event: MouseEvent) => void;
}

/** Handlers for an element that stands for one option. */
export function offer(board: Answering, code: number): Offer {
    return {
        onpointerenter: (event) => {
            if (event.pointerType === 'mouse') board.consider(code);
        },
        onfocus: (event) => {
            if ((event.currentTarget as Element).matches(':focus-visible')) board.consider(code);
        },
        onclick: (event) => {
            const tapped =
                event instanceof PointerEvent && (event.pointerType === 'touch' || event.pointerType === 'pen');
            if (tapped && board.considered !== code) board.consider(code);
            else board.choose(code);
        },
    };
}
