/** The growth with the cities as a small SVG: both axes logarithmic, so that what costs as many times more as there are cities rises like the broken line. */
import type { CitiesFigures } from './cities.ts';

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [640, 360, 44, 170, 16, 34];
const COLOURS = ['#1b6ca8', '#c2571a', '#2f7d32', '#8e24aa', '#b71c1c', '#00796b', '#5d4037', '#607d8b'];

export function plot(figures: readonly CitiesFigures[]): string {
  const [first] = figures;
  if (first === undefined || figures.length < 2) throw new Error('a plot wants the cities at two sizes at least');
  const lines = [
    line('import, processor', figures, (each) => each.import.processorSeconds),
    line('indexes', figures, (each) => each.indexMb),
    ...Object.keys(first.costs).map((name) => line(name, figures, (each) => each.costs[name]?.least)),
  ];
  const most = Math.max(...figures.map(({ times }) => times));
  const values = lines.flatMap(({ points }) => points.map(([, value]) => value));
  const [low, high] = [Math.min(0.5, ...values), Math.max(most, ...values)];
  const x = (times: number) => LEFT + (Math.log(times) / Math.log(most)) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) =>
    HEIGHT - BOTTOM - (Math.log(value / low) / Math.log(high / low)) * (HEIGHT - TOP - BOTTOM);
  const path = (points: readonly Point[]) =>
    points.map(([times, value]) => `${x(times).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  const ticks = [0.1, 1, 10, 100].filter((value) => value >= low && value <= high);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" role="img">
<title>Cost with more cities, as a multiple of that with one times the cities</title>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
${ticks.map((value) => `<path d="M${LEFT} ${y(value).toFixed(1)}H${WIDTH - RIGHT}" stroke="#ddd"/><text x="${LEFT - 6}" y="${(y(value) + 4).toFixed(1)}" text-anchor="end">${value}×</text>`).join('\n')}
${figures.map(({ times }) => `<text x="${x(times).toFixed(1)}" y="${HEIGHT - 12}" text-anchor="middle">${times}× cities</text>`).join('\n')}
<polyline points="${path([
    [1, 1],
    [most, most],
  ])}" fill="none" stroke="#999" stroke-dasharray="5 4"/>
${lines.map(({ points }, at) => `<polyline points="${path(points)}" fill="none" stroke="${COLOURS[at % COLOURS.length]}" stroke-width="2"/>`).join('\n')}
${labels(lines, y)}
</svg>
`;
}

type Point = readonly [times: number, value: number];

interface Line {
  readonly name: string;
  readonly points: readonly Point[];
}

/** As multiples of the first size; sizes without the figure are left out. */
function line(name: string, figures: readonly CitiesFigures[], of: (each: CitiesFigures) => number | undefined): Line {
  const points = figures.flatMap((each): [number, number][] => {
    const value = of(each);
    return value ? [[each.times, value]] : [];
  });
  const base = points[0]?.[1] ?? 1;
  return { name, points: points.map(([times, value]) => [times, value / base]) };
}

/** Beside the end of each line, with room between them. */
function labels(lines: readonly Line[], y: (value: number) => number): string {
  let free = TOP;
  return lines
    .map(({ name, points }, at) => ({ name, colour: COLOURS[at % COLOURS.length], value: points.at(-1)?.[1] ?? 1 }))
    .sort((one, other) => other.value - one.value)
    .map(({ name, colour, value }) => {
      const at = Math.max(free, y(value) + 4);
      free = at + 15;
      return `<text x="${WIDTH - RIGHT + 8}" y="${at.toFixed(1)}" fill="${colour}">${name} ${value.toFixed(1)}×</text>`;
    })
    .join('\n');
}
