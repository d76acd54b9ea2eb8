import { geoEquirectangular } from 'd3-geo';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NotNowError } from '../../src/http/load/not-now.ts';
import { readAtlas } from '../../src/pages/maps/atlas.ts';
import { compactPath, UNIT } from '../../src/pages/maps/compact-path.ts';
import { drawCountry } from '../../src/pages/maps/country-map.ts';
import { dotGrid, dotStroke, parsePoints, shadePaths } from '../../src/pages/maps/dot-grid.ts';
import { placeLabels } from '../../src/pages/maps/labels.ts';
import { createMapRoom } from '../../src/pages/maps/map-room.ts';
import { drawWorld } from '../../src/pages/maps/world-map.ts';

const CODES = [
  { iso2: 'JP', name: 'Japan', numericCode: '392' },
  { iso2: 'AF', name: 'Afghanistan', numericCode: '004' },
  { iso2: 'FJ', name: 'Fiji Islands', numericCode: '242' },
  { iso2: 'XK', name: 'Kosovo', numericCode: null },
  { iso2: 'TV', name: 'Tuvalu', numericCode: '798' },
  { iso2: 'XX', name: 'Rock & <Roll>', numericCode: null },
];
const atlases = { '110m': readAtlas('110m'), '50m': readAtlas('50m'), '10m': readAtlas('10m') };
const atlasOf = (scale: keyof typeof atlases) => atlases[scale];

/** The corners that path data of relative steps leads to, in pixels. */
function corners(data: string): [number, number][] {
  const found: [number, number][] = [];
  let [x, y] = [0, 0];
  for (const [, letter, numbers] of data.matchAll(/([Mlmhz])([^Mlmhz]*)/g)) {
    const values = (numbers?.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
    for (let at = 0; at < values.length; at += 2) {
      const [dx = 0, dy = 0] = values.slice(at, at + 2);
      [x, y] = letter === 'M' ? [dx, dy] : [x + dx, y + (letter === 'h' ? 0 : dy)];
      found.push([x / UNIT, y / UNIT]);
    }
  }
  return found;
}

describe('a compact path', () => {
  it('leads to every corner that was drawn, to a tenth of a pixel', () => {
    const point = fc.tuple(
      fc.double({ min: -50, max: 1100, noNaN: true }),
      fc.double({ min: -50, max: 600, noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(point, { minLength: 3, maxLength: 30 }), (ring) => {
        const path = compactPath(0);
        for (const [index, [x, y]] of ring.entries()) {
          if (index === 0) path.moveTo(x, y);
          else path.lineTo(x, y);
        }
        path.closePath();
        const drawn = corners(path.data());
        expect(drawn).toHaveLength(ring.length);
        ring.forEach(([x, y], index) => {
          expect(Math.abs(x - (drawn[index]?.[0] ?? Number.NaN))).toBeLessThanOrEqual(0.0501);
          expect(Math.abs(y - (drawn[index]?.[1] ?? Number.NaN))).toBeLessThanOrEqual(0.0501);
        });
      }),
    );
  });

  it('leaves out corners that nobody can tell apart, and rings that are too small to see', () => {
    const path = compactPath(1);
    for (const [x, y] of [
      [0, 0],
      [0.3, 0.3],
      [5, 0],
      [5.2, 0.1],
      [5, 5],
    ] as const) {
      if (x === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
    }
    path.closePath();
    path.moveTo(9, 9);
    path.lineTo(9.1, 9);
    path.lineTo(9.1, 9.1);
    path.closePath();
    expect(path.data()).toBe('M0 0l50 0 0 50z');
  });
});

describe('the dots', () => {
  const view = { width: 360, height: 180, cell: 4 };
  const flat = geoEquirectangular().fitSize([360, 180], { type: 'Sphere' });
  const place = fc.tuple(fc.integer({ min: -17999, max: 17999 }), fc.integer({ min: -8999, max: 8999 }));

  it('count every city once', () => {
    fc.assert(
      fc.property(fc.array(place, { maxLength: 200 }), (places) => {
        const text = places.map((pair) => pair.join(' ')).join(',');
        const { cells } = dotGrid(parsePoints(text), flat, view);
        expect([...cells.values()].reduce((sum, count) => sum + count, 0)).toBe(places.length);
      }),
    );
  });

  it('stand in exactly the cells that have cities, however runs of them are joined', () => {
    fc.assert(
      fc.property(fc.array(place, { maxLength: 200 }), (places) => {
        const grid = dotGrid(
          places.map(([lon, lat]) => [lon / 100, lat / 100]),
          flat,
          view,
        );
        const { width } = dotStroke(grid.cell);
        const size = grid.cell * UNIT;
        const drawn = shadePaths(grid).flatMap((data) => {
          let [x, y] = [0, 0];
          return [...data.matchAll(/m(-?\d+) (-?\d+)h(\d+)/g)].flatMap(([, dx, dy, length]) => {
            [x, y] = [x + Number(dx), y + Number(dy)];
            const dots = (Number(length) - width) / size + 1;
            const first = Math.floor(y / size) * grid.columns + x / size;
            x += Number(length);
            return Array.from({ length: dots }, (_, index) => first + index);
          });
        });
        expect(drawn.toSorted((a, b) => a - b)).toEqual([...grid.cells.keys()].sort((a, b) => a - b));
      }),
    );
  });
});

describe('labels', () => {
  it('never cover each other and stay inside the view', () => {
    const place = fc.record({
      name: fc.string({ minLength: 1, maxLength: 20 }),
      x: fc.integer({ min: 0, max: 400 }),
      y: fc.integer({ min: 0, max: 300 }),
      first: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(place, { maxLength: 40 }), (places) => {
        const boxes = placeLabels(places, { width: 400, height: 300 }).map(({ name, x, y, side }) => {
          const wide = [...name].length * 6;
          const left = side === 'right' ? x + 7 : side === 'left' ? x - 7 - wide : x - wide / 2;
          const top = { right: y - 6, left: y - 6, above: y - 17, below: y + 5 }[side];
          return { left, right: left + wide, top, bottom: top + 12 };
        });
        boxes.forEach((box, index) => {
          expect(box.left).toBeGreaterThanOrEqual(0);
          expect(box.right).toBeLessThanOrEqual(400);
          const covered = boxes.slice(index + 1).filter((other) => {
            return box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom;
          });
          expect(covered).toEqual([]);
        });
      }),
    );
  });
});

describe('the atlas', () => {
  it('knows a country by its numeric code with or without leading zeros, and by name where there is none', () => {
    const owners = atlases['110m'].outlines.map((outline) => atlases['110m'].ownerOf(outline, CODES)?.iso2);
    expect(owners.filter((iso2) => iso2 !== undefined).sort()).toEqual(['AF', 'FJ', 'JP', 'XK']);
  });
});

describe('the world map', () => {
  it('links every outline that the data set has to its page and escapes names', () => {
    const codes = [...CODES, { iso2: 'FR', name: 'L\'<b>"France"&', numericCode: '250' }];
    const svg = drawWorld(atlases['110m'], { codes, points: '' });
    expect(svg.match(/<a /g)).toHaveLength(5);
    expect(svg).toContain('<a href="/c/JP" tabindex="-1"><title>Japan</title>');
    expect(svg).toContain('<title>L&#39;&lt;b&gt;&quot;France&quot;&amp;</title>');
  });

  it('stays small when every cell of the world has cities', () => {
    const points: string[] = [];
    for (let lon = -17950; lon < 18000; lon += 50) {
      for (let lat = -5500; lat < 7500; lat += 50)
        points.push(...Array(1 + (((lon * lat) % 7) & 3)).fill(`${lon} ${lat}`));
    }
    const svg = drawWorld(atlases['110m'], { codes: CODES, points: points.join(',') });
    expect(svg.length).toBeLessThan(350_000);
  });
});

describe('a country map', () => {
  const state = (name: string, longitude: number, latitude: number) => ({
    name,
    longitude,
    latitude,
    first: false,
    path: null,
  });

  it('shows every city and state of a country that lies on both sides of the date line', () => {
    const svg = drawCountry(atlasOf, {
      iso2: 'FJ',
      codes: CODES,
      points: '17844 -1814,17990 -1666,-17998 -1679',
      named: [state('Central', 178.4, -18.1), state('Northern', -179.95, -16.75)],
    });
    expect(svg.match(/<circle /g)).toHaveLength(2);
    expect(svg).toContain('class="own"');
    expect([...svg.matchAll(/<path class="d\d" d="([^"]+)"/g)].flatMap(([, data]) => corners(data ?? ''))).toHaveLength(
      6,
    );
  });

  it('draws a country that the atlas does not have by its cities alone', () => {
    const svg = drawCountry(atlasOf, { iso2: 'XX', codes: CODES, points: '-2500 1000,-2510 1010', named: [] });
    expect(svg).not.toContain('class="own"');
    expect(svg).toMatch(/<path class="d\d"/);
  });

  it('does not become small for the sake of one city in the wrong place, unless that is what it is about', () => {
    const cities = Array.from({ length: 120 }, (_, at) => `${13900 + (at % 12) * 5} ${3550 + Math.floor(at / 12) * 5}`);
    const far = { name: 'Far', longitude: 145, latitude: 43, first: true, own: true, path: null };
    const near = { ...far, name: 'Near', longitude: 139.3, latitude: 35.7 };
    const draw = (points: readonly string[], named: typeof far) =>
      drawCountry(atlasOf, { iso2: 'JP', codes: CODES, isPart: true, points: points.join(','), named: [named] });
    const landOf = (svg: string) => /class="own" d="([^"]*)"/.exec(svg)?.[1];
    expect(landOf(draw([...cities, '14500 4300'], near))).toBe(landOf(draw(cities, near)));
    expect(draw([...cities, '14500 4300'], far)).toContain('>Far</text>');
  });

  it('draws a country without cities, states and outline as an empty map rather than failing', () => {
    const svg = drawCountry(atlasOf, { iso2: 'XX', codes: CODES, points: '', named: [] });
    expect(svg).not.toContain('NaN');
  });
});

describe('what lies far away', () => {
  const US = { iso2: 'US', name: 'United States', numericCode: '840' };
  const cities = (count: number, west: number, south: number, east: number, north: number) =>
    Array.from({ length: count }, (_, at) => {
      const [longitude, latitude] = [
        west + ((east - west) * at) / count,
        south + ((north - south) * ((at * 7) % count)) / count,
      ];
      return `${Math.round(longitude * 100)} ${Math.round(latitude * 100)}`;
    });
  const mainland = cities(300, -120, 33, -80, 44);
  const hawaii = cities(3, -155.9, 19.2, -155, 20);
  const alaska = cities(8, -160, 60, -145, 66);
  const draw = (points: readonly string[], iso2 = 'US', named: Parameters<typeof drawCountry>[1]['named'] = []) =>
    drawCountry(atlasOf, { iso2, codes: [...CODES, US], points: points.join(','), named });

  it('has a map of its own in a corner, where it hides no city', () => {
    const svg = draw([...mainland, ...hawaii, ...alaska]);
    const insets = [...svg.matchAll(/<svg class="inset" x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)">/g)];
    expect(insets).toHaveLength(2);
    const [, dots = ''] = /<g class="dots".*?>(.*?)<\/g>/.exec(svg) ?? [];
    const seen = [...dots.matchAll(/ d="([^"]+)"/g)].flatMap(([, data]) => corners(data ?? ''));
    expect(seen.length).toBeGreaterThan(200);
    const hidden = seen.filter(([x, y]) =>
      insets.some(([, ...box]) => {
        const [left = 0, top = 0, width = 0, height = 0] = box.map((each) => Number(each) / UNIT);
        return x > left && x < left + width && y > top && y < top + height;
      }),
    );
    expect(hidden).toEqual([]);
  });

  it('stays on the map where it is a large part of the country, or makes it little smaller', () => {
    expect(draw([...mainland, ...cities(80, -160, 60, -145, 66)])).not.toContain('class="inset"');
    // Kyushu and Hokkaido beside Honshu.
    const japan = [...cities(90, 135, 35, 139, 36.5), ...cities(5, 130.5, 32, 131, 33), ...cities(5, 142, 43, 144, 44)];
    expect(draw(japan, 'JP')).not.toContain('class="inset"');
  });

  it('is left out where hardly a city is and no name', () => {
    const lone = [...cities(1_000, -120, 33, -80, 44), ...cities(1, -155.5, 19.5, -155.4, 19.6)];
    expect(draw(lone)).not.toContain('class="inset"');
    const named = [{ name: 'Hawaii', longitude: -155.5, latitude: 19.6, first: false, path: '/c/US/HI' }];
    const svg = draw(lone, 'US', named);
    expect(svg).toContain('class="inset"');
    expect(svg).toContain('<a href="/c/US/HI" tabindex="-1"><circle');
  });
});

describe('names on a map', () => {
  it('are more the nearer one looks, those of the first there are always among them', () => {
    const named = Array.from({ length: 200 }, (_, at) => ({
      name: `Place ${at}`,
      longitude: 139 + (at % 20) / 20,
      latitude: 35.5 + Math.floor(at / 20) / 20,
      first: at === 0,
      path: null,
    }));
    const points = named.map(
      ({ longitude, latitude }) => `${Math.round(longitude * 100)} ${Math.round(latitude * 100)}`,
    );
    const svg = drawCountry(atlasOf, { iso2: 'JP', codes: CODES, isPart: true, points: points.join(','), named });
    const layouts = ['z05', 'z1', 'z2', 'z4'].map((level) => {
      const [, names = ''] = new RegExp(`<g class="labels ${level}">(.*?)</g>`).exec(svg) ?? [];
      return [...names.matchAll(/>([^<]+)<\/text>/g)].map(([, name]) => name);
    });
    const counts = layouts.map(({ length }) => length);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(new Set(counts).size).toBe(4);
    for (const layout of layouts) expect(layout).toContain('Place 0');
  });
});

describe('the map room', () => {
  it('draws many maps at once, and again after its thread has gone', async () => {
    const room = createMapRoom({ idleMs: 1 });
    const world = { kind: 'world', codes: CODES, points: '13975 3569' } as const;
    const [one, other] = await Promise.all([room.draw(world), room.draw({ ...world, points: '' })]);
    expect(one).toContain('class="d0"');
    expect(other).not.toContain('class="d0"');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await room.draw(world)).toBe(one);
  });

  it('takes on so many maps at a time as are drawn in some seconds', async () => {
    const room = createMapRoom();
    const world = { kind: 'world', codes: CODES, points: '' } as const;
    const drawn = await Promise.allSettled(Array.from({ length: 40 }, () => room.draw(world)));
    const refused = drawn.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(refused).toHaveLength(8);
    for (const reason of refused) expect(reason).toBeInstanceOf(NotNowError);
    expect(await room.draw(world)).toContain('<svg');
  });

  it('says what went wrong with an order that cannot be drawn, and goes on', async () => {
    const room = createMapRoom();
    const broken = { kind: 'world', codes: undefined, points: '' } as unknown as Parameters<typeof room.draw>[0];
    await expect(room.draw(broken)).rejects.toThrow(/undefined/);
    expect(await room.draw({ kind: 'world', codes: CODES, points: '' })).toContain('<svg');
  });
});
