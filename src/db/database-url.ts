/** What a PostgreSQL URL says beyond host, user and database: TLS and the other parameters after its `?`. */
import { parse } from 'pg-connection-string';

/** The values of `sslmode` (PostgreSQL documentation, "SSL Support") that are either done or not: none tries both ways. */
const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const;

/** What is wrong with the parameters of a URL, in words that follow its name; undefined for nothing. */
export function databaseUrlFault(url: string): string | undefined {
  const mode = new URL(url).searchParams.get('sslmode');
  if (mode === null || SSL_MODES.some((known) => known === mode)) return undefined;
  return `must have sslmode=${SSL_MODES.join(', ')} or none`;
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
