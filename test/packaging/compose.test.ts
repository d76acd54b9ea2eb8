/** compose.yaml without a container: what it mounts, names and sets is there, and the passwords are nowhere in it. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { VARIABLE_NAMES } from '../../src/config/variables.ts';
import { readConfig } from '../../src/config.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

interface Service {
  readonly image?: string;
  readonly build?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly volumes?: readonly string[];
  readonly networks?: readonly string[];
  readonly healthcheck?: object;
  readonly read_only?: boolean;
}
const compose: {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: object;
  readonly networks: object;
} = parse(read('compose.yaml'));
const services = Object.entries(compose.services);
const gateways = services.filter(([, { build }]) => build !== undefined);

describe('compose.yaml', () => {
  it('has a primary and a replica, Redis, two gateways and haproxy', () => {
    expect(services.map(([name]) => name)).toEqual(
      expect.arrayContaining(['primary', 'replica', 'redis', 'gateway-1', 'gateway-2', 'haproxy']),
    );
    expect(gateways).toHaveLength(2);
  });

  it.each(services)('%s names only what is there', (_, service) => {
    for (const volume of service.volumes ?? []) {
      const [source = ''] = volume.split(':');
      if (source.startsWith('./')) expect(existsSync(join(ROOT, source)), source).toBe(true);
      else expect(Object.keys(compose.volumes)).toContain(source);
    }
    for (const network of service.networks ?? []) expect(Object.keys(compose.networks)).toContain(network);
    for (const [name, { condition }] of Object.entries(service.depends_on ?? {})) {
      expect(condition).toBe('service_healthy');
      const other = compose.services[name];
      expect(other?.healthcheck ?? (other?.build && read('Dockerfile').includes('\nHEALTHCHECK ')), name).toBeTruthy();
    }
  });

  it.each(gateways)('%s has settings that the service takes, on a root that it cannot write to', (_, service) => {
    const env = Object.fromEntries(
      Object.entries(service.environment ?? {}).map(([name, value]) => [name, value.replaceAll(/\$\{[^}]*\}/g, 'x')]),
    );
    for (const name of Object.keys(env)) expect(VARIABLE_NAMES).toContain(name);
    expect(readConfig({ env, folder: '/' }).replicaUrls).toHaveLength(1);
    expect(service.read_only).toBe(true);
  });

  it('sets every variable that the configuration of haproxy reads', () => {
    const asked = new Set(Array.from(read('deploy/haproxy/haproxy.cfg').matchAll(/\$\{(\w+)\}/g), ([, name]) => name));
    expect(Object.keys(compose.services['haproxy']?.environment ?? {}).sort()).toEqual([...asked].sort());
  });

  it('has scripts that a shell can read', () => {
    for (const script of ['allow-replication.sh', 'start-replica.sh'])
      expect(spawnSync('sh', ['-n', join(ROOT, 'deploy/postgres', script)]).status, script).toBe(0);
  });
});
