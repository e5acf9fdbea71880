/** Answering a question: what is looked at, what a bot would do, what is typed. */

import type { Hint, Question } from '../wire';
import { announce } from './announce.svelte';
import { Typed } from './choosing';

/** Milliseconds after a hint in which the pointer is not listened to: things have moved under it, it has not. */
const SETTLING = 400;

export class Asking {
    /** The option that is looked at. */
    considered = $state<number | null>(null);
    hint = $state.raw<Hint | null>(null);
    /** A bot has been asked. */
    thinking = $state(false);
    private last = '';
    private settled = 0;
    private readonly typed = new Typed();

    constructor(
        private readonly question: () => Question | null,
        private readonly answer: (ask: Question, code: number) => void,
    ) {}

    /** Whether the question is another than when this was last asked; then nothing is looked at any more. */
    renewed(): boolean {
        const now = this.question()?.id ?? '';
        if (now === this.last) return false;
        this.last = now;
        this.considered = null;
        this.hint = null;
        this.settled = 0;
        return true;
    }

    readonly choose = (code: number): void => {
        const ask = this.question();
        if (ask) this.answer(ask, code);
    };

    /** Look at what is pointed at. */
    readonly consider = (code: number | null): void => {
        if (performance.now() >= this.settled) this.considered = code;
    };

    /** Choose what is looked at. */
    readonly commit = (): void => {
        this.typed.clear();
        if (this.considered !== null) this.choose(this.considered);
    };

    /** Look at an option by its number. */
    readonly digit = (event: KeyboardEvent): void => {
        const ask = this.question();
        if (!ask || !/^\d$/.test(event.key)) return;
        const place = this.typed.digit(event.key, ask.options.length, performance.now());
        const option = place === null ? null : ask.options[place]!;
        this.considered = option?.code ?? null;
        announce.now(option ? [option.label, option.odds].filter(Boolean).join('. ') : 'There is no such choice.');
        event.preventDefault();
    };

    /** Ask a bot, and look at what it would do. */
    async askBot(fetch: (ask: Question) => Promise<Hint>): Promise<void> {
        const ask = this.question();
        if (!ask || this.thinking) return;
        this.thinking = true;
        try {
            const hint = await fetch(ask);
            if (ask.id !== this.question()?.id) return;
            this.hint = hint;
            this.considered = hint.code;
            this.settled = performance.now() + SETTLING;
            announce.now(`A bot would: ${hint.label}. ${hint.why}`);
        } finally {
            this.thinking = false;
        }
    }
}
