/** Steps of a past match: fetched once each, the next ones ahead of time. */

import type { Step } from '../wire';
import { get } from './api';

export class Steps {
    private readonly known = new Map<string, Promise<Step>>();

    constructor(private readonly match: string) {}

    at(n: number, audience: string): Promise<Step> {
        const key = `${audience} ${n}`;
        const known = this.known.get(key) ?? get<Step>(`/api/matches/${this.match}/steps/${n}?audience=${audience}`);
        this.known.set(key, known);
        known.catch(() => this.known.delete(key));
        return known;
    }

    /** Fetch what will probably be looked at next. */
    ahead(n: number, entries: number, audience: string): void {
        if (n < entries) void this.at(n + 1, audience).catch(() => undefined);
    }
}
