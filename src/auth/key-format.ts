/** The shape of an API key: `geo_` + 30 random base-62 characters (178 bits) + 6 characters of checksum. */
import { hash as digest, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'geo_';
const BODY_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const LENGTH = BODY_LENGTH + CHECKSUM_LENGTH;
const SHAPE = /^geo_[0-9A-Za-z]{36}$/;
/** More of a key than its owner needs to tell it from others. */
const BEGINNING = /geo_[0-9A-Za-z]{12}/i;
/** Of letters and digits, as long as a key without its prefix and longer. */
const LONG_RUNS = /[0-9A-Za-z]{36,}/g;

/** Makes a new key. It is shown once; only {@link hashKey} of it is kept. */
export function generateKey(): string {
  let body = '';
  for (let i = 0; i < BODY_LENGTH; i++) body += ALPHABET[randomInt(ALPHABET.length)];
  return PREFIX + body + checksum(body);
}

/** True when the text has the shape of a key and its checksum fits: a typing error never reaches the database. */
export function isWellFormedKey(key: string): boolean {
  if (!SHAPE.test(key)) return false;
  const body = key.slice(PREFIX.length, -CHECKSUM_LENGTH);
  return key.endsWith(checksum(body));
}

/**
 * True when a key, or the beginning of one, stands somewhere in the text, or a key without its prefix with another sign on at least
 * one side of it.
 */
export function holdsKey(text: string): boolean {
  if (BEGINNING.test(text)) return true;
  const runs = text.match(LONG_RUNS) ?? [];
  return runs.some(
    (run) => isWellFormedKey(PREFIX + run.slice(0, LENGTH)) || isWellFormedKey(PREFIX + run.slice(-LENGTH)),
  );
}

/** SHA-256 of a key, 32 bytes. A random 178-bit key needs no slow hash: it cannot be guessed from its digest. */
export function hashKey(key: string): Buffer {
  return digest('sha256', key, 'buffer');
}

/** The first characters of a key, enough for its owner to tell keys apart in lists and logs, useless to anyone else. */
export function keyPrefix(key: string): string {
  return key.slice(0, PREFIX.length + 6);
}

function checksum(body: string): string {
  let value = crc32(PREFIX + body);
  let text = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    text = ALPHABET[value % ALPHABET.length] + text;
    value = Math.floor(value / ALPHABET.length);
  }
  return text;
}
