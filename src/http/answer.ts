/** A finished answer: its bytes, made once for each encoding, and the entity tags of those bytes. */
import { createHash, hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

type Compressed = 'gzip' | 'br';
export type Encoding = 'identity' | Compressed;

/** Bodies up to this size are not worth compressing (contract, section 5). */
export const COMPRESSION_FLOOR = 1024;

/** Bodies up to this size are sent, and then kept too, as one text with their head: to copy them costs less than a second piece. */
export const TEXT_BYTES = 16 * 1024;

/** What is hashed at once of a large body, in about a millisecond. */
const PIECE_BYTES = 1024 * 1024;

/** Divides work among turns of the event loop. */
interface Pace {
  hasTime(): boolean;
  time(): Promise<void>;
}

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

export class Answer {
  readonly identity: Buffer;
  /** The strong entity tag without quotes; encodings add their name to it. */
  readonly tag: string;
  /** The bodies that have been compressed, or are just being. */
  readonly #encoded: { [Name in Compressed]?: Buffer | Promise<Buffer> } = {};

  /** When the answer stops being true, in milliseconds since 1970; infinite for what only a new data set changes. */
  readonly validUntil: number;

  /** The tier is part of the tag: nobody learns from an equal tag what another tier was answered. */
  constructor(identity: Buffer, tier: string, validUntil = Number.POSITIVE_INFINITY, tag = tagOf(identity, tier)) {
    this.identity = identity;
    this.validUntil = validUntil;
    this.tag = tag;
  }

  /** As the constructor, without a long turn for a large body. Rejects where nobody waits for it any more. */
  static paced(identity: Buffer, tier: string, validUntil: number | undefined, pace: Pace): Answer | Promise<Answer> {
    if (identity.length <= PIECE_BYTES) return new Answer(identity, tier, validUntil);
    return pacedTag(identity, tier, pace).then((tag) => new Answer(identity, tier, validUntil, tag));
  }

  /** A file whose name tells its content already. */
  static ofFile(bytes: Buffer, name: string): Answer {
    return new Answer(bytes, 'file', Number.POSITIVE_INFINITY, name);
  }

  get compressible(): boolean {
    return this.identity.length > COMPRESSION_FLOOR;
  }

  /** Bytes held in memory when every encoding is made, roughly, and the heads and texts that are kept of it. */
  get weight(): number {
    const { length } = this.identity;
    const texts = length <= TEXT_BYTES ? length : 0;
    return (this.compressible ? Math.ceil((length + texts) * 1.5) : length + texts) + 2048;
  }

  etag(encoding: Encoding): string {
    return encoding === 'identity' ? `"${this.tag}"` : `"${this.tag}-${encoding}"`;
  }

  /** The body in an encoding; a promise only the first time that a compressed one is asked for. */
  body(encoding: Encoding): Buffer | Promise<Buffer> {
    if (encoding === 'identity') return this.identity;
    this.#encoded[encoding] ??= this.#compress(encoding);
    return this.#encoded[encoding];
  }

  async #compress(encoding: Compressed): Promise<Buffer> {
    const bytes = await (encoding === 'gzip' ? gzipAsync(this.identity, { level: 6 }) : brotli(this.identity));
    this.#encoded[encoding] = bytes;
    return bytes;
  }
}

/** Where what is hashed in one piece is put together: no memory is taken for it. */
const scratch = Buffer.allocUnsafeSlow(TEXT_BYTES + 64);

function tagOf(identity: Buffer, tier: string): string {
  const before = beforeBody(tier);
  // What goes in one piece takes half the time; to copy what is large would take more.
  if (before.length + identity.length > scratch.length)
    return tagOfDigest(createHash('sha256').update(before).update(identity).digest('base64url'));
  const start = scratch.write(before, 'latin1');
  const end = start + identity.copy(scratch, start);
  return tagOfDigest(hash('sha256', scratch.subarray(0, end), 'base64url'));
}

async function pacedTag(identity: Buffer, tier: string, pace: Pace): Promise<string> {
  const digest = createHash('sha256').update(beforeBody(tier));
  for (let from = 0; from < identity.length; from += PIECE_BYTES) {
    if (!pace.hasTime()) await pace.time();
    digest.update(identity.subarray(from, from + PIECE_BYTES));
  }
  return tagOfDigest(digest.digest('base64url'));
}

function beforeBody(tier: string): string {
  return `${tier}\0`;
}

function tagOfDigest(digest: string): string {
  return digest.slice(0, 27);
}

function brotli(bytes: Buffer): Promise<Buffer> {
  return brotliAsync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: bytes.length > 1_000_000 ? 4 : 6,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}
