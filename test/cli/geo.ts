/** Runs the command line as an operator does: a process of its own, in a folder of its own, with no variables but those given. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { program } from '../program.ts';

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The working folder; a new empty one by default. */
  readonly folder?: string;
  /** Where standard output goes, as a descriptor; it is read by default. */
  readonly stdout?: number;
}

export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export function start(args: readonly string[], { env = {}, folder, stdout }: RunOptions = {}): ChildProcess {
  const cwd = folder ?? mkdtempSync(join(tmpdir(), 'geo-cli-'));
  const child = spawn(process.execPath, [program(), ...args], {
    cwd,
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env },
    stdio: ['ignore', stdout ?? 'pipe', 'pipe'],
  });
  if (folder === undefined) child.once('exit', () => rmSync(cwd, { recursive: true, force: true }));
  return child;
}

export async function geo(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  const child = start(args, options);
  const [out, err] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
    child.exitCode === null ? once(child, 'exit') : undefined,
  ]);
  return { code: child.exitCode, out, err };
}

/** The line of JSON that a command answered. */
export function answerOf<T = Record<string, unknown>>({ out }: Run): T {
  return JSON.parse(out) as T; // The test says what it expects.
}
