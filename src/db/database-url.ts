/** What a PostgreSQL URL says beyond host, user and database: TLS and the other parameters after its `?`. */
import { parse } from 'pg-connection-string';

/** The values of `sslmode` (PostgreSQL documentation, "SSL Support") that are either done or not: none tries both ways. */
const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const;

/** What is wrong with the parts of a URL, in words that follow its name; undefined for nothing. */
export function databaseUrlFault(url: string): string | undefined {
  const { host, username, password, pathname, searchParams } = new URL(url);
  if (![host, username, password, pathname].every(isDecodable)) {
    return 'must have %25 for each % that is not part of an escape, as in %40 for @';
  }
  const mode = searchParams.get('sslmode');
  if (mode === null || SSL_MODES.some((known) => known === mode)) return undefined;
  return `must have sslmode=${SSL_MODES.join(', ')} or none`;
}

/** Where the server of a URL is, without what is secret: `db.internal:5432`, or the folder of its socket. */
export function serverOf(url: string): string {
  const { host, searchParams } = new URL(url);
  return decodeURIComponent(host) || searchParams.get('host') || 'localhost';
}

/** The name of the database in a URL. */
export function databaseOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}

function isDecodable(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

/**
 * The driver's options of a URL. `sslmode` means what it means to psql: `require` encrypts, `verify-ca` and `verify-full` also
 * look at the certificate, by `sslrootcert`. Throws when a file that the URL names cannot be read.
 */
export function urlOptions(url: string): Record<string, unknown> {
  const fault = databaseUrlFault(url);
  if (fault) throw new Error(`the database's URL ${fault}`);
  try {
    const options = parse(url, { useLibpqCompat: true });
    // The driver names the server to TLS unless it is an address, and then a certificate of localhost would do.
    if (typeof options.ssl === 'object' && options.host) Object.assign(options.ssl, { host: options.host });
    const entries = Object.entries(options);
    return Object.fromEntries(entries.filter(([name, value]) => !/^ssl./.test(name) && value !== null && value !== ''));
  } catch (error) {
    throw new Error(`the database's URL cannot be used: ${error instanceof Error ? error.message : String(error)}`);
  }
}
