/** `geo near`: the places around a point, straight from the database. */
import { Command, Option } from 'commander';
import { addConfigFlags, DATABASE_VARIABLES } from './config-flags.ts';
import { addExamples } from './examples.ts';
import { print } from './print.ts';
import { columns, type Fields, textOf } from './table.ts';

export function nearCommand(): Command {
  const command = new Command('near')
    .description('list the places around a point, nearest first')
    .argument('<lat>', 'latitude in degrees; behind -- where it is negative')
    .argument('<lng>', 'longitude in degrees')
    .addOption(new Option('--type <type>', 'what to list').choices(['city', 'state', 'country']).default('city'))
    .option('--radius <km>', 'how far, 0 to 500 kilometres', '50')
    .option('--country <codes>', 'only in these countries (ISO 3166-1 alpha-2), with commas between them')
    .option('--min-population <number>', 'only places of so many inhabitants or more', '0')
    .option('--limit <number>', 'how many results at most, 1 to 100', '10')
    .option('--json', 'print JSON: the array that /v1/places/near answers', false)
    .action(run);
  addExamples(command, ['geo near 48.1 11.6', 'geo near --radius 200 --limit 3 --json -- -33.9 151.2']);
  return addConfigFlags(command, DATABASE_VARIABLES);
}

interface NearOptions {
  readonly type: string;
  readonly radius: string;
  readonly country?: string;
  readonly minPopulation: string;
  readonly limit: string;
  readonly json: boolean;
}

async function run(lat: string, lng: string, options: NearOptions, command: Command): Promise<void> {
  const { json, radius, minPopulation, type, country, limit } = options;
  const query = { lat, lng, type, country, limit, radius_km: radius, min_population: minPopulation };
  const found = await (await import('./ask.ts')).withQuestions(command, (ask) => ask('/v1/places/near', query), {
    withIndex: true,
  });
  const places = found as readonly Fields[]; // The operation answers an array of records.
  if (json) print(JSON.stringify(places));
  else if (places.length === 0) print('nothing lies so near; try a larger --radius');
  else print(columns([HEAD, ...places.map(row)]));
}

const HEAD = ['KM', 'ID', 'NAME', 'WHERE', 'POPULATION'];

function row(place: Fields): string[] {
  const where = [place['state_code'] ?? place['iso3166_2'], place['country_code'] ?? place['iso2']];
  return [
    Number(place['distance_km']).toFixed(1),
    textOf(place['id']),
    textOf(place['name']),
    where.filter((part) => part !== null && part !== undefined).join(', '),
    textOf(place['population']),
  ];
}
