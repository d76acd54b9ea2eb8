/** Long lists are written while they come: objects that wait for the last one are work for whoever collects garbage. */
import { describe, expect, it } from 'vitest';
import { GrowingList } from '../../src/execution/growing-list.ts';
import { Pace } from '../../src/execution/pace.ts';
import { JsonText } from '../../src/execution/json-pieces.ts';
import { resultJson } from '../../src/execution/result-json.ts';

async function textOf(list: GrowingList): Promise<string> {
  return (await resultJson(await list.completed(), new Pace())).toString();
}

describe('a list that is wanted as JSON', () => {
  it('has written a slice when it has taken it', async () => {
    const list = new GrowingList(new Pace(), true);
    const item = { name: 'as it came' };
    list.take([item, { name: 'é "\u2028' }]);
    item.name = 'changed behind its back';
    list.take([]);
    list.take([null, { inner: [1] }]);
    expect(list.length).toBe(4);
    expect(await textOf(list)).toBe(
      JSON.stringify([{ name: 'as it came' }, { name: 'é "\u2028' }, null, { inner: [1] }]),
    );
  });

  it('keeps the order of its items where some of them have to be waited for', async () => {
    const list = new GrowingList(new Pace(), true);
    list.take([1, 2]);
    list.take([3, new Promise((resolve) => setTimeout(() => resolve({ late: 4 }), 20)), 5]);
    list.take([6]);
    list.take(Array.from({ length: 100 }, (_, at) => (at % 3 === 0 ? Promise.resolve(at) : at)));
    expect(list.length).toBe(106);
    const rest = Array.from({ length: 100 }, (_, at) => at);
    expect(await textOf(list)).toBe(JSON.stringify([1, 2, 3, { late: 4 }, 5, 6, ...rest]));
  });

  it('fails as what it waits for does', async () => {
    const list = new GrowingList(new Pace(), true);
    list.take([1, Promise.reject(new Error('gone'))]);
    list.abandon();
    await expect(list.completed()).rejects.toThrow('gone');
  });
});

it('a list that is wanted as objects is their list', async () => {
  const list = new GrowingList(new Pace(), false);
  const item = { id: 1 };
  list.take([item]);
  expect(list.completed()).toEqual([item]);
  list.take([Promise.resolve(2)]);
  expect(list.completed()).toBeInstanceOf(Promise);
  expect(list.completed()).not.toBeInstanceOf(JsonText);
  expect(await list.completed()).toEqual([item, 2]);
});
