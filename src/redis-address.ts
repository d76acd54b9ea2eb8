/** What `REDIS_URL` may say: one server, one that Sentinel watches, or a Cluster. */

interface Node {
  readonly host: string;
  readonly port: number;
}

/** Several hosts that are one Redis. */
export interface SeveralHosts {
  readonly kind: 'sentinel' | 'cluster';
  readonly isSecure: boolean;
  /** Of Sentinel, its own; of a Cluster, some of it. */
  readonly nodes: readonly Node[];
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** What Sentinel calls the master; empty for a Cluster. */
  readonly master: string;
  readonly database: number;
  readonly sentinelPassword: string | undefined;
}

type RedisAddress = { readonly kind: 'server'; readonly url: string } | SeveralHosts;

export const REDIS_URL_RULE =
  'must be redis://HOST:6379/0, redis+sentinel://HOST:26379,HOST:26379/MASTER/0 or redis+cluster://HOST:6379,HOST:6379 (rediss… for TLS)';

const DEFAULT_PORTS = { sentinel: 26_379, cluster: 6379 };
const SEVERAL = /^redis(s?)\+(sentinel|cluster):\/\/([^/?#]+)(\/[^?#]*)?(?:\?([^#]*))?$/;

/** The address that a URL says; undefined for one that is of no form. */
export function redisAddress(url: string): RedisAddress | undefined {
  if (/^rediss?:\/\/[^/]/.test(url)) {
    return URL.canParse(url) && /^\/?\d{0,4}$/.test(new URL(url).pathname) ? { kind: 'server', url } : undefined;
  }
  const [, secure, kind, authority = '', path = '', query] = SEVERAL.exec(url) ?? [];
  if (kind !== 'sentinel' && kind !== 'cluster') return undefined;
  const at = authority.lastIndexOf('@');
  const user = userOf(authority.slice(0, at + 1));
  const hosts = authority.slice(at + 1).split(',');
  const nodes = hosts.flatMap((host) => nodeOf(host, DEFAULT_PORTS[kind]) ?? []);
  const [master = '', database = '0', ...more] = path.split('/').slice(1);
  const isOfKind = kind === 'cluster' ? master === '' && database === '0' : master !== '' && /^\d{1,4}$/.test(database);
  if (!user || nodes.length < hosts.length || !isOfKind || more.length > 0) return undefined;
  const sentinelPassword = new URLSearchParams(query).get('sentinelPassword') ?? undefined;
  return { ...user, kind, isSecure: secure === 's', nodes, master, database: Number(database), sentinelPassword };
}

/** The hosts of a URL, for people: without its secrets. */
export function redisHosts(url: string): string {
  const address = redisAddress(url);
  if (address?.kind === 'server') return new URL(url).host;
  return address?.nodes.map(({ host, port }) => `${host}:${port}`).join(', ') ?? '';
}

function userOf(text: string): Pick<SeveralHosts, 'username' | 'password'> | undefined {
  try {
    const { username, password } = new URL(`redis://${text}host`);
    return { username: decodeURIComponent(username) || undefined, password: decodeURIComponent(password) || undefined };
  } catch {
    return undefined;
  }
}

function nodeOf(text: string, defaultPort: number): Node | undefined {
  const url = `http://${text}`; // A scheme whose hosts are checked.
  if (!/^[\w.[\]:-]+$/.test(text) || !URL.canParse(url)) return undefined;
  const port = /:(\d+)$/.exec(text.replace(/^\[[^\]]*\]/, ''))?.[1];
  const host = new URL(url).hostname.replaceAll(/[[\]]/g, '');
  return { host, port: port === undefined ? defaultPort : Number(port) };
}
