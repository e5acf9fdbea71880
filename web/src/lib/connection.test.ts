import { beforeEach, describe, expect, test } from 'vitest';
import type { Ack, Deed, Nack, Table } from '../wire';
import { Connection, PING_AFTER, STALE_AFTER, type Link, type Wire, type World } from './connection';

class FakeWire implements Wire {
    onopen: (() => void) | null = null;
    onmessage: ((text: string) => void) | null = null;
    onclose: ((code: number) => void) | null = null;
    sent: any[] = [];
    closed = false;
    constructor(readonly path: string) {}
    send(text: string) {
        this.sent.push(JSON.parse(text));
    }
    close() {
        this.closed = true;
    }
    hear(message: unknown) {
        this.onmessage?.(JSON.stringify(message));
    }
}

class FakeWorld implements World {
    time = 0;
    timers: { at: number; act: () => void }[] = [];
    sockets: FakeWire[] = [];
    streams: FakeWire[] = [];
    requests: { path: string; body: Deed }[] = [];
    reply: (body: Deed) => Promise<Ack | Nack> = async (body) => ({ t: 'ack', id: body.id, seq: 1 });
    later(act: () => void, delay: number) {
        const timer = { at: this.time + delay, act };
        this.timers.push(timer);
        return timer;
    }
    forget(timer: unknown) {
        this.timers = this.timers.filter((one) => one !== timer);
    }
    random = () => 0.5;
    socket(path: string) {
        this.sockets.push(new FakeWire(path));
        return this.sockets.at(-1)!;
    }
    events(path: string) {
        this.streams.push(new FakeWire(path));
        return this.streams.at(-1)!;
    }
    request(path: string, body: Deed) {
        this.requests.push({ path, body });
        return this.reply(body);
    }
    pass(time: number) {
        const end = this.time + time;
        for (;;) {
            const next = this.timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
            if (!next) break;
            this.time = next.at;
            this.forget(next);
            next.act();
        }
        this.time = end;
    }
}

let world: FakeWorld;
let seq: number;
let tables: Table[];
let links: Link[];
let refusals: number;
let connection: Connection;
const answer: Deed = { t: 'answer', id: 'a1', ask: 'q1', code: 3 };
const socket = () => world.sockets.at(-1)!;
const settled = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
    world = new FakeWorld();
    seq = -1;
    tables = [];
    links = [];
    refusals = 0;
    const listener = {
        table: (table: Table) => tables.push(table),
        link: (link: Link) => links.push(link),
        refused: () => (refusals += 1),
    };
    connection = new Connection('m1', listener, world, () => seq);
    connection.connect();
});

describe('over a socket', () => {
    test('the first connection asks from the beginning, a later one from the last known event', () => {
        expect(socket().path).toBe('/ws/matches/m1?since=0');
        socket().onopen?.();
        seq = 17;
        socket().onclose?.(1006);
        world.pass(2000);
        expect(socket().path).toBe('/ws/matches/m1?since=17');
        expect(world.sockets).toHaveLength(2);
    });

    test('pictures are handed on', () => {
        socket().onopen?.();
        socket().hear({ t: 'table', seq: 4 });
        expect(tables).toEqual([{ t: 'table', seq: 4 }]);
    });

    test('a ping follows a pong after a while, and no sooner', () => {
        socket().onopen?.();
        world.pass(PING_AFTER - 1);
        expect(socket().sent).toEqual([]);
        world.pass(1);
        expect(socket().sent).toEqual([{ t: 'ping' }]);
        socket().hear({ t: 'pong' });
        world.pass(PING_AFTER);
        expect(socket().sent).toHaveLength(2);
    });

    test('a silent wire is dropped and made anew', () => {
        socket().onopen?.();
        const first = socket();
        world.pass(STALE_AFTER);
        expect(first.closed).toBe(true);
        expect(links).toEqual(['open', 'lost']);
        world.pass(2000);
        expect(world.sockets).toHaveLength(2);
    });

    test('a wire that answers lives on', () => {
        socket().onopen?.();
        for (let n = 0; n < 10; n += 1) {
            world.pass(PING_AFTER);
            socket().hear({ t: 'pong' });
        }
        expect(world.sockets).toHaveLength(1);
    });

    test('a wire that never opens is given up', () => {
        world.pass(STALE_AFTER);
        expect(links).toEqual(['lost']);
        expect(world.sockets[0]!.closed).toBe(true);
    });

    test('an acknowledged deed is settled and not sent again', async () => {
        socket().onopen?.();
        const outcome = connection.send(answer);
        expect(socket().sent).toEqual([answer]);
        socket().hear({ t: 'ack', id: 'a1', seq: 5 });
        expect(await outcome).toEqual({ t: 'ack', id: 'a1', seq: 5 });
        socket().onclose?.(1006);
        world.pass(2000);
        socket().onopen?.();
        expect(socket().sent).toEqual([]);
    });

    test('an unacknowledged deed is sent again under the same id', async () => {
        socket().onopen?.();
        const outcome = connection.send(answer);
        socket().onclose?.(1006);
        world.pass(2000);
        socket().onopen?.();
        expect(socket().sent).toEqual([answer]);
        socket().hear({ t: 'nack', id: 'a1', why: 'stale', detail: 'Too late.' });
        expect(await outcome).toMatchObject({ why: 'stale' });
    });

    test('a deed done while the wire is down goes out when it is up', () => {
        void connection.send(answer);
        expect(socket().sent).toEqual([]);
        socket().onopen?.();
        expect(socket().sent).toEqual([answer]);
    });

    test('a gap is filled by a sync', () => {
        socket().onopen?.();
        seq = 8;
        connection.sync();
        expect(socket().sent).toEqual([{ t: 'sync', since: 8 }]);
    });

    test('a server that goes down is come back to', () => {
        socket().onopen?.();
        socket().hear({ t: 'closing', detail: 'Back soon.' });
        expect(links.at(-1)).toBe('lost');
        world.pass(2000);
        expect(world.sockets).toHaveLength(2);
    });

    test('waking connects at once', () => {
        socket().onopen?.();
        socket().onclose?.(1006);
        connection.wake();
        expect(world.sockets).toHaveLength(2);
        world.pass(10);
        connection.wake();
        expect(world.sockets).toHaveLength(2);
    });

    test('a refusal is final', () => {
        socket().onclose?.(4403);
        expect(refusals).toBe(1);
        world.pass(60_000);
        expect(world.sockets).toHaveLength(1);
    });

    test('a closed connection stays closed', () => {
        socket().onopen?.();
        connection.close();
        world.pass(60_000);
        expect(world.sockets).toHaveLength(1);
        expect(socket().closed).toBe(true);
    });
});

describe('where sockets are blocked', () => {
    function block() {
        socket().onclose?.(1006);
        world.pass(5000);
        socket().onclose?.(1006);
        world.pass(5000);
        expect(world.sockets).toHaveLength(2);
        return world.streams[0]!;
    }

    test('after two failures events take over', () => {
        const stream = block();
        expect(stream.path).toBe('/api/matches/m1/events?since=0');
        stream.onopen?.();
        stream.hear({ t: 'table', seq: 2 });
        expect(tables).toHaveLength(1);
        expect(links.at(-1)).toBe('open');
    });

    test('deeds go out as requests', async () => {
        block().onopen?.();
        expect(await connection.send(answer)).toMatchObject({ t: 'ack' });
        await connection.send({ t: 'undo', id: 'u1', seat: 0 });
        expect(world.requests.map((request) => request.path)).toEqual([
            '/api/matches/m1/answers',
            '/api/matches/m1/deeds',
        ]);
    });

    test('a request that fails is made again when the events are back', async () => {
        block().onopen?.();
        world.reply = () => Promise.reject(new Error('no net'));
        const outcome = connection.send(answer);
        await settled();
        world.reply = async (body) => ({ t: 'ack', id: body.id, seq: 9 });
        world.pass(5000);
        world.streams.at(-1)!.onopen?.();
        expect(await outcome).toMatchObject({ seq: 9 });
        expect(world.requests).toHaveLength(2);
    });

    test('if events fail as well, sockets are tried again', () => {
        block().onclose?.(0);
        world.pass(5000);
        expect(world.sockets).toHaveLength(3);
    });

    test('a socket that has worked once is never given up for events', () => {
        socket().onopen?.();
        for (let n = 0; n < 5; n += 1) {
            socket().onclose?.(1006);
            world.pass(6000);
        }
        expect(world.streams).toHaveLength(0);
        expect(world.sockets).toHaveLength(6);
    });
});
