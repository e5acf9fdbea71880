/** A table as this page knows it: the latest picture, the log, the wire, and what has been sent but not yet saved. */

import type { Ack, Deed, Nack, News, Question, Table } from '../wire';
import { get } from './api';
import { announce } from './announce.svelte';
import { Connection, type Link } from './connection';
import { EMPTY, fold, type Journal } from './journal';
import { keep } from './keepsakes';
import { freshId } from './random';
import { browser } from './world';

/** A deed before it has its id; spelled out so that each keeps its own fields. */
type Unsent<D> = D extends Deed ? Omit<D, 'id'> : never;

export class Play {
    table = $state.raw<Table | null>(null);
    sheet = $state.raw<Record<string, any> | null>(null);
    /** What never changes is known, so that a board can be drawn. */
    complete = $state(false);
    commitment = $state('');
    link = $state<Link>('connecting');
    /** Why nothing can be seen here, if so. */
    refused = $state(false);
    /** What the server last said no to. */
    trouble = $state('');
    /** The answer on its way, by question. */
    private sent = $state<Record<string, number>>({});
    private journal = $state.raw<Journal>(EMPTY);
    private readonly connection: Connection;

    readonly log: News[] = $derived(this.journal.log);
    readonly fresh: News[] = $derived(this.journal.fresh);
    /** The seats of this browser. */
    readonly mine: number[] = $derived(this.table?.seats.flatMap((seat, number) => (seat.yours ? [number] : [])) ?? []);
    /** The questions that wait for this browser and have not been answered. */
    readonly asks: Question[] = $derived(this.table?.asks.filter((ask) => !(ask.id in this.sent)) ?? []);

    constructor(readonly match: string) {
        const listener = {
            table: (table: Table) => this.take(table),
            link: (link: Link) => (this.link = link),
            refused: () => (this.refused = true),
        };
        this.connection = new Connection(match, listener, browser, () => this.journal.seq);
    }

    /** Look at the table once, so that whatever is wrong is said, then stay connected. */
    async open(): Promise<void> {
        await this.look();
        this.connection.connect();
    }

    private async look(): Promise<void> {
        this.take(await get<Table>(`/api/matches/${this.match}`), true);
    }

    /** The part that never changes comes with the first picture, but there is none before play has begun. */
    private learn(table: Table, fully: boolean): void {
        if (table.sheet != null) this.sheet = table.sheet;
        if (table.commitment) this.remember(table.commitment);
        if (table.status === 'gathering' || this.complete) return;
        this.complete = fully || table.sheet != null;
        if (!this.complete) this.look().catch(() => this.connection.sync());
    }

    /** Take in a picture, from the wire or from a reply; `fully` if nothing is left out of it. */
    take(table: Table, fully = false): void {
        this.learn(table, fully);
        const mine = JSON.stringify(this.mine);
        const next = fold(this.journal, table);
        if (next === 'stale') return;
        if (next === 'gap') return this.connection.sync();
        const first = this.table === null;
        this.journal = next;
        this.table = table;
        this.forget((id) => !table.asks.some((ask) => ask.id === id));
        // Whoever takes or leaves a seat hears another story from its beginning.
        if (!first && table.since > 0 && mine !== JSON.stringify(this.mine)) {
            this.journal = EMPTY;
            this.connection.sync();
        }
        const words = next.fresh.map((news) => news.text).filter(Boolean);
        if (words.length) announce.politely(words.join(' '));
    }

    private remember(commitment: string): void {
        this.commitment = commitment;
        keep(this.match, { commitment });
    }

    private forget(which: (id: string) => boolean): void {
        this.sent = Object.fromEntries(Object.entries(this.sent).filter(([id]) => !which(id)));
    }

    /** Answer a question; until it is saved the question counts as answered here. */
    async answer(ask: Question, code: number): Promise<void> {
        if (ask.id in this.sent) return;
        this.sent = { ...this.sent, [ask.id]: code };
        const outcome = await this.do({ t: 'answer', ask: ask.id, code });
        if (outcome.t === 'nack') this.forget((id) => id === ask.id);
    }

    /** Do anything that the server acknowledges; a refusal is shown and said. */
    async do(deed: Unsent<Deed>): Promise<Ack | Nack> {
        this.trouble = '';
        const outcome = await this.connection.send({ ...deed, id: freshId() } as Deed);
        if (outcome.t === 'nack') {
            this.trouble = outcome.detail;
            announce.now(outcome.detail);
            if (outcome.why === 'stale') this.connection.sync();
        }
        return outcome;
    }

    wake(): void {
        this.connection.wake();
    }

    close(): void {
        this.connection.close();
    }
}
