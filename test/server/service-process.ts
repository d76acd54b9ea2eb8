/** Starts the service as its own process, the way an operator does. */
import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { program } from '../program.ts';

const ROOT = resolve(import.meta.dirname, '..', '..');
/** Characters of a service's output that are kept. */
const MOST_OUTPUT = 100_000_000;

export interface ServiceProcess extends AsyncDisposable {
  readonly child: ChildProcess;
  readonly base: string;
  readonly output: { stdout: string; stderr: string };
  /** Exit code, or the signal that ended it. */
  readonly exited: Promise<number | string>;
  get(path: string, key?: string): Promise<Response>;
}

/** `stdout` is where its standard output goes: `read` here, a pipe that stays `unread`, or an open file. */
export function startService(
  port: number,
  variables: Readonly<Record<string, string>>,
  stdout: 'read' | 'unread' | number = 'read',
): ServiceProcess {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn(process.execPath, [program(), 'serve'], {
    cwd: ROOT,
    env: { PATH, HOME, NODE_COMPILE_CACHE, PORT: String(port), ...variables },
    stdio: ['ignore', typeof stdout === 'number' ? stdout : 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  if (stdout === 'read') child.stdout?.on('data', (chunk) => (output.stdout = endOf(output.stdout + chunk)));
  child.stderr?.on('data', (chunk) => (output.stderr += chunk));
  const exited = new Promise<number | string>((done) =>
    // A pipe that nobody reads never closes.
    child.once(stdout === 'unread' ? 'exit' : 'close', (code, signal) => done(code ?? signal ?? '')),
  );
  const base = `http://127.0.0.1:${port}`;
  return {
    child,
    base,
    output,
    exited,
    get: (path, key) => fetch(base + path, { headers: key === undefined ? {} : { 'X-SVCAPI-KEY': key } }),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** What hours of faults write is more than a string may hold. */
function endOf(text: string): string {
  return text.length > MOST_OUTPUT ? text.slice(-MOST_OUTPUT / 2) : text;
}

/** Status of a path; 0 while nobody listens. */
export async function statusOf(service: ServiceProcess, path: string, key?: string): Promise<number> {
  try {
    const response = await service.get(path, key);
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}
