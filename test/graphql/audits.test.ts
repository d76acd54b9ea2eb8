import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type RemoteServer, startRemote } from './remote-server.ts';

const [home] = inject('homes');
let server: RemoteServer;

beforeAll(async () => {
  if (!home) throw new Error('no database');
  server = await startRemote({ home });
});
afterAll(() => server.stop());

// The audits of graphql-http, the reference implementation of GraphQL over HTTP, against the server as it is started.
const audits = serverAudits({
  url: () => server.url,
  fetchFn: (url: string, init: RequestInit = {}) =>
    fetch(url, { ...init, headers: { ...init.headers, 'X-SVCAPI-KEY': inject('keys').Community } }),
});

describe('an ordinary key meets GraphQL over HTTP', () => {
  it.each(audits)('$id $name', async (audit) => {
    const result = await audit.fn();
    // A notice (MAY) has to be explained where the audits are documented.
    const explained = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'graphql-audits.md'), 'utf8');
    const fine = result.status === 'ok' || (result.status === 'notice' && explained.includes(`\`${audit.id}\``));
    expect(fine, 'reason' in result ? String(result.reason) : result.status).toBe(true);
  });
});
