/** The limit: node:http that sends a head and a body that it was told, and does nothing else. */
import { createServer } from 'node:http';

export interface Told {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** In base64. */
  readonly body: string;
}

let status = 200;
let headers: Told['headers'] = {};
let body: Buffer | undefined;
process.on('message', (told: Told) => {
  ({ status, headers } = told);
  body = told.body === '' ? undefined : Buffer.from(told.body, 'base64');
  process.send?.('told');
});
createServer({ keepAliveTimeout: 65_000 }, (_incoming, outgoing) => {
  outgoing.writeHead(status, headers);
  outgoing.end(body);
}).listen(Number(process.env['PORT']), '127.0.0.1', () => process.send?.('up'));
