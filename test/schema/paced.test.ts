import { describe, expect, it } from 'vitest';
import { paced } from '../../src/schema/paced.ts';

describe('paced', () => {
  it('hands short lists on as they are', () => {
    const rows = [1, 2, 3];
    expect(paced(rows)).toBe(rows);
  });

  it('keeps every row of a long list in its place', async () => {
    const rows = Array.from({ length: 1_001 }, (_, index) => index);
    expect(await Promise.all(paced(rows))).toEqual(rows);
  });

  it('lets other work run between the slices', async () => {
    const rows = Array.from({ length: 1_000 }, (_, index) => index);
    const turns: number[] = [];
    let finished = 0;
    const watch = (): void => {
      turns.push(finished);
      if (finished < rows.length) setImmediate(watch);
    };
    setImmediate(watch);
    const count = async (row: number | Promise<number>): Promise<void> => {
      await row;
      finished++;
    };
    await Promise.all(paced(rows).map(count));
    expect(new Set(turns).size).toBeGreaterThanOrEqual(3);
  });
});
