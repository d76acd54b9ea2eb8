/** Callers of every plan who ask on and on, and what became of each request. */
import { randomUUID } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Plan } from '../../src/auth/plans.ts';
import { type Golden, type Question, WORD } from './question.ts';
import { moment, type Span } from './waits.ts';

/** So many seconds a client waits: over every deadline of the service. One in which it stood still itself, for long, is one. */
const GIVE_UP_SECONDS = 10;
/** How long a caller rests where nobody listened. */
const REFUSED_MS = 100;

/** What became of the requests. Those that were sent are the sum of all but `slowestMs`. */
export interface Tally {
  /** Equal to a golden copy, byte for byte. */
  right: number;
  /** A documented error as JSON: 503 with Retry-After, or 429. */
  told: number;
  /** Nobody listened. */
  refused: number;
  /** Anything else that was answered. */
  wrong: number;
  /** No whole answer came. */
  lost: number;
  slowestMs: number;
  /** The first few that were wrong or lost, for whoever has to find out why. */
  readonly notes: string[];
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
  /** The bytes as text, made when it is asked for: that of all cities takes longer than they do. */
  readonly text: string;
}

export type Keys = Readonly<Record<Plan, string>>;

export function emptyTally(): Tally {
  return { right: 0, told: 0, refused: 0, wrong: 0, lost: 0, slowestMs: 0, notes: [] };
}

export function sum(tallies: readonly Tally[]): Tally {
  const total = emptyTally();
  for (const { notes, slowestMs, ...counts } of tallies) {
    for (const [name, count] of Object.entries(counts)) total[name as keyof typeof counts] += count;
    total.slowestMs = Math.max(total.slowestMs, slowestMs);
    total.notes.push(...notes);
  }
  return total;
}

/** The ids of requests that are not answered yet. */
const onTheirWay = new Set<string>();

/** One request; rejects when no whole answer comes, or another's. The error tells the client's port (`clientPort`) where there was a connection. */
export function ask(
  base: string,
  key: string,
  path: string,
  {
    body,
    agent,
    headers: more = {},
  }: { body?: string | undefined; agent?: Agent; headers?: Readonly<Record<string, string>> } = {},
) {
  return new Promise<Answered>((resolve, reject) => {
    const id = randomUUID();
    const headers = {
      ...more,
      'X-SVCAPI-KEY': key,
      'X-Request-Id': id,
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    };
    const outgoing = request(base + path, { method: body ? 'POST' : 'GET', headers, ...(agent ? { agent } : {}) });
    let waited = 0;
    const timer = setInterval(() => {
      waited += 1;
      if (waited === GIVE_UP_SECONDS) outgoing.destroy(new Error(`nothing within ${GIVE_UP_SECONDS} s`));
    }, 1_000);
    onTheirWay.add(id);
    outgoing.on('close', () => {
      clearInterval(timer);
      onTheirWay.delete(id);
    });
    let clientPort: number | undefined;
    const fail = (error: Error) => reject(Object.assign(error, { clientPort }));
    outgoing.on('socket', (socket) => {
      const learn = () => {
        clientPort = socket.localPort;
      };
      if (socket.connecting) socket.once('connect', learn);
      else learn();
    });
    outgoing.on('error', fail);
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', fail);
      incoming.on('end', () => {
        const echoed = incoming.headers['x-request-id'];
        // What refuses connections reads no request, and gives an id of its own or none.
        const isRefusal = incoming.statusCode === 503 && incoming.headers.connection === 'close';
        const isOfAnother = echoed !== id && !(isRefusal && !onTheirWay.has(String(echoed)));
        if (echoed !== undefined && isOfAnother) reject(new Error(`the answer to ${echoed} came to ${id}`));
        else resolve(answered(incoming, Buffer.concat(chunks)));
      });
    });
    outgoing.end(body);
  });
}

function answered({ statusCode: status = 0, headers }: IncomingMessage, bytes: Buffer): Answered {
  let text: string | undefined;
  return {
    status,
    headers,
    bytes,
    get text() {
      text ??= bytes.toString();
      return text;
    },
  };
}

export interface TrafficOptions {
  readonly bases: readonly string[];
  readonly keys: Keys;
  /** Each answer has to equal its copy in one of these. */
  readonly goldens: () => readonly Golden[];
  readonly callers?: number;
  /** How long each caller waits between requests, in milliseconds. */
  readonly pauseMs?: number;
  /** Told of each request when it is over, however it ended. */
  readonly onAnswer?: (span: Span) => void;
}

let words = 0;

/** Starts the callers; `stop` resolves to the tally when the last answer has come, `lostOn` has the client's port of each request that was lost. */
export function startTraffic({ bases, keys, goldens, callers = 8, pauseMs = 2, onAnswer }: TrafficOptions) {
  const tally = emptyTally();
  const lostOn: (number | undefined)[] = [];
  let isRunning = true;
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const [first] = goldens();
  if (!first) throw new Error('there is no golden copy');
  const questions = [...first.keys()];
  const caller = async (number: number) => {
    for (let turn = number; isRunning; turn += callers) {
      const question = questions[(turn * 7919) % questions.length];
      if (question) await file(question, bases[turn % bases.length] ?? '');
      await sleep(pauseMs);
    }
  };

  async function file(question: Question, base: string): Promise<void> {
    const word = `w${words++}`;
    const { path, body } = question.request(word);
    const from = moment();
    try {
      const answer = await ask(base, keys[question.plan], path, { body, agent });
      const text = answer.text.replaceAll(`"${word}"`, `"${WORD}"`);
      if (answer.status === 200 && goldens().some((golden) => golden.get(question) === text)) tally.right += 1;
      else if (isDocumented(answer)) tally.told += 1;
      else {
        tally.wrong += 1;
        note(`${question.plan} ${path} ${body ?? ''}: ${answer.status} ${answer.text.slice(0, 200)}`);
      }
    } catch (error) {
      if (isRefused(error)) {
        tally.refused += 1;
        await sleep(REFUSED_MS);
      } else {
        tally.lost += 1;
        lostOn.push((error as { readonly clientPort?: number }).clientPort);
        note(`${question.plan} ${path} after ${Math.round(moment() - from)} ms: ${error}`);
      }
    }
    const to = moment();
    tally.slowestMs = Math.max(tally.slowestMs, to - from);
    onAnswer?.({ from, to });
  }

  function note(text: string): void {
    if (tally.notes.length < 5) tally.notes.push(text);
  }

  const running = Promise.all(Array.from({ length: callers }, (_, number) => caller(number)));
  return {
    tally,
    lostOn,
    async stop(): Promise<Tally> {
      isRunning = false;
      await running;
      agent.destroy();
      return tally;
    },
  };
}

/** 503 or 429 that says when to come again, in the form of its interface. */
export function isDocumented({ status, headers, text }: Answered): boolean {
  if (status !== 503 && status !== 429) return false;
  if (!/^[1-9]\d*$/.test(String(headers['retry-after']))) return false;
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && ('error' in body || 'errors' in body);
  } catch {
    return false;
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
}
