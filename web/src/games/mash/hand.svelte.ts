/** The player's hand over the board: what may be touched, what is pointed at, and an attack with its target in one go. */

import type { Option, Question } from '../../wire';
import type { Answering } from '../offering';
import { attacks, placesOf, splitKey, stageSlot, wordOf, type Key, type Places } from './places';
import type { Box, View } from './types';

export class Hand {
    /** The cell that the pointer or the focus is on. */
    pointed = $state<Key | null>(null);
    /** Whoever is to be attacked, while it is not yet said how. */
    private aim = $state.raw<{ ask: string; key: Key } | null>(null);
    /** An attack was announced against a cell: the question for its target is answered already. */
    private intent: Key | null = null;

    constructor(
        private readonly asked: () => Question | null,
        private readonly seen: () => View,
        private readonly printed: () => Box,
        readonly board: Answering,
    ) {}

    readonly ask: Question | null = $derived.by(() => this.asked());
    readonly places: Places = $derived.by(() => placesOf(this.seen(), this.printed(), this.ask));
    readonly attacks: Map<Key, Option[]> = $derived.by(() => attacks(this.seen(), this.printed(), this.ask));
    /** Where the cells of the question are, or where the action is. */
    readonly slot: number | null = $derived.by(() => stageSlot(this.seen(), this.printed(), this.ask));
    /** The cell whose attacks are laid out in the bar. */
    readonly aimed: Key | null = $derived(this.aim !== null && this.aim.ask === this.ask?.id ? this.aim.key : null);

    option(code: number | null): Option | null {
        return this.ask?.options.find((one) => one.code === code) ?? null;
    }

    /** What touching a cell would do: its option, or the only attack. */
    at(key: Key): Option | null {
        const found = this.attacks.get(key);
        return this.places.cells.get(key) ?? (found?.length === 1 ? found[0]! : null);
    }

    can(key: Key): boolean {
        return this.places.cells.has(key) || this.attacks.has(key);
    }

    point(key: Key | null): void {
        this.pointed = key;
        const option = key === null ? null : this.at(key);
        if (option) this.board.consider(option.code);
    }

    /** A cell is touched; `tapped` by a finger, which cannot point first. */
    touch(key: Key, tapped = false): void {
        this.pointed = key;
        const option = this.at(key);
        if (option && tapped && this.board.considered !== option.code) {
            this.aim = null;
            return this.board.consider(option.code);
        }
        if (option) return this.choose(option.code, this.places.cells.has(key) ? null : key);
        if (this.attacks.has(key)) this.aim = { ask: this.ask!.id, key };
    }

    /** Commit an option, perhaps against a cell. */
    choose(code: number, against: Key | null = this.aimed): void {
        const option = this.option(code);
        this.intent = option && this.attacks.get(against ?? '')?.includes(option) ? against : null;
        this.board.choose(code);
    }

    /** A new question is put: if it asks for the target that was named with the attack, that is the answer. */
    follow(): void {
        const key = this.intent;
        if (!key || !this.ask) return;
        this.intent = null;
        if (this.ask.prompt !== 'target') return;
        const [, cell] = splitKey(key);
        const target = this.ask.options.find((option) => wordOf(option).value === cell);
        if (target) this.board.choose(target.code);
    }

    /** Lay nothing out any more; false if nothing was. */
    back(): boolean {
        if (!this.aimed) return false;
        this.aim = null;
        return true;
    }
}
