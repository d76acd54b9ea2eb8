/**
 * What one client can take from another: many dear requests at once, and how long a country takes meanwhile that somebody else asks
 * for. Needs Linux, and DATABASE_URL of a PostgreSQL with the full data set.
 * Run: npm run bench -- neighbour [--json] [--only NAME] [at once] [seconds each]
 */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withBenchKey } from './graphql/bench-key.ts';
import { DEAR_REQUESTS, type DearRequest } from './neighbour/dear-requests.ts';
import type { Seen } from './neighbour/neighbour.ts';
import { memoryOf } from './processor-time.ts';
import { untilIndexed } from './until-indexed.ts';

const PORT = 4391;

interface Figures {
  readonly name: string;
  /** What was asked for, by status; `none` where no answer came. */
  readonly answers: Readonly<Record<string, number>>;
  /** The neighbour's latency in milliseconds. */
  readonly neighbour: { readonly p50: number; readonly p99: number; readonly most: number; readonly failed: number };
  /** For how long the service's event loop stood still at most, in milliseconds; the rest of what the neighbour waits is others'. */
  readonly turn: number;
  /** Resident memory of the service afterwards, in MB. */
  readonly memory: number;
}

const options = process.argv.slice(2);
const isJson = options.includes('--json');
const only = options[options.indexOf('--only') + 1];
const [atOnce = 500, seconds = 5] = options.filter((each) => /^\d+$/.test(each)).map(Number);
const load = loadavg()[0];

await withBenchKey(async (key) => {
  await withBenchKey(async (other) => {
    const watch = join(import.meta.dirname, 'neighbour', 'longest-turn.ts');
    const service = spawn(process.execPath, ['--import', watch, 'src/main.ts'], {
      env: { ...process.env, PORT: String(PORT) },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    try {
      await untilIndexed(PORT, key);
      const neighbour = fork(join(import.meta.dirname, 'neighbour', 'neighbour.ts'), {
        env: { ...process.env, TARGET_PORT: String(PORT), KEY: other },
        execArgv: [],
      });
      const seen = async (): Promise<Seen> => {
        neighbour.send('seen');
        const [told] = await once(neighbour, 'message');
        return told;
      };
      const longestTurn = async (): Promise<number> => {
        service.send('longest turn');
        const [told] = await once(service, 'message');
        return told;
      };
      const figures: Figures[] = [];
      await sleep(1_000);
      for (const [name, ask] of [['nobody else', undefined] as const, ...Object.entries(DEAR_REQUESTS)]) {
        if (options.includes('--only') && name !== only) continue;
        await Promise.all([seen(), longestTurn()]);
        const answers = ask ? await flood(key, ask) : await sleep(seconds * 1000, {});
        const [{ ms, failed }, turn] = await Promise.all([seen(), longestTurn()]);
        const memory = memoryOf(service.pid ?? 0).now;
        const made = { name, answers, neighbour: { ...quantiles(ms), failed }, turn, memory };
        figures.push(made);
        if (!isJson) tell(made);
        await sleep(1_000);
      }
      if (isJson) process.stdout.write(`${JSON.stringify({ atOnce, seconds, load, figures })}\n`);
      neighbour.kill();
    } finally {
      service.kill();
    }
  }, 'Community');
});

/** Keeps so many requests under way for a while; what came of them, by status. */
async function flood(key: string, ask: (at: number) => DearRequest): Promise<Record<string, number>> {
  const agent = new Agent({ keepAlive: true });
  const answers: Record<string, number> = {};
  const until = performance.now() + seconds * 1000;
  let at = 0;
  const client = async () => {
    while (performance.now() < until) {
      const status = await answerOf(agent, key, ask(at++));
      answers[status] = (answers[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  agent.destroy();
  return answers;
}

function answerOf(agent: Agent, key: string, { target, body }: DearRequest): Promise<string> {
  return new Promise((resolve) => {
    const headers = { 'X-SVCAPI-KEY': key, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) };
    const method = body === undefined ? 'GET' : 'POST';
    const asked = request({ port: PORT, host: '127.0.0.1', path: target, method, headers, agent }, (response) => {
      response.resume().once('error', () => resolve('none'));
      response.once('end', () => resolve(String(response.statusCode)));
    });
    asked.setTimeout(30_000, () => asked.destroy()).once('error', () => resolve('none'));
    asked.end(body);
  });
}

function quantiles(ms: readonly number[]): Omit<Figures['neighbour'], 'failed'> {
  const sorted = [...ms].sort((a, b) => a - b);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), most: at(1) };
}

function tell({ name, answers, neighbour: { p50, p99, most, failed }, turn, memory }: Figures): void {
  if (name === 'nobody else')
    console.log(`${atOnce} at once, ${seconds} s each; load at the start ${load}; the neighbour's ms`);
  const latency = `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, most ${most.toFixed(0)}${failed ? `, ${failed} failed` : ''}`;
  const longest = `turn ${turn.toFixed(0)}`.padEnd(9);
  console.log(
    `${name.padEnd(32)} ${latency.padEnd(40)} ${longest} ${String(memory).padStart(5)} MB   ${JSON.stringify(answers)}`,
  );
}
