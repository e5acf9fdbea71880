/**
 * The wire to one table: a WebSocket with heartbeat and reconnection, or server-sent events and requests where
 * WebSockets are blocked. Deeds are kept until they are acknowledged and sent again after every reconnection; their id
 * makes that harmless.
 */

import type { Ack, Deed, FromClient, FromServer, Nack, Table } from '../wire';

export type Link = 'connecting' | 'open' | 'lost';

/** The part of a browser that a connection needs; tests bring their own. */
export interface World {
    later(act: () => void, delay: number): unknown;
    forget(timer: unknown): void;
    random(): number;
    socket(path: string): Wire;
    events(path: string): Wire;
    /** A deed as a request, for where there is no socket. */
    request(path: string, body: Deed): Promise<Ack | Nack>;
}

/** Either transport, once it is reduced to what both can do. */
export interface Wire {
    onopen: (() => void) | null;
    onmessage: ((text: string) => void) | null;
    /** Closed or failed, once, with a code where there is one. */
    onclose: ((code: number) => void) | null;
    send(text: string): void;
    close(): void;
}

export interface Listener {
    table(table: Table): void;
    link(link: Link): void;
    /** The server will not have us: reconnecting is no use. */
    refused(): void;
}

export const PING_AFTER = 5000;
export const STALE_AFTER = 9000;
export const RECONNECT_AFTER = 4000;
const FAILURES_BEFORE_EVENTS = 2;
/** Close codes that mean: not you, not here. */
const REFUSALS = [4400, 4401, 4403, 4404, 1008];

interface Pending {
    deed: Deed;
    settle: (outcome: Ack | Nack) => void;
}

export class Connection {
    private wire: Wire | null = null;
    private open = false;
    private byEvents = false;
    private everOpened = false;
    private failures = 0;
    private timer: unknown;
    private closed = false;
    private readonly pending = new Map<string, Pending>();

    constructor(
        private readonly match: string,
        private readonly listener: Listener,
        private readonly world: World,
        /** The last event the client knows. */
        private readonly seq: () => number,
    ) {}

    connect(): void {
        if (this.closed || this.wire) return;
        this.world.forget(this.timer);
        this.byEvents = !this.everOpened && this.failures >= FAILURES_BEFORE_EVENTS;
        const since = Math.max(this.seq(), 0);
        const wire = this.byEvents
            ? this.world.events(`/api/matches/${this.match}/events?since=${since}`)
            : this.world.socket(`/ws/matches/${this.match}?since=${since}`);
        this.wire = wire;
        wire.onopen = () => this.opened();
        wire.onmessage = (text) => this.received(text);
        wire.onclose = (code) => this.lost(code);
        this.timer = this.world.later(() => this.lost(), STALE_AFTER);
    }

    /** Do something that the server must acknowledge; resolves when it has been saved or refused. */
    send(deed: Deed): Promise<Ack | Nack> {
        return new Promise((settle) => {
            this.pending.set(deed.id, { deed, settle });
            if (this.open) this.dispatch(deed);
        });
    }

    /** Ask for everything after the last event that is known. */
    sync(since = Math.max(this.seq(), 0)): void {
        if (this.byEvents) this.lost();
        else if (this.open) this.tell({ t: 'sync', since });
    }

    /** Connect again at once: the browser is back on line, or the page is looked at again. */
    wake(): void {
        if (!this.wire) this.connect();
    }

    close(): void {
        this.closed = true;
        this.world.forget(this.timer);
        this.drop();
    }

    private opened(): void {
        this.open = true;
        if (!this.byEvents) this.everOpened = true;
        this.listener.link('open');
        for (const { deed } of this.pending.values()) this.dispatch(deed);
        this.beat();
    }

    private dispatch(deed: Deed): void {
        if (!this.byEvents) return this.tell(deed);
        const path = deed.t === 'answer' ? 'answers' : 'deeds';
        this.world.request(`/api/matches/${this.match}/${path}`, deed).then(
            (outcome) => this.settle(outcome),
            () => this.lost(),
        );
    }

    private tell(message: FromClient): void {
        this.wire?.send(JSON.stringify(message));
    }

    private received(text: string): void {
        const message = JSON.parse(text) as FromServer;
        if (message.t === 'table') this.listener.table(message);
        else if (message.t === 'ack' || message.t === 'nack') this.settle(message);
        else if (message.t === 'pong') this.beat();
        else this.lost();
    }

    private settle(outcome: Ack | Nack): void {
        this.pending.get(outcome.id)?.settle(outcome);
        this.pending.delete(outcome.id);
    }

    /** A ping some time after the last pong; without an answer the wire is dead, whatever it says of itself. */
    private beat(): void {
        this.world.forget(this.timer);
        if (this.byEvents) return;
        this.timer = this.world.later(() => {
            this.tell({ t: 'ping' });
            this.timer = this.world.later(() => this.lost(), STALE_AFTER - PING_AFTER);
        }, PING_AFTER);
    }

    private drop(): void {
        const wire = this.wire;
        this.wire = null;
        this.open = false;
        if (!wire) return;
        wire.onopen = wire.onmessage = wire.onclose = null;
        wire.close();
    }

    private lost(code = 0): void {
        const worked = this.open;
        this.drop();
        this.world.forget(this.timer);
        if (this.closed) return;
        if (REFUSALS.includes(code)) {
            this.closed = true;
            return this.listener.refused();
        }
        if (!worked) this.failures = this.byEvents ? 0 : this.failures + 1;
        this.listener.link('lost');
        // The first try comes soon; then about every four seconds, not all clients at once.
        const delay = worked ? 300 + 900 * this.world.random() : RECONNECT_AFTER * (0.75 + 0.5 * this.world.random());
        this.timer = this.world.later(() => this.connect(), delay);
    }
}
