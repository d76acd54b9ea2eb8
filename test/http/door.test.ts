import type { Server } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { Door } from '../../src/http/door.ts';

afterEach(() => void vi.useRealTimers());

it('who is refused has as long to read that as the first of many, and is closed then', async () => {
  const door = await Door.tried();
  if (!door) throw new Error('this Node.js is made otherwise than the door has to know');
  const listening = { onconnection: (_error: number, _handle: object) => expect.unreachable() };
  door.close(); // Whom it refused to try itself is no part of this.
  // What is used of a server that listens.
  door.guard([{ _handle: listening } as unknown as Server], { admits: () => false, refusal: () => 'no' });
  const closed: string[] = [];
  const refuse = (name: string) =>
    listening.onconnection(0, {
      getpeername: () => 0,
      writeLatin1String: () => 0,
      shutdown: () => 0,
      close: () => closed.push(name),
    });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  refuse('first');
  vi.advanceTimersByTime(990);
  refuse('last');
  vi.advanceTimersByTime(990);
  expect(closed).not.toContain('last');
  vi.advanceTimersByTime(2_000);
  expect(closed).toEqual(['first', 'last']);
  refuse('at the end');
  door.close();
  expect(closed.at(-1)).toBe('at the end');
  expect(vi.getTimerCount()).toBe(0);
});
