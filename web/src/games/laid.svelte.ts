/** For tests: a board with a table on it, as the table page would lay it. */

import { flushSync, mount, unmount, type Component } from 'svelte';
import type { Option } from '../wire';
import type { BoardProps } from './screen';

export class Laid {
    chosen: number[] = [];
    considered = $state<number | null>(null);
    private table = $state.raw<Partial<BoardProps>>({});
    private readonly board: Record<string, unknown>;

    constructor(Board: Component<BoardProps>, table: Partial<BoardProps>) {
        this.table = table;
        const now = () => this.table;
        const props = {
            get view() {
                return now().view;
            },
            get sheet() {
                return now().sheet;
            },
            get seat() {
                return now().seat ?? null;
            },
            get seats() {
                return now().seats ?? [];
            },
            get ask() {
                return now().ask ?? null;
            },
            get news() {
                return now().news ?? [];
            },
            get considered() {
                return considered();
            },
            speed: 0,
            choose: (code: number) => void this.chosen.push(code),
            consider: (code: number | null) => {
                this.considered = code;
            },
        };
        const considered = () => this.considered;
        this.board = mount(Board, { target: document.body, props });
        flushSync();
    }

    /** Something else lies on the table now. */
    change(table: Partial<BoardProps>): void {
        this.table = { ...this.table, ...table };
        flushSync();
    }

    /** Consider the option with this word, as by a digit or a hint. */
    consider(word: string): void {
        this.considered = this.option(word).code;
        flushSync();
    }

    /** Nothing is considered, nothing chosen. */
    clear(): void {
        this.chosen = [];
        this.considered = null;
        flushSync();
    }

    option(word: string): Option {
        return this.table.ask!.options.find((option) => option.word === word)!;
    }

    /** The words of what was chosen. */
    get words(): string[] {
        return this.chosen.map((code) => this.table.ask!.options.find((option) => option.code === code)!.word);
    }

    take(): void {
        void unmount(this.board);
        document.body.replaceChildren();
    }
}

/** Click on the thing with this selector; what is not there is an error. */
export function click(selector: string, at = 0): void {
    const found = at ? document.querySelectorAll(selector)[at] : document.querySelector(selector);
    if (!found) throw new Error(`there is no ${selector} number ${at}`);
    found.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    flushSync();
}

/** Press a key where the focus is. */
export function press(key: string): void {
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    flushSync();
}
