/** The shape of an API key: `geo_` + 30 random base-62 characters (178 bits) + 6 characters of checksum. */
import { hash as digest, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'geo_';
const BODY_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const SHAPE = /^geo_[0-9A-Za-z]{36}$/;
/** Most of a key, wherever it stands: who found it in a log would be close. */
const MOST_OF_ONE = /geo_[0-9A-Za-z]{12}/i;

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

/** True when a key, or most of one, stands somewhere in the text. */
export function holdsKey(text: string): boolean {
  return MOST_OF_ONE.test(text);
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
