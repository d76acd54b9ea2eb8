/** Names of time zones: a zone has several, of which one stands for all. */

// Most names that the data has stand for themselves. To ask for each of them takes a fifth of a millisecond, for all of them less than ten.
const known = new Map<string, string | undefined>(Intl.supportedValuesOf('timeZone').map((name) => [name, name]));
const MOST_KNOWN = 2_000;

/** The name by which zones can be compared (`Asia/Calcutta` and `Asia/Kolkata` are one); undefined for what is none. */
export function canonicalZone(name: string): string | undefined {
  if (known.has(name)) return known.get(name);
  const canonical = resolved(name);
  if (known.size < MOST_KNOWN) known.set(name, canonical);
  return canonical;
}

function resolved(name: string): string | undefined {
  // Offsets such as "+02:00" are zones to Intl, and no country's.
  if (!/^[A-Za-z]/.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
