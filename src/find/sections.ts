/** The container of an index: named arrays in one run of bytes, and how they are read from it without copying. */
import { setImmediate } from 'node:timers/promises';
import { crc32 } from 'node:zlib';

/**
 * What an index is made of. All arrays of an unpacked index are views on one buffer; when that is a SharedArrayBuffer,
 * threads share the index.
 */
export type Sections = Readonly<Record<string, SectionArray>>;
export type SectionArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

/**
 * The version of what `src/find` stores. Raise it with every change of what a section holds: an index of another version
 * is refused by {@link unpackSections} and built anew.
 */
export const FORMAT_VERSION = 21;

/** Says why bytes can't be taken for an index, in a sentence for the operator. */
export class IndexFormatError extends Error {
  override readonly name = 'IndexFormatError';
}

export type ArrayType = 'u8' | 'u16' | 'u32' | 'i32' | 'f32' | 'f64';
type ArrayMaker = new (buffer: ArrayBufferLike, offset: number, length: number) => SectionArray;
export const ARRAY_TYPES: Readonly<Record<ArrayType, ArrayMaker>> = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
  f64: Float64Array,
};

/** Where a section stands: `offset` in bytes from the start of the container, `length` in elements. */
export interface Entry {
  readonly name: string;
  readonly type: ArrayType;
  readonly offset: number;
  readonly length: number;
}

// The header is six 32-bit numbers: magic (two), version, CRC-32 of what follows it, bytes in all, bytes of the directory.
// The directory is JSON; each section starts at a multiple of 8. Numbers have the machine's byte order: a machine of
// the other order does not know the magic.
export const MAGIC = [0x46_4f_45_47, 0x0a_44_4e_49] as const; // "GEOFIND\n" read as little-endian numbers
export const HEADER_BYTES = 24;
export const CHECKED_FROM = 16;
export const ALIGNMENT = 8;
/** A checksum of so many bytes takes about a millisecond. */
const SLICE_BYTES = 1024 * 1024;

/**
 * Resolves when the bytes are what `packSections` made; rejects with an IndexFormatError for those that are damaged, cut
 * off or of another version. Between slices others have their turn.
 */
export async function checkSections(container: SharedArrayBuffer | Uint8Array): Promise<void> {
  const bytes = bytesOf(container);
  const { checksum } = checkedHeader(bytes);
  let sum = 0;
  for (let at = CHECKED_FROM; at < bytes.length; at += SLICE_BYTES) {
    sum = crc32(bytes.subarray(at, at + SLICE_BYTES), sum);
    await setImmediate();
  }
  compareChecksums(checksum, sum);
}

/**
 * The sections of a container, as views on its bytes, which must start at a multiple of 8 in their buffer.
 * Throws IndexFormatError for bytes that are damaged, cut off or of another version; damage is not looked for in those that
 * {@link checkSections} has `checked`.
 */
export function unpackSections(container: SharedArrayBuffer | Uint8Array, { checked = false } = {}): Sections {
  const bytes = bytesOf(container);
  const { buffer, byteOffset } = bytes;
  if (byteOffset % ALIGNMENT !== 0) throw new IndexFormatError('The index does not start at a multiple of 8 bytes.');
  const { checksum, directoryBytes } = checkedHeader(bytes);
  if (!checked) compareChecksums(checksum, crc32(bytes.subarray(CHECKED_FROM)));
  const text = Buffer.from(buffer, byteOffset + HEADER_BYTES, directoryBytes).toString();
  // The checksum vouches for what SectionPacker wrote.
  const entries = JSON.parse(text) as readonly Entry[];
  return Object.fromEntries(
    entries.map(({ name, type, offset, length }) => [name, new ARRAY_TYPES[type](buffer, byteOffset + offset, length)]),
  );
}

/** The section of a name as the type that the index stored; throws IndexFormatError when it is not there as such. */
export function section<T extends SectionArray>(
  sections: Sections,
  name: string,
  type: abstract new (...args: never[]) => T,
): T {
  const array = sections[name];
  if (array instanceof type) return array;
  throw new IndexFormatError(`The index has no section "${name}" of type ${type.name}.`);
}

function bytesOf(container: SharedArrayBuffer | Uint8Array): Uint8Array {
  return container instanceof Uint8Array ? container : new Uint8Array(container);
}

function compareChecksums(told: number, counted: number): void {
  if (told !== counted) throw new IndexFormatError('The index is damaged: its checksum is wrong.');
}

function checkedHeader(bytes: Uint8Array): { checksum: number; directoryBytes: number } {
  if (bytes.length < HEADER_BYTES) throw new IndexFormatError('The index is cut off: it has no whole header.');
  const [first, second, version, checksum = 0, length, directoryBytes = 0] = new Uint32Array(
    bytes.buffer,
    bytes.byteOffset,
    HEADER_BYTES / 4,
  );
  if (first !== MAGIC[0] || second !== MAGIC[1]) {
    throw new IndexFormatError('These bytes are no index, or one from a machine of another byte order.');
  }
  if (version !== FORMAT_VERSION) {
    throw new IndexFormatError(`The index has version ${version} of the format; this program reads ${FORMAT_VERSION}.`);
  }
  if (length !== bytes.length) {
    throw new IndexFormatError(`The index is damaged: it has ${bytes.length} bytes where ${length} were written.`);
  }
  return { checksum, directoryBytes };
}
