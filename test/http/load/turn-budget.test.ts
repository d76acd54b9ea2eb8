import { expect, it } from 'vitest';
import { TURN_BUDGET_MS } from '../../../src/http/load/turn-budget.ts';

it('is no more in all than a request of somebody else may wait', () => {
  const all = Object.values(TURN_BUDGET_MS).reduce((sum, ms) => sum + ms, 0);
  expect(all).toBeLessThanOrEqual(16); // ADR 70.
});
