/** Plays the scenes between two pictures, one after the other; anything the player does ends the play. */

import type { News } from '../../wire';
import { pace, scenes, type Scene } from './happening';
import type { Box, View } from './types';

export class Theatre {
    private row = $state.raw<Scene[]>([]);
    private at = $state(0);
    private timer: ReturnType<typeof setTimeout> | undefined;
    private before: View | null = null;
    private told: readonly News[] = [];

    /** The scene that is on, if any. */
    readonly scene: Scene | null = $derived(this.row[this.at] ?? null);
    /** How long a scene lasts, in milliseconds. */
    beat = $state(0);

    /** A new picture has come. At speed 0 nothing is played. */
    show(view: View, box: Box, news: readonly News[], speed: number): void {
        if (view === this.before) return;
        const [before, fresh] = [this.before, news !== this.told];
        this.before = view;
        this.told = news;
        this.end();
        if (!before || !fresh || !speed || before.mode !== view.mode) return;
        this.row = scenes(before, view, box, news);
        this.at = 0;
        this.beat = pace(this.row.length) * speed;
        this.next();
    }

    private next(): void {
        if (!this.row.length) return;
        this.timer = setTimeout(() => {
            if (this.at + 1 >= this.row.length) return this.end();
            this.at += 1;
            this.next();
        }, this.beat);
    }

    /** Nothing is played any more. */
    end(): void {
        clearTimeout(this.timer);
        this.row = [];
    }
}
