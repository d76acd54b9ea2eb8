/** Starts a gateway in a process of its own and asks it how it fares. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import type { GatewayOptions } from '../../src/gateway.ts';
import type { TestHome } from '../prepared.ts';

export interface ServerOptions {
  readonly home: TestHome;
  readonly limits?: GatewayOptions['graphql'];
  readonly operations?: GatewayOptions['operations'];
  readonly demoKeys?: Readonly<Record<string, string>>;
}

export interface ServerState {
  readonly port: number;
  /** The statements that were sent since the last reset. */
  readonly statements: readonly string[];
  /** The longest that the event loop stood still since the last reset. */
  readonly worstStallMs: number;
  /** Processor time that the process has taken so far, in milliseconds. */
  readonly cpuMs: number;
}

export interface RemoteServer extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  state(): Promise<ServerState>;
  reset(): Promise<ServerState>;
  /** Sends bytes over a socket; resolves with everything that came back before the server closed or fell silent. */
  raw(bytes: string | Uint8Array): Promise<string>;
  stop(): Promise<void>;
}

export async function startRemote(options: ServerOptions): Promise<RemoteServer> {
  const child = fork(join(import.meta.dirname, 'server-process.ts'), [JSON.stringify(options)], { execArgv: [] });
  const waiting: { resolve(state: ServerState): void; reject(error: Error): void }[] = [];
  // The other side sends nothing else, one answer an order.
  child.on('message', (message) => waiting.shift()?.resolve(message as ServerState));
  child.on('exit', () => {
    for (const { reject } of waiting.splice(0)) reject(new Error('the server ended'));
  });
  const answer = () => new Promise<ServerState>((resolve, reject) => waiting.push({ resolve, reject }));
  const ask = (order: 'state' | 'reset') => {
    const answered = answer();
    child.send(order);
    return answered;
  };
  const { port } = await answer();
  const stop = async () => {
    const ended = once(child, 'exit');
    child.disconnect();
    await ended;
  };
  return {
    port,
    url: `http://127.0.0.1:${port}/graphql`,
    state: () => ask('state'),
    reset: () => ask('reset'),
    raw: (bytes) => exchange(port, bytes),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** How busy the machine is: above 1 a stall may be another process's doing. */
export function load(): string {
  return ((loadavg()[0] ?? 0) / availableParallelism()).toFixed(1);
}

function exchange(port: number, bytes: string | Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.setTimeout(2_000, () => socket.destroy());
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('close', () => resolve(text));
    socket.on('error', (error) => (text === '' ? reject(error) : undefined));
    socket.write(bytes);
  });
}
