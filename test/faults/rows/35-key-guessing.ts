import { Agent } from 'node:http';
import { generateKey } from '../../../src/auth/key-format.ts';
import { GUESSES_A_MINUTE } from '../../../src/auth/guess-throttle.ts';
import type { Row } from '../row.ts';
import { ask, emptyTally, isDocumented } from '../traffic.ts';
import { assert } from '../world.ts';

/** How often whoever guesses sends a key that is right. */
const RIGHT_EVERY = 50;

export const keyGuessing: Row = {
  number: 35,
  title: 'keys are guessed: none is found, an address that goes on is held, and a key that is right works from there',
  async run(world) {
    const guesses = world.pick(3_000, 1_000_000);
    const addresses = world.pick(10, 1_000);
    await using service = await world.start({ TRUST_PROXY: '1' });
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const tally = emptyTally();
    const startedAt = performance.now();
    const told = { wrong: 0, held: 0 };
    const guess = async (number: number) => {
      const headers = { 'X-Forwarded-For': `10.1.${(number % addresses) >> 8}.${(number % addresses) & 255}` };
      const { status: right } =
        number % RIGHT_EVERY === 0
          ? await ask(service.base, world.keys.Community, '/v1/countries/JP', { agent, headers })
          : { status: 200 };
      assert(right === 200, `a key that is right is ${right} from an address that guesses`);
      const answer = await ask(
        service.base,
        near(world.keys.Business, Math.floor(number / addresses)),
        '/v1/countries/JP',
        { agent, headers },
      );
      if (answer.status === 401) told.wrong += 1;
      else if (answer.status === 429 && isDocumented(answer)) told.held += 1;
      else tally.wrong += 1;
    };
    const caller = async (first: number) => {
      for (let number = first; number < guesses; number += 8) await guess(number);
    };
    await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(caller));
    agent.destroy();
    tally.right = told.wrong + told.held;
    assert(tally.wrong === 0, `${tally.wrong} guesses were neither 401 nor 429`);
    const minutes = Math.ceil((performance.now() - startedAt) / 60_000) + 1;
    const most = addresses * minutes * (GUESSES_A_MINUTE + 8); // One of each caller may be on its way.
    assert(told.wrong <= most, `${told.wrong} guesses were looked at, of ${most} at most`);
    return { cases: guesses, tally, said: `${told.wrong} looked at, ${told.held} held` };
  },
};

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A key that never was: any, or a right one but for a character, its case or its end. The same one again would be no guess. */
function near(key: string, turn: number): string {
  const at = 5 + (turn % (key.length - 5));
  const other = LETTERS[turn % LETTERS.length];
  const wrong = [
    generateKey(),
    `${key.slice(0, at)}${other === key[at] ? '-' : other}${key.slice(at + 1)}`,
    `${key.slice(0, at).toUpperCase()}${key.slice(at).toLowerCase()}`,
    `${key}${turn}`,
  ];
  return wrong[turn % wrong.length] ?? '';
}
