/** The service of a tree of sources, which may be that of an earlier release: started as an operator starts it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../free-port.ts';

type Variables = Readonly<Record<string, string>>;

export interface Service {
  readonly base: string;
  readonly port: number;
  /** The process of node itself, which the start command becomes. */
  readonly child: ChildProcess;
  /** What it wrote to standard output so far. */
  readonly stdout: () => string;
  /** Sends SIGTERM, and SIGKILL where it is still there after so long; its code, or the signal. */
  stop(afterMs?: number): Promise<number | NodeJS.Signals | null>;
}

export interface Tree {
  /** Starts the service, and waits until it is ready. Its output is read here, stays `unread` in a pipe, or goes into an open file. */
  start(variables: Variables, stdout?: 'read' | 'unread' | number): Promise<Service>;
  /** Becomes what the command says; rejects where it fails. */
  geo(args: readonly string[], variables: Variables): Promise<string>;
}

/** Writes down whether a defect is there. */
export type Note = (where: string, what: string, isThere: boolean, seen: string) => void;

const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;

/** @param root its folder, with its packages installed */
export function treeAt(root: string): Tree {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
  return {
    async start(variables, stdout = 'read') {
      const port = await freePort();
      const child = spawn('sh', ['-c', scripts.start], {
        cwd: root,
        env: { PATH, HOME, NODE_COMPILE_CACHE, PORT: String(port), ...variables },
        stdio: ['ignore', typeof stdout === 'number' ? stdout : 'pipe', 'ignore'],
      });
      let said = '';
      if (stdout === 'read') child.stdout?.on('data', (chunk) => (said += chunk));
      const ended = once(child, 'exit');
      const base = `http://127.0.0.1:${port}`;
      const isReady = () => statusOf(`${base}/readyz`, 1_000);
      for (const until = Date.now() + 120_000; Date.now() < until && (await isReady()) !== 200; ) await sleep(200);
      return {
        base,
        port,
        child,
        stdout: () => said,
        async stop(afterMs = 15_000) {
          child.kill('SIGTERM');
          const timer = setTimeout(() => child.kill('SIGKILL'), afterMs);
          const [code, signal] = (await ended) as [number | null, NodeJS.Signals | null];
          clearTimeout(timer);
          return code ?? signal;
        },
      };
    },
    async geo(args, variables) {
      const child = spawn(process.execPath, ['bin/geo.js', ...args], {
        cwd: root,
        env: { PATH, HOME, NODE_COMPILE_CACHE, ...variables },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let [said, faults] = ['', ''];
      child.stdout.on('data', (chunk) => (said += chunk));
      child.stderr.on('data', (chunk) => (faults += chunk));
      const [code] = await once(child, 'close');
      if (code !== 0) throw new Error(`geo ${args.join(' ')} ends with ${code}: ${faults}`);
      return said;
    },
  };
}

/** A new key, and its id. */
export async function keyOf(tree: Tree, variables: Variables): Promise<{ id: number; key: string }> {
  const said = await tree.geo(['keys', 'create', '--plan', 'business', '--json'], variables);
  return JSON.parse(said.slice(said.indexOf('{'))) as { id: number; key: string };
}

/** 0 where no whole answer comes in time. */
export async function statusOf(url: string, withinMs: number, headers: Variables = {}, body?: string): Promise<number> {
  const post = body === undefined ? {} : { method: 'POST', body };
  try {
    const response = await fetch(url, { ...post, headers, signal: AbortSignal.timeout(withinMs) });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

let asked = 0;

/** The status of a question that no tree answers from memory or a cache, asked as never before; 0 where nothing comes in time. */
export function askDatabase({ base }: Pick<Service, 'base'>, key: string, withinMs = 30_000): Promise<number> {
  asked += 1;
  const states = 'states(first: 20, orderBy: [{ field: ID, direction: DESC }]) { nodes { id name } }';
  const body = JSON.stringify({ query: `{ a${asked}: country(iso2: "US") { ${states} } }` });
  return statusOf(`${base}/graphql`, withinMs, { 'Content-Type': 'application/json', 'X-SVCAPI-KEY': key }, body);
}

/** Asks on and on, so many at once for so long: how often each status came. */
export async function statusesOf(
  callers: number,
  ms: number,
  ask: () => Promise<number>,
): Promise<ReadonlyMap<number, number>> {
  const statuses = new Map<number, number>();
  const until = Date.now() + ms;
  const caller = async () => {
    for (; Date.now() < until; await sleep(Math.random() * 50)) {
      const status = await ask();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return statuses;
}

export function inWords(statuses: ReadonlyMap<number, number>): string {
  return [...statuses].map(([status, count]) => `${count} times ${status}`).join(', ');
}
