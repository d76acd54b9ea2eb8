/** Names of France's regions that the data lacks: those of the ones that were merged in 2016, which people go on using, and English ones. */

/** Folded, by the name that the data has. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'auvergne rhone alpes': ['auvergne', 'rhone alpes'],
  'bourgogne franche comte': ['bourgogne', 'burgundy', 'franche comte'],
  bretagne: ['brittany'],
  'grand est': ['champagne ardenne', 'lorraine'],
  'hauts de france': ['nord pas de calais', 'picardie', 'picardy'],
  normandie: ['basse normandie', 'haute normandie', 'lower normandy', 'normandy', 'upper normandy'],
  'nouvelle aquitaine': ['aquitaine', 'limousin', 'poitou charentes'],
  occitanie: ['languedoc roussillon', 'midi pyrenees'],
  'provence alpes cote dazur': ['paca', 'provence'],
};
const present = new Map(
  Object.entries(NAMES).flatMap(([name, others]) => others.map((other) => [other, name] as const)),
);

/** The folded name by which the data has the region of another folded name. */
export function presentName(name: string): string | undefined {
  return present.get(name);
}
