/** Tells which parts of a country a map shows, and which lie so far away that they get a map of their own in its corner. */
import type { Position } from 'geojson';
import { type Box, boxOfRings, isInBox } from './atlas.ts';

type Polygon = Position[][];

export interface Parts {
  /** Together they decide what the map shows; none when most cities lie on islands that the atlas does not have. */
  readonly main: readonly Polygon[];
  /** Each for a map of its own, the one with the most cities first. */
  readonly far: readonly (readonly Polygon[])[];
}

/** A polygon with the cities in the box around it. */
interface Populated {
  readonly polygon: Polygon;
  readonly box: Box;
  readonly cities: number;
}

interface Cluster {
  readonly members: readonly Populated[];
  readonly cities: number;
}

/** Polygons nearer than this, in degrees of a great circle, belong together: some 450 km. */
const APART = 4;
/** A part (an island, an exclave) with a smaller share of the cities does not decide what the map shows. */
const LEAST_SHARE = 0.01;
/** What has such a share is never put into a corner. */
const LARGE_SHARE = 0.1;
/** Far parts with less than this are left out unless a named place lies there. */
const FAR_SHARE = 0.002;
/** What makes the rest smaller than this is far. */
const SHRUNK = 0.8;
const MOST_FAR = 3;
const RADIANS = Math.PI / 180;

/** Points are `[longitude, latitude]` in degrees; `scaleOf` is how large polygons are drawn when a map shows just them. */
export function partsOf(
  polygons: readonly Polygon[],
  cities: readonly Position[],
  named: readonly Position[],
  scaleOf: (polygons: readonly Polygon[]) => number,
): Parts {
  if (cities.length === 0) return { main: polygons, far: [] };
  const populated = polygons.flatMap((polygon) => {
    const box = boxOfRings([polygon]);
    const inside = cities.filter((point) => isInBox(box, point)).length;
    return inside === 0 ? [] : [{ polygon, box, cities: inside }];
  });
  const clusters = clustersOf(populated);
  const held = clusters.reduce((sum, cluster) => sum + cluster.cities, 0);
  const [first, ...others] = clusters;
  if (first === undefined || held < cities.length / 2) return { main: [], far: [] };
  const isLarge = (cluster: Cluster) => cluster.cities >= LARGE_SHARE * cities.length;
  const large = [first, ...others.filter(isLarge)].flatMap(({ members }) => members);
  const deciding = large.filter((part) => part.cities >= LEAST_SHARE * cities.length);
  let main = (deciding.length > 0 ? deciding : large).map(({ polygon }) => polygon);
  const far: Polygon[][] = [];
  const smallest = SHRUNK * scaleOf(main);
  const hasName = ({ box }: Populated) => named.some((point) => isInBox(box, point));
  const small = large.filter((part) => deciding.length > 0 && !deciding.includes(part) && hasName(part));
  const rest = [...small.map((part) => ({ members: [part], cities: part.cities })), ...others];
  for (const { members, cities: count } of rest.filter((cluster) => !isLarge(cluster))) {
    const own = members.map(({ polygon }) => polygon);
    if (scaleOf([...main, ...own]) >= smallest) main = [...main, ...own];
    else if (count >= FAR_SHARE * cities.length || members.some(hasName)) far.push(own);
  }
  return { main, far: far.slice(0, MOST_FAR) };
}

/** Polygons that are near one another, over any number of steps; those with the most cities first. */
function clustersOf(parts: readonly Populated[]): Cluster[] {
  const clusters: Populated[][] = [];
  for (const part of parts) {
    const near = clusters.filter((members) => members.some(({ box }) => distance(box, part.box) < APART));
    for (const joined of near) clusters.splice(clusters.indexOf(joined), 1);
    clusters.push([part, ...near.flat()]);
  }
  return clusters
    .map((members) => ({ members, cities: members.reduce((sum, { cities }) => sum + cities, 0) }))
    .sort((one, other) => other.cities - one.cities);
}

/** Between two boxes, also across the date line, in degrees; about right away from the poles. */
function distance(one: Box, other: Box): number {
  const north = Math.max(0, one.south - other.north, other.south - one.north);
  const east = Math.min(
    ...[-360, 0, 360].map((turn) => Math.max(0, one.west - other.east - turn, other.west + turn - one.east)),
  );
  const latitude = (one.south + one.north + other.south + other.north) / 4;
  return Math.hypot(north, east * Math.cos(latitude * RADIANS));
}
