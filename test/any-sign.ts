import fc from 'fast-check';

const [SURROGATES, AFTER] = [0xd800, 0xe000];

/**
 * Any sign of Unicode, as the `unit` of a random string: what fast-check's own `binary` draws, which lists all of its 1.1 million signs
 * first, a second of processor in each process and 100 MB.
 */
export const ANY_SIGN = fc
  .integer({ min: 0, max: 0x10_ffff - (AFTER - SURROGATES) })
  .map(signOf, (sign) => (typeof sign === 'string' ? numberOf(sign) : Number.NaN));

function signOf(number: number): string {
  return String.fromCodePoint(number < SURROGATES ? number : number + AFTER - SURROGATES);
}

function numberOf(sign: string): number {
  const point = sign.codePointAt(0) ?? Number.NaN;
  return point < SURROGATES ? point : point - (AFTER - SURROGATES);
}
