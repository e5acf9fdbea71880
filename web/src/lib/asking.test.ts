import { describe, expect, it, vi } from 'vitest';
import type { Question } from '../wire';
import { Asking } from './asking.svelte';

const question = { id: '0.1.0', actor: 0, options: [{ code: 4 }, { code: 7 }] } as unknown as Question;

describe('a hint', () => {
    it('stays looked at while the page settles under the pointer', async () => {
        const clock = vi.spyOn(performance, 'now').mockReturnValue(1000);
        const answered: number[] = [];
        const asking = new Asking(
            () => question,
            (_, code) => answered.push(code),
        );
        asking.renewed();
        asking.consider(4);
        await asking.askBot(async () => ({ code: 7, label: 'that', why: '', wins: {} }));
        clock.mockReturnValue(1200);
        asking.consider(null);
        asking.consider(4);
        expect(asking.considered).toBe(7);
        asking.commit();
        expect(answered).toEqual([7]);
        clock.mockReturnValue(1500);
        asking.consider(4);
        expect(asking.considered).toBe(4);
        clock.mockRestore();
    });
});
