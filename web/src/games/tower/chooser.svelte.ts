/** What has been touched so far on the way to an answer, and what may be touched next. */

import type { Option, Question } from '../../wire';
import type { Answering } from '../offering';
import type { Player } from './types';
import { aboutDice, diceOf, meantBy, nextTargets, ways, within, type Target, type Way } from './ways';

export class Chooser {
    private path = $state.raw<{ ask: string; dice: number[]; card: Target | null }>({ ask: '', dice: [], card: null });

    constructor(
        private readonly asked: () => Question | null,
        private readonly players: () => Player[],
        readonly board: Answering,
    ) {}

    readonly ask: Question | null = $derived.by(() => this.asked());
    /** Whose dice are asked about; null if the question is about something else. */
    readonly thrower: Player | null = $derived.by(() =>
        this.ask && aboutDice(this.ask) ? (this.players()[this.ask.seat] ?? null) : null,
    );
    private readonly all: Way[] = $derived.by(() => (this.ask && !this.thrower ? ways(this.ask) : []));
    private readonly fresh: boolean = $derived(this.path.ask === this.ask?.id);
    /** The dice that are picked for the open question. */
    readonly picked: number[] = $derived(this.fresh ? this.path.dice : []);
    /** The Spell that waits for its target. */
    readonly card: Target | null = $derived(this.fresh ? this.path.card : null);
    /** One die is all that is asked for: touching it answers. */
    readonly single: boolean = $derived.by(
        () => !!this.ask && !!this.thrower && this.ask.options.every((option) => /^(die|lock)=\d$/.test(option.word)),
    );
    /** The option that the picked dice mean. */
    readonly ready: Option | null = $derived.by(() =>
        this.ask && this.thrower && this.picked.length ? meantBy(this.ask, this.thrower, this.picked) : null,
    );
    /** The dice of the option that is looked at, or those picked. */
    readonly lit: number[] = $derived.by(() => {
        const option = this.ask?.options.find(({ code }) => code === this.board.considered);
        if (!this.thrower || this.picked.length || !option) return this.picked;
        return diceOf(option, this.thrower);
    });

    option(code: number | null): Option | null {
        return this.ask?.options.find((option) => option.code === code) ?? null;
    }

    /** The options that are still reached by touching this die, besides those picked. */
    reach(die: number): Option[] {
        if (!this.ask || !this.thrower || this.picked.includes(die)) return [];
        return within(this.ask, this.thrower, this.single ? [die] : [...this.picked, die]);
    }

    /** What can be touched now for a question that is not about dice. */
    readonly next: Map<Target, number | null> = $derived(nextTargets(this.all, this.card));

    can(target: Target): boolean {
        if (target.startsWith('die:')) {
            const die = Number(target.slice(4));
            return this.picked.includes(die) || this.reach(die).length > 0;
        }
        return this.next.has(target) || this.card === target;
    }

    /** The option that touching it completes. */
    code(target: Target): number | null {
        if (!target.startsWith('die:')) return this.next.get(target) ?? null;
        if (!this.ask || !this.thrower || !this.single) return null;
        return meantBy(this.ask, this.thrower, [Number(target.slice(4))])?.code ?? null;
    }

    /** The words of the option that touching it completes. */
    label(target: Target): string {
        return this.option(this.code(target))?.label ?? '';
    }

    /** Whether the option looked at needs this touched. */
    shines(target: Target): boolean {
        if (target === this.card) return true;
        return this.all.some(({ code, steps }) => code === this.board.considered && steps.includes(target));
    }

    /** The pointer or the focus is on it: show what it would mean. */
    point(target: Target): void {
        const code = this.code(target);
        if (code !== null) this.board.consider(code);
    }

    /** It is touched; `tapped` by a finger, which cannot point first. */
    touch(target: Target, tapped = false): void {
        if (!this.can(target)) return;
        const code = this.code(target);
        if (code !== null) {
            if (tapped && this.board.considered !== code) this.board.consider(code);
            else this.board.choose(code);
        } else if (target.startsWith('die:')) this.pick(Number(target.slice(4)));
        else this.go([], this.card === target ? null : target);
    }

    private pick(die: number): void {
        const { picked } = this;
        this.go(picked.includes(die) ? picked.filter((one) => one !== die) : [...picked, die].sort(), null);
        this.board.consider(this.ready?.code ?? null);
    }

    /** Commit the picked dice. */
    commit(): void {
        if (this.ready) this.board.choose(this.ready.code);
    }

    /** Let go what was touched; false if nothing was. */
    back(): boolean {
        if (!this.picked.length && this.card === null) return false;
        this.go([], null);
        this.board.consider(null);
        return true;
    }

    private go(dice: number[], card: Target | null): void {
        this.path = { ask: this.ask?.id ?? '', dice, card };
    }

    /** Handlers and marks for an element that stands for a target. */
    props(target: Target): Record<string, unknown> {
        return {
            'data-target': target,
            onpointerenter: (event: PointerEvent) => event.pointerType === 'mouse' && this.point(target),
            onclick: (event: MouseEvent) => {
                const tapped =
                    event instanceof PointerEvent && (event.pointerType === 'touch' || event.pointerType === 'pen');
                this.touch(target, tapped);
            },
            onfocus: (event: FocusEvent) => {
                if ((event.currentTarget as Element).matches(':focus-visible')) this.point(target);
            },
        };
    }
}
