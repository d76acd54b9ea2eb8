/** More connections than a service can deal with, each with one request: by the second, whatever becomes of them, or by callers who come again as soon as they hear. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const GIVE_UP_MS = 10_000;
/** More at once are more than this process can attend to: it would call lost what it has not looked at. */
const MOST_AT_ONCE = 3_000;
/** How long the one who opens connections by the second rests. */
const PAUSE_MS = 2;

/** What became of one request on a connection of its own. */
export interface Outcome {
  /** 0 when no whole head of an answer came. */
  readonly status: number;
  readonly ms: number;
  /** Why there was none, where the system says so. */
  readonly fault?: string | undefined;
  /** True for a 503 in the form of the service's errors that says when to come again. */
  readonly isTold: boolean;
}

/** Sends `text`, an HTTP/1.1 request with `Connection: close`. */
export function askAnew(base: string, text: string): Promise<Outcome> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve) => {
    const startedAt = performance.now();
    let answer = '';
    let fault: string | undefined;
    const socket = connect(Number(port), hostname, () => socket.write(text));
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
      const isTold = status === 503 && answer.includes('Retry-After: ') && answer.includes('"error');
      resolve({ status, ms: performance.now() - startedAt, fault, isTold });
    };
    const timer = setTimeout(() => {
      answer = '';
      fault = `nothing within ${GIVE_UP_MS} ms`;
      finish();
    }, GIVE_UP_MS);
    socket.on('data', (chunk) => {
      if (answer.length < 4096) answer += chunk.toString('latin1'); // Its head; of many large ones there is no room for all.
    });
    socket.on('error', ({ message }) => {
      fault = message;
      finish();
    });
    socket.on('close', finish);
  });
}

/** So many callers ask for so long, each again as soon as it has heard. */
export async function callers(count: number, ms: number, ask: () => Promise<Outcome>): Promise<Outcome[]> {
  const until = performance.now() + ms;
  const outcomes: Outcome[] = [];
  const caller = async () => {
    while (performance.now() < until) outcomes.push(await ask());
  };
  await Promise.all(Array.from({ length: count }, caller));
  return outcomes;
}

/** So many a second for so long, or as many as this process can attend to. */
export async function bySecond(perSecond: number, ms: number, ask: () => Promise<Outcome>): Promise<Outcome[]> {
  const outcomes: Promise<Outcome>[] = [];
  let open = 0;
  const one = async () => {
    open += 1;
    const outcome = await ask();
    open -= 1;
    return outcome;
  };
  const startedAt = performance.now();
  for (let passed = 0; passed < ms; passed = performance.now() - startedAt) {
    const due = (passed / 1000) * perSecond;
    while (outcomes.length < due && open < MOST_AT_ONCE && performance.now() - startedAt < ms) outcomes.push(one());
    await sleep(PAUSE_MS);
  }
  return Promise.all(outcomes);
}
