import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../src/auth/caller.ts';
import { type Plan, PLANS } from '../../src/auth/plans.ts';
import { Answer } from '../../src/http/answer.ts';
import { ownRequest } from '../../src/http/messages.ts';
import type { Outcome } from '../../src/http/outcome.ts';
import { respond } from '../../src/http/respond.ts';

const ANSWER = new Answer(Buffer.from('{}'), 'full');
const SHARED = [{ 'X-Cache': 'MISS' }, { 'X-Cache': 'MISS', Link: '<a>' }].map((each) => Object.freeze(each));
const USAGES = [undefined, { RateLimit: '1' }, { RateLimit: '2' }].map((each) => each && Object.freeze(each));

/** Every property that the lines of a head depend on, each with a few values, so that most of them were there before. */
const outcome: fc.Arbitrary<Outcome> = fc
  .record({
    plan: fc.constantFrom(undefined, ...(Object.keys(PLANS) as Plan[])),
    usage: fc.constantFrom(...USAGES),
    vary: fc.constantFrom(undefined, 'Accept', 'Accept-Encoding'),
    cacheControl: fc.constantFrom('private, max-age=60', 'private, max-age=61', 'no-store'),
    headers: fc.constantFrom(...SHARED),
    ownSiteOnly: fc.constantFrom(undefined, true),
    body: fc.constantFrom(ANSWER, Buffer.from('[]')),
  })
  .map(({ plan, usage, vary, ...reply }) => {
    const caller = plan && ({ keyId: 1, plan, tier: 'basic' } as Caller);
    return { route: 'r', caller, usage, vary, reply: { status: 200, type: 'application/json', ...reply } };
  });

describe('the head of an answer', () => {
  it('has the lines of its own plan, quota and age, whatever heads were made before', async () => {
    const headOf = async (each: Outcome) => {
      const { headers } = await respond({ ...ownRequest('/'), header: () => undefined }, each);
      return String(headers).replace(/^X-Request-Id: .*\r\n/, '');
    };
    await fc.assert(
      fc.asyncProperty(outcome, async (each) => {
        // Headers that are not the same object each time are put together anew.
        const { headers } = each.reply;
        const anew = { ...each, reply: { ...each.reply, headers: { ...headers } } };
        expect(await headOf(each)).toBe(await headOf(anew));
      }),
      { numRuns: 500 },
    );
  });
});
