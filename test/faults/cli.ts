/** The command line as its own process, to be killed while it works. */
import { type ChildProcess, spawn } from 'node:child_process';
import { program } from '../program.ts';

export interface Command {
  readonly child: ChildProcess;
  /** Exit code, or the signal that ended it, and what it said. */
  readonly ended: Promise<{ readonly code: number | string; readonly said: string }>;
}

export function geo(args: readonly string[], variables: Readonly<Record<string, string>>): Command {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn(process.execPath, [program(), ...args], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  return {
    child,
    ended: new Promise((done) => child.once('close', (code, signal) => done({ code: code ?? signal ?? '', said }))),
  };
}
