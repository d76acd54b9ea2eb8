import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packSections, SectionPacker } from '../../src/find/pack-sections.ts';
import {
  checkSections,
  FORMAT_VERSION,
  IndexFormatError,
  type Sections,
  section,
  unpackSections,
} from '../../src/find/sections.ts';

const SECTIONS: Sections = {
  bytes: new Uint8Array([1, 2, 255]),
  shorts: new Uint16Array([1, 65_535]),
  words: new Uint32Array([4_294_967_295]),
  signed: new Int32Array([-1, 7]),
  singles: new Float32Array([0.5, Number.NaN]),
  doubles: new Float64Array([Math.PI, -0]),
  'ein Näme 網': new Uint32Array(0),
};

test('what is packed is unpacked equal, of every type, from a copy and from shared memory', () => {
  const packed = packSections(SECTIONS);
  expect(unpackSections(packed)).toEqual(SECTIONS);
  const shared = new SharedArrayBuffer(packed.length);
  new Uint8Array(shared).set(packed);
  const unpacked = unpackSections(shared);
  expect(unpacked).toEqual(SECTIONS);
  for (const array of Object.values(unpacked)) expect(array.buffer).toBe(shared);
});

test('nothing is copied: sections are views on the bytes given, aligned for their type', () => {
  const packed = packSections(SECTIONS);
  for (const array of Object.values(unpackSections(packed))) {
    expect(array.buffer).toBe(packed.buffer);
    expect(array.byteOffset % 8).toBe(0);
  }
});

test('a view on a part of an array is packed as that part alone', () => {
  const whole = new Uint32Array([1, 2, 3, 4]);
  expect(unpackSections(packSections({ part: whole.subarray(1, 3) }))).toEqual({ part: new Uint32Array([2, 3]) });
});

test('what is packed bit by bit has the bytes of what is packed at once, its head last', () => {
  const pieces: Uint8Array[] = [];
  const packer = new SectionPacker((bytes) => pieces.push(bytes.slice()));
  const large = { large: new Uint8Array(3_500_000).fill(7) };
  packer.add(SECTIONS);
  packer.add(large);
  expect(Buffer.concat([packer.head(), ...pieces]).equals(packSections({ ...SECTIONS, ...large }))).toBe(true);
  expect(unpackSections(packSections({ ...SECTIONS, ...large }))).toEqual({ ...SECTIONS, ...large });
});

test('more than the header can tell the length of is refused before it is put together', () => {
  const half = new Uint8Array(2 ** 29);
  const sections = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`half ${at}`, half]));
  expect(() => packSections(sections)).toThrow(/^they would take 4096 MiB, and can take 4095 at most$/);
});

test('one changed byte anywhere, or a cut anywhere, is refused', () => {
  const packed = packSections(SECTIONS);
  fc.assert(
    fc.property(fc.nat(packed.length - 1), fc.integer({ min: 1, max: 255 }), (place, change) => {
      const damaged = packed.slice();
      damaged[place] = (damaged[place] ?? 0) ^ change;
      expect(() => unpackSections(damaged)).toThrow(IndexFormatError);
      expect(() => unpackSections(packed.slice(0, place))).toThrow(IndexFormatError);
    }),
  );
});

test('the same is found in slices, with turns for others between them; what was checked is opened without looking again', async () => {
  const packed = packSections({ large: new Uint8Array(3_500_000).fill(7) });
  let turns = 0;
  const others = () => {
    turns++;
    next = setImmediate(others);
  };
  let next = setImmediate(others);
  await checkSections(packed);
  clearImmediate(next);
  expect(turns).toBeGreaterThan(2);
  packed[3_000_000] = 8;
  await expect(checkSections(packed)).rejects.toThrow('its checksum is wrong');
  await expect(checkSections(packed.subarray(0, 3_000_000))).rejects.toThrow(
    'The index is damaged: it has 3000000 bytes',
  );
  expect(() => unpackSections(packed)).toThrow(IndexFormatError);
  expect(unpackSections(packed, { checked: true })['large']?.length).toBe(3_500_000);
});

test('another version of the format is refused, naming both', () => {
  const packed = packSections(SECTIONS);
  new Uint32Array(packed.buffer)[2] = FORMAT_VERSION + 1;
  expect(() => unpackSections(packed)).toThrow(
    `The index has version ${FORMAT_VERSION + 1} of the format; this program reads ${FORMAT_VERSION}.`,
  );
});

test('bytes that start at no multiple of 8 are refused with a reason', () => {
  const packed = packSections(SECTIONS);
  const shifted = new Uint8Array(packed.length + 1);
  shifted.set(packed, 1);
  expect(() => unpackSections(shifted.subarray(1))).toThrow('does not start at a multiple of 8 bytes');
});

test('a section is taken by name and type; another type or a missing one is refused', () => {
  expect(section(SECTIONS, 'shorts', Uint16Array)).toBe(SECTIONS['shorts']);
  expect(() => section(SECTIONS, 'shorts', Uint32Array)).toThrow('no section "shorts" of type Uint32Array');
  expect(() => section(SECTIONS, 'absent', Uint8Array)).toThrow(IndexFormatError);
});
