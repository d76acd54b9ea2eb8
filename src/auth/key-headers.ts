/** Where a request carries its key: in one header, which has other names for clients of other services. */

/** The header of the contract. */
export const KEY_HEADER = 'X-SVCAPI-KEY';
/** The header that clients of the hosted Countries States Cities API send. */
export const DEFAULT_KEY_ALIASES: readonly string[] = ['X-CSCAPI-KEY'];

/** The key of a request: undefined for none, `'several'` where two headers carry different ones. */
export type SentKey = { readonly key: string | undefined } | 'several';

/** Reads the key under its name or one of the aliases. */
export function createKeyReader(
  aliases: readonly string[],
): (request: { header(name: string): string | undefined }) => SentKey {
  const names = [KEY_HEADER, ...aliases].map((name) => name.toLowerCase());
  return (request) => {
    let key: string | undefined;
    for (const name of names) {
      const sent = request.header(name);
      if (!sent) continue; // An empty one is what a setting that nobody filled in sends.
      if (key !== undefined && key !== sent) return 'several';
      key = sent;
    }
    return { key };
  };
}

/** `Vary` of answers that depend on the key and on these headers too (contract, section 5). */
export function varyByKey(others: string, aliases: readonly string[]): string {
  return [KEY_HEADER, others, ...aliases].join(', ');
}

/** What is told to a request with two different keys. */
export function severalKeysText(aliases: readonly string[]): string {
  return `Two different keys were sent. Send one, in the header ${[KEY_HEADER, ...aliases].join(' or ')}.`;
}
