import { describe, expect, it } from 'vitest';
import { Departures } from '../../../src/http/load/departures.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('departures', () => {
  it('are at the end of the turn, in the order in which answers were ready', async () => {
    const departures = new Departures();
    const events: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      events.push(`made ${name}`);
      departures.atEndOfTurn(() => void events.push(`sent ${name}`));
      await Promise.resolve(); // What waits for nothing is the same turn.
    }
    expect(events).toEqual(['made a', 'made b', 'made c']);
    await nextTurn();
    expect(events.slice(3)).toEqual(['sent a', 'sent b', 'sent c']);
  });

  it('leave what became ready meanwhile to the next turn, and lose nothing', async () => {
    const departures = new Departures();
    const sent: string[] = [];
    departures.atEndOfTurn(() => {
      sent.push('first');
      departures.atEndOfTurn(() => void sent.push('second'));
    });
    await nextTurn();
    expect(sent).toEqual(['first']);
    await nextTurn();
    expect(sent).toEqual(['first', 'second']);
  });
});
