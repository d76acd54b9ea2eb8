/** Checks of the ports: can each be listened on, or is it this service that does. */
import { createServer } from 'node:net';
import type { Config } from '../../config.ts';
import { errorCode, type Finding, fault, messageOf, ok, skipped } from './finding.ts';

const PROBE_MS = 1_000;

interface Listener {
  readonly check: string;
  readonly variable: string;
  /** What our own service answers at this path of the port. */
  readonly path: string;
  readonly isOurs: (text: string) => boolean;
}

const LISTENERS = {
  port: { check: 'port', variable: 'PORT', path: '/status', isOurs: (text) => versionIn(text) !== undefined },
  healthPort: {
    check: 'health port',
    variable: 'HEALTH_PORT',
    path: '/livez',
    isOurs: (text) => text === 'ok\n' || text.startsWith('the main loop has stood still'),
  },
  metricsPort: {
    check: 'metrics port',
    variable: 'METRICS_PORT',
    path: '/metrics',
    isOurs: (text) => /^geo_ready\b/m.test(text),
  },
} as const satisfies Record<string, Listener>;

export async function checkPorts(config: Config): Promise<Finding[]> {
  const names = ['port', 'healthPort', 'metricsPort'] as const;
  return Promise.all(names.map((name) => checkPort(LISTENERS[name], config.host, config[name])));
}

async function checkPort(listener: Listener, host: string, port: number | undefined): Promise<Finding> {
  const { check, variable } = listener;
  if (port === undefined) return skipped(check, `not used: ${variable} is not set`);
  const where = `${host}:${port}`;
  try {
    await listenOnce(host, port);
    return ok(check, port === 0 ? 'any free port' : `${where} is free`);
  } catch (error) {
    switch (errorCode(error)) {
      case 'EADDRINUSE': {
        const said = await answerOf(host, port, listener.path);
        if (said !== undefined && listener.isOurs(said)) return ok(check, runningOn(where, versionIn(said)));
        const advice = `stop that program, or set ${variable} to a free port`;
        return fault(check, `${where} is taken by another program`, advice);
      }
      case 'EACCES':
        return fault(check, `this user may not listen on ${where}`, `set ${variable} to 1024 or above`);
      default:
        return fault(
          check,
          `nobody can listen on ${where}: ${messageOf(error)}`,
          'set HOST to an address of this machine',
        );
    }
  }
}

function runningOn(where: string, version: string | undefined): string {
  return `this service${version === undefined ? '' : ` (version ${version})`} is running on ${where}`;
}

function listenOnce(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, host, () => server.close(() => resolve()));
  });
}

/** What is said at a path of an address; undefined when nobody does. */
async function answerOf(host: string, port: number, path: string): Promise<string | undefined> {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  try {
    const response = await fetch(`http://${name}:${port}${path}`, {
      headers: { Accept: 'application/json' },
      signal: AbortSignal.timeout(PROBE_MS),
    });
    return await response.text();
  } catch {
    return undefined;
  }
}

/** The version of our own service, which `/status` tells; undefined for what something else says. */
function versionIn(text: string): string | undefined {
  try {
    const status: unknown = JSON.parse(text);
    const isOurs = typeof status === 'object' && status !== null && 'version' in status && 'licence' in status;
    return isOurs ? String(status.version) : undefined;
  } catch {
    return undefined;
  }
}
