/** Where to ask a listener by the address that it was given. */

/** By the address of any interface, the one of this machine that answers there. */
const LOOPBACK: Readonly<Record<string, string>> = {
  '': '127.0.0.1',
  '*': '127.0.0.1',
  '0.0.0.0': '127.0.0.1',
  '::': '[::1]',
};

/** The origin of `ADDRESS:PORT` as haproxy takes it; undefined for what is none. */
export function askedAt(bind: string): string | undefined {
  const [, host, port] = /^\[?([^[\]]*?)\]?:(\d{1,5})$/.exec(bind) ?? [];
  if (host === undefined) return undefined;
  const origin = `http://${LOOPBACK[host] ?? (host.includes(':') ? `[${host}]` : host)}:${port}`;
  return URL.canParse(origin) ? origin : undefined;
}
