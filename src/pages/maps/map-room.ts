/** Has maps drawn in a thread that exists only while there is something to draw. */
import { Worker } from 'node:worker_threads';
import { NotNowError } from '../../http/load/not-now.ts';
import type { CountryDrawing } from './country-map.ts';
import type { WorldDrawing } from './world-map.ts';

/** What the thread is asked for. */
export type MapOrder = ({ readonly kind: 'world' } & WorldDrawing) | ({ readonly kind: 'country' } & CountryDrawing);

/** What the thread answers. */
export type MapAnswer = { readonly id: number } & ({ readonly svg: string } | { readonly fault: string });

export interface MapRoom {
  /** The SVG mark-up of a map; rejects when it cannot be drawn, and with NotNowError when too many wait already. */
  draw(order: MapOrder): Promise<string>;
}

/** The thread and the atlas it holds (some 60 MB) go after this long without an order. */
const IDLE_MS = 20_000;
/** Each takes a tenth of a second or less, so the last waits for some seconds. */
const MOST_WAITING = 32;

interface Waiting {
  resolve(svg: string): void;
  reject(error: Error): void;
}

export function createMapRoom({ idleMs = IDLE_MS }: { readonly idleMs?: number } = {}): MapRoom {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let orders = 0;

  function open(): Worker {
    const file = new URL(import.meta.url.endsWith('.ts') ? './map-worker.ts' : './map-worker.js', import.meta.url);
    const opened = new Worker(file, { execArgv: [] });
    // A drawing on its way does not keep a process alive that has nothing else to do.
    opened.unref();
    opened.on('message', settle);
    opened.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))));
    opened.on('exit', () => {
      if (worker === opened) fail(new Error('the map thread ended'));
    });
    return opened;
  }

  function settle(answer: MapAnswer): void {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('svg' in answer) asked?.resolve(answer.svg);
    else asked?.reject(new Error(answer.fault));
    if (waiting.size > 0) return;
    idle = setTimeout(close, idleMs);
    idle.unref();
  }

  function close(): void {
    const closing = worker;
    worker = undefined;
    void closing?.terminate();
  }

  function fail(error: Error): void {
    worker = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  return {
    draw(order) {
      if (waiting.size >= MOST_WAITING) return Promise.reject(new NotNowError('busy'));
      clearTimeout(idle);
      worker ??= open();
      const id = ++orders;
      const drawn = new Promise<string>((resolve, reject) => waiting.set(id, { resolve, reject }));
      worker.postMessage({ id, order });
      return drawn;
    },
  };
}
