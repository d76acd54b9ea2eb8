/** An operation that nobody waits for ends at its next turn, though all that it reads is in memory. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { Pace } from '../../src/execution/pace.ts';
import { openService, someHome, type TestService } from '../service.ts';

/** Each list is in memory, and so are the records that its items lead to. */
const LISTS = Array.from(
  { length: 12 },
  (_, at) => `a${at}: cities(first: ${200 + at}) { nodes { name state { name country { name } } } }`,
);
const QUERY = `{ ${LISTS.join(' ')} }`;
/** More than an operation takes to notice: one, in which what waits is told. */
const FEW = 4;

describe('an operation that is over', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openService(someHome(), { graphql: { deadlineMs: 60_000 } });
    expect(await service.graphql('Business', QUERY)).toMatchObject({ status: 200 }); // What is compiled at first.
  });
  afterAll(() => service.close());

  /** Slices that an operation takes, each of one piece of work: in all, and from when somebody left, where one does so at `leaveAt`. */
  async function slicesOf(request: (signal: AbortSignal) => Request, leaveAt = Number.POSITIVE_INFINITY) {
    const client = new AbortController();
    let [all, after] = [0, 0];
    const slices = vi.spyOn(service.gateway.load.gate, 'sliceMs').mockImplementation(() => {
      all += 1;
      if (client.signal.aborted) after += 1;
      if (all === leaveAt) client.abort();
      return 0.000_001;
    });
    await service.gateway.fetch(request(client.signal)).catch(() => undefined);
    // The client is told at once; what goes on for nobody is what comes now.
    while (service.gateway.load.gate.running > 0) await nextTurn();
    slices.mockRestore();
    return { all, after };
  }

  const graphql = (signal: AbortSignal) =>
    new Request('http://geo.test/graphql', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-SVCAPI-KEY': inject('keys').Business },
      body: JSON.stringify({ query: `${QUERY} # ${Math.random()}` }),
      signal,
    });
  const rest = (fields: string) => (signal: AbortSignal) =>
    new Request(`http://geo.test/v1/cities?fields=${fields}`, {
      headers: { 'X-SVCAPI-KEY': inject('keys').Business },
      signal,
    });

  it('takes no more slices when its client has left, over GraphQL', async () => {
    const { all } = await slicesOf(graphql);
    expect(all).toBeGreaterThan(100);
    for (const leaveAt of [10, Math.floor(all / 2), all - 30]) {
      expect((await slicesOf(graphql, leaveAt)).after).toBeLessThan(FEW);
    }
  });

  it('takes no more slices when its client has left, over REST', async () => {
    const { all } = await slicesOf(rest('id'));
    expect(all).toBeGreaterThanOrEqual(8);
    expect((await slicesOf(rest('name'), 3)).after).toBeLessThan(FEW);
  });

  it('has no time for more, and tells what waits for a turn that there is none', async () => {
    const over = new AbortController();
    const pace = new Pace(() => 60_000, over.signal);
    const another = new Pace(() => 60_000, over.signal);
    expect([pace.hasTime(), another.hasTime()]).toEqual([true, true]);
    const waits = pace.time();
    const [work, stop] = [vi.fn(), vi.fn()];
    pace.run(work, stop);
    over.abort('left');
    expect(another.hasTime()).toBe(false);
    await expect(waits).rejects.toBe('left');
    await expect(another.time()).rejects.toBe('left');
    expect(stop).toHaveBeenCalledWith('left');
    expect(work).not.toHaveBeenCalled();
  });
});
