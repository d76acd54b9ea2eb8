/** Prism as a proxy in front of a server: it passes every answer on and says where one breaks the OpenAPI document. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../free-port.ts';
import { contractTool } from './contract-tool.ts';

const COMMAND = contractTool('@stoplight/prism-cli/dist/index.js');

export interface Violation {
  readonly location: readonly string[];
  readonly severity: string;
  readonly message: string;
}

export interface ContractProxy extends AsyncDisposable {
  readonly url: string;
}

/** Starts the proxy; it answers when this resolves. */
export async function startPrism(document: string, upstream: string): Promise<ContractProxy> {
  const port = await freePort();
  const options = ['--port', String(port), '--validate-request', 'false', '--verboseLevel', 'info'];
  const child = spawn(process.execPath, [COMMAND, 'proxy', document, upstream, ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let output = '';
  const listening = new Promise<void>((resolve) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Prism is listening')) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
  });
  await Promise.race([
    listening,
    exited.then(([code]) => {
      throw new Error(`Prism ended with ${code}: ${output}`);
    }),
  ]);
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill();
      await exited;
    },
  };
}

/** What Prism found wrong with an answer; that a request without a key breaks the document is not the answer's fault. */
export function violationsOf(response: Response): readonly Violation[] {
  const found = response.headers.get('sl-violations');
  // Prism writes an array of this shape.
  const violations = found === null ? [] : (JSON.parse(found) as Violation[]);
  return violations.filter(({ location }) => location[0] !== 'request');
}
