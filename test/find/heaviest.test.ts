import { describe, expect, it } from 'vitest';
import { Heaviest } from '../../src/find/heaviest.ts';

describe('the heaviest of many', () => {
  it('are a bound that never falls, whatever comes', () => {
    const heaviest = new Heaviest(3);
    let before = 0;
    for (const [at, weight] of [5, 4, 6, 1, 4, 0, 3, 7, 2, -1, 5.5].entries()) {
      heaviest.add(at, weight);
      expect(heaviest.lightest).toBeGreaterThanOrEqual(before);
      before = heaviest.lightest;
    }
    expect(before).toBe(5.5);
  });

  it('count each place once, by the most that it weighs', () => {
    const heaviest = new Heaviest(2);
    for (const weight of [3, 5, 4]) heaviest.add(1, weight);
    expect(heaviest.lightest).toBe(0);
    heaviest.add(2, 4);
    expect(heaviest.lightest).toBe(4);
  });
});
