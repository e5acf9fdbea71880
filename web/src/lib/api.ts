/** Requests to the server; whatever goes wrong comes back as a sentence. */

export class RequestError extends Error {
    constructor(
        message: string,
        /** The status of the reply; 0 if there was none. */
        readonly status: number,
    ) {
        super(message);
    }
}

async function request(method: string, path: string, body?: string, type = 'application/json'): Promise<Response> {
    let reply: Response;
    try {
        reply = await fetch(path, { method, body, headers: body === undefined ? {} : { 'content-type': type } });
    } catch {
        throw new RequestError('The table cannot be reached. Is the server running?', 0);
    }
    if (reply.ok) return reply;
    const said = await reply.json().catch(() => ({}));
    throw new RequestError(said.problem ?? said.detail ?? `The table refused (${reply.status}).`, reply.status);
}

export async function get<T>(path: string): Promise<T> {
    return (await request('GET', path)).json();
}

export async function getText(path: string): Promise<string> {
    return (await request('GET', path)).text();
}

export async function post<T>(path: string, body: unknown = {}): Promise<T> {
    return (await request('POST', path, JSON.stringify(body))).json();
}

export async function postText<T>(path: string, text: string): Promise<T> {
    return (await request('POST', path, text, 'text/plain; charset=utf-8')).json();
}

export async function remove<T>(path: string): Promise<T> {
    return (await request('DELETE', path)).json();
}

/** The sentence of an error. */
export function sentence(error: unknown): string {
    return error instanceof Error ? error.message : String(error);
}
