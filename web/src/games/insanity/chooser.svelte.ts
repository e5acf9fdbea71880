/** What has been touched so far on the way to an answer, and what may be touched next. */

import type { Question } from '../../wire';
import type { Answering } from '../offering';
import type { Colour, Sheet } from './types';
import { meant, nextTargets, ways, type Next, type Target, type Way } from './ways';

export class Chooser {
    private path = $state.raw<{ ask: string; taken: Target[] }>({ ask: '', taken: [] });

    constructor(
        private readonly asked: () => Question | null,
        private readonly sheet: () => Sheet,
        readonly board: Answering,
    ) {}

    readonly ask: Question | null = $derived.by(() => this.asked());
    private readonly all: Way[] = $derived.by(() => {
        const cards = Object.entries(this.sheet().bonuses).map(([colour, { kind }]) => [colour, kind]);
        return this.ask ? ways(this.ask, Object.fromEntries(cards) as Record<Colour, string>) : [];
    });
    /** What has been touched for the open question. */
    readonly taken: Target[] = $derived(this.path.ask === this.ask?.id ? this.path.taken : []);
    readonly next: Map<Target, Next> = $derived(nextTargets(this.all, this.taken));
    /** Everything that belongs to the option considered or to what was touched. */
    readonly lit: Target[] = $derived.by(() => {
        const considered = this.all.filter(({ code }) => code === this.board.considered);
        return [...this.taken, ...considered.flatMap(({ steps }) => steps)];
    });
    /** The option that what was touched means already. */
    readonly ready: number | null = $derived(this.taken.length ? meant(this.all, this.taken) : null);

    /** Dice are rolled for good, so a pair of them is first laid out and then committed. */
    private get explicit(): boolean {
        return this.ask?.prompt === 'dice';
    }

    /** Whether touching it leads somewhere: on, or back. */
    can(target: Target): boolean {
        return this.next.has(target) || this.taken.includes(target) || (this.explicit && this.swap(target) !== null);
    }

    /** The option that touching it completes. */
    code(target: Target): number | null {
        return this.next.get(target)?.code ?? null;
    }

    /** The words of the option that touching it completes. */
    label(target: Target): string {
        const code = this.code(target);
        return this.ask?.options.find((option) => option.code === code)?.label ?? '';
    }

    /** The pointer or the focus is on it: show what it would mean. */
    point(target: Target): void {
        const code = this.code(target);
        if (code !== null) this.board.consider(code);
    }

    /** It is touched; `tapped` by a finger, which cannot point first. */
    touch(target: Target, tapped = false): void {
        if (this.taken.includes(target)) {
            if (this.ready !== null && this.taken.at(-1) === target && !this.explicit)
                return this.board.choose(this.ready);
            return this.go(this.taken.slice(0, this.taken.indexOf(target)));
        }
        const next = this.next.get(target);
        const swapped = this.explicit ? this.swap(target) : null;
        if (!next) return swapped ? this.go(swapped) : undefined;
        if (next.code === null || next.more || this.explicit) return this.go([...this.taken, target]);
        if (tapped && this.board.considered !== next.code) return this.board.consider(next.code);
        this.board.choose(next.code);
    }

    /** Two dice are laid out already: a third takes the place of the first. */
    private swap(target: Target): Target[] | null {
        const other = [...this.taken.slice(1), target];
        return this.taken.length === 2 && !this.taken.includes(target) && meant(this.all, other) !== null
            ? other
            : null;
    }

    /** One step back; false if there is none. */
    back(): boolean {
        if (!this.taken.length) return false;
        this.go(this.taken.slice(0, -1));
        return true;
    }

    private go(taken: Target[]): void {
        this.path = { ask: this.ask?.id ?? '', taken };
        this.board.consider(this.ready);
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
