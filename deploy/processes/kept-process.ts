/** A process that is started again whenever it ends, until it is stopped; what it says goes to a file. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Identity } from './programs.ts';

const REST_MS = 1_000;

export interface Command {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly user?: Identity | undefined;
  /** What asks it to finish what it has begun and end. */
  readonly stopSignal?: NodeJS.Signals;
}

export class KeptProcess {
  readonly #command: Command;
  readonly #folder: string;
  readonly #running: Promise<void>;
  readonly #stopping = new AbortController();
  #child: ChildProcess | undefined;

  /** Starts it. NAME.log and NAME.pid lie in `folder`. */
  constructor(command: Command, folder: string) {
    this.#command = command;
    this.#folder = folder;
    this.#running = this.#keep();
  }

  get name(): string {
    return this.#command.name;
  }

  /** Ends it; at once where it has not ended after `withinMs`. */
  async stop(withinMs: number): Promise<void> {
    this.#stopping.abort();
    this.#child?.kill(this.#command.stopSignal ?? 'SIGTERM');
    const timer = setTimeout(() => this.#child?.kill('SIGKILL'), withinMs);
    await this.#running;
    clearTimeout(timer);
  }

  async #keep(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const ended = await this.#once();
      if (signal.aborted) return;
      console.error(`${this.name} has ended (${ended}) and is started again`);
      await sleep(REST_MS, undefined, { signal }).catch(() => undefined); // A stop does not wait.
    }
  }

  /** Runs it; resolves to its exit code, the signal that ended it, or why it did not start. Never rejects. */
  async #once(): Promise<string> {
    try {
      const child = this.#start();
      this.#child = child;
      return await new Promise<string>((resolve) => {
        child.once('error', (error) => resolve(error.message));
        child.once('exit', (code, signal) => resolve(String(code ?? signal)));
        this.#notePid(child.pid);
      });
    } catch (error) {
      return String(error); // The log cannot be written: the disk or the folder may come back.
    } finally {
      this.#notePid(undefined);
    }
  }

  #start(): ChildProcess {
    const { name, program, args, env, user } = this.#command;
    const log = openSync(join(this.#folder, `${name}.log`), 'a', 0o600);
    const { PATH = '', HOME = '' } = process.env;
    try {
      return spawn(program, args, {
        cwd: this.#folder,
        env: { PATH, HOME, LC_ALL: 'C.UTF-8', ...env },
        stdio: ['ignore', log, log],
        // Ctrl-C is for the one who starts and ends them, in their order.
        detached: true,
        ...user,
      });
    } finally {
      closeSync(log);
    }
  }

  /** For people only: a process goes on where its id cannot be written. */
  #notePid(pid: number | undefined): void {
    const file = join(this.#folder, `${this.name}.pid`);
    try {
      if (pid === undefined) rmSync(file, { force: true });
      else writeFileSync(file, `${pid}\n`);
    } catch (error) {
      console.error(`${file}: ${String(error)}`);
    }
  }
}
