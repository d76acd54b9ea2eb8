/** What an answer takes to be found and to be written is divided among turns alike: by what its owner has of a turn. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openService, someHome, type TestService } from '../service.ts';

/** Rows that are counted, and that are written, without looking at the time. */
const ROWS = 100;

describe('an answer of many rows', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openService(someHome());
  });
  afterAll(() => service.close());

  /** How often somebody asked what time there is in a turn, where each has time for one piece of work. */
  async function slicesOf(ask: () => Promise<unknown>): Promise<number> {
    const slices = vi.spyOn(service.gateway.load.gate, 'sliceMs').mockReturnValue(0.000_001);
    await ask();
    const { length } = slices.mock.calls;
    slices.mockRestore();
    return length;
  }

  it('is written as it was found, over REST', async () => {
    const slices = await slicesOf(async () => {
      const answer = await service.get('/v1/cities?fields=id,name', 'Business');
      expect(((await answer.json()) as unknown[]).length).toBeGreaterThan(3 * ROWS);
    });
    expect(slices).toBeGreaterThanOrEqual(8);
  });

  it('is written as it was found, over GraphQL', async () => {
    const lists = Array.from({ length: 20 }, (_, at) => `a${at}: cities(first: ${320 + at}) { nodes { id name } }`);
    const slices = await slicesOf(async () => {
      const answer = await service.graphql('Business', `{ ${lists.join(' ')} }`);
      expect(answer.errors).toBeUndefined();
    });
    // Twenty lists of four pieces, counted and written.
    expect(slices).toBeGreaterThan(120);
  });
});
