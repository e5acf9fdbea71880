/** The browser as a connection sees it. */

import type { Wire, World } from './connection';
import { RequestError } from './api';

function socket(path: string): Wire {
    const address = new URL(path, location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    const ws = new WebSocket(address);
    const wire: Wire = {
        onopen: null,
        onmessage: null,
        onclose: null,
        send: (text) => ws.send(text),
        close: () => ws.close(),
    };
    ws.onopen = () => wire.onopen?.();
    ws.onmessage = (event) => wire.onmessage?.(event.data);
    ws.onclose = (event) => wire.onclose?.(event.code);
    return wire;
}

function events(path: string): Wire {
    const source = new EventSource(path);
    const wire: Wire = {
        onopen: null,
        onmessage: null,
        onclose: null,
        send: () => undefined,
        close: () => source.close(),
    };
    source.onopen = () => wire.onopen?.();
    source.onmessage = (event) => wire.onmessage?.(event.data);
    // The browser would reconnect by itself, but from the event it began with.
    source.onerror = () => {
        source.close();
        wire.onclose?.(0);
    };
    return wire;
}

export const browser: World = {
    later: (act, delay) => setTimeout(act, delay),
    forget: (timer) => clearTimeout(timer as number | undefined),
    random: Math.random,
    socket,
    events,
    async request(path, body) {
        const reply = await fetch(path, {
            method: 'POST',
            body: JSON.stringify(body),
            headers: { 'content-type': 'application/json' },
        });
        const said = await reply.json();
        if (said.t === 'ack' || said.t === 'nack') return said;
        if (reply.status >= 500) throw new RequestError('The table cannot be reached.', reply.status);
        return { t: 'nack', id: body.id, why: 'refused', detail: said.problem ?? 'The table refused.' };
    },
};
