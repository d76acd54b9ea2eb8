/** Proxies that operators put before the service, as Debian has them: configured as their manuals begin, or so that callers share connections. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';

export interface ProxyKind {
  readonly name: string;
  /** Undefined where it is not on this machine. */
  readonly binary: string | undefined;
  readonly file: string;
  config(port: number, upstream: number): string;
  args(folder: string): readonly string[];
}

export interface FrontProxy extends AsyncDisposable {
  readonly port: number;
}

const found = (...paths: readonly string[]) => paths.find((path) => existsSync(path));
const haproxyConfig = (port: number, upstream: number, backend = '') => `defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
frontend in
  bind 127.0.0.1:${port}
  default_backend out
backend out
${backend}  server one 127.0.0.1:${upstream}
`;

const NGINX = {
  name: 'nginx',
  binary: found('/usr/sbin/nginx', '/usr/local/sbin/nginx'),
  file: 'nginx.conf',
  args: (folder: string) => ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'],
};
const HAPROXY = {
  name: 'haproxy',
  binary: found('/usr/sbin/haproxy', '/usr/local/sbin/haproxy'),
  file: 'haproxy.cfg',
  args: () => ['-f', 'haproxy.cfg'],
};

/** As their manuals begin. */
export const FRONT_PROXIES: readonly ProxyKind[] = [
  {
    ...NGINX,
    config: (port, upstream) => `daemon off; pid nginx.pid; events {}
http { access_log off; server { listen 127.0.0.1:${port}; location / { proxy_pass http://127.0.0.1:${upstream}; } } }`,
  },
  { ...HAPROXY, config: (port, upstream) => haproxyConfig(port, upstream) },
  {
    name: 'caddy',
    binary: found('/usr/bin/caddy', '/usr/local/bin/caddy'),
    file: 'Caddyfile',
    config: (port, upstream) =>
      `{\n  admin off\n}\nhttp://:${port} {\n  bind 127.0.0.1\n  reverse_proxy 127.0.0.1:${upstream}\n}\n`,
    args: () => ['run', '--config', 'Caddyfile', '--adapter', 'caddyfile'],
  },
];

/** With one process and few kept connections to the service, so that what one caller leaves on them meets another. */
export const SHARING_PROXIES: readonly ProxyKind[] = [
  {
    ...NGINX,
    name: 'nginx with kept connections',
    config: (port, upstream) => `daemon off; pid nginx.pid; worker_processes 1; events {}
http { access_log off; upstream geo { server 127.0.0.1:${upstream}; keepalive 1; } server { listen 127.0.0.1:${port};
location / { proxy_pass http://geo; proxy_http_version 1.1; proxy_set_header Connection ""; } } }`,
  },
  {
    ...HAPROXY,
    name: 'haproxy with shared connections',
    config: (port, upstream) => `global\n  nbthread 1\n${haproxyConfig(port, upstream, '  http-reuse always\n')}`,
  },
];

/** @param upstream the service's port on this machine */
export async function startFrontProxy(
  { name, binary = '', file, config, args }: ProxyKind,
  upstream: number,
): Promise<FrontProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'geo-proxy-'));
  const port = await freePort();
  writeFileSync(join(folder, file), config(port, upstream));
  const proxy = spawn(binary, args(folder), { cwd: folder, stdio: 'ignore', env: { HOME: folder } });
  const front: FrontProxy = {
    port,
    async [Symbol.asyncDispose]() {
      if (proxy.exitCode === null && proxy.kill()) await once(proxy, 'exit');
      rmSync(folder, { recursive: true });
    },
  };
  for (let left = 300; left > 0; left--) {
    const answer = await fetch(`http://127.0.0.1:${port}/livez`).catch(() => undefined);
    if (answer?.status === 200) return front;
    await sleep(100);
  }
  await front[Symbol.asyncDispose]();
  throw new Error(`${name} does not answer`);
}
