/** `geo find`: the places that are meant by what somebody types, straight from the database. */
import { Command } from 'commander';
import { addConfigFlags, DATABASE_VARIABLES } from './config-flags.ts';
import { addExamples } from './examples.ts';
import { print } from './print.ts';
import { columns, type Fields, textOf } from './table.ts';

export function findCommand(): Command {
  const command = new Command('find')
    .description(
      'find the place that is meant: in any language, with typos, unfinished, with its state or country behind',
    )
    .argument('<text>', 'what somebody would type: Bombay, "Paris, TX", "san fr"')
    .option('--type <types>', 'any of city, state, country, with commas between them')
    .option('--country <codes>', 'only in these countries (ISO 3166-1 alpha-2), with commas between them')
    .option('--near <lat,lng>', 'places near this point gain')
    .option('--lang <language>', 'language of names and labels (BCP 47)')
    .option('--limit <number>', 'how many results at most, 1 to 20', '8')
    .option('--json', 'print JSON: the array that /v1/places/suggest answers', false)
    .action(run);
  addExamples(command, ['geo find Bombay', 'geo find "Paris, TX"', 'geo find Tokio --lang ja --json']);
  return addConfigFlags(command, DATABASE_VARIABLES);
}

interface FindOptions {
  readonly type?: string;
  readonly country?: string;
  readonly near?: string;
  readonly lang?: string;
  readonly limit: string;
  readonly json: boolean;
}

async function run(text: string, { json, ...options }: FindOptions, command: Command): Promise<void> {
  const found = await (await import('./ask.ts')).withQuestions(
    command,
    (ask) => ask('/v1/places/suggest', { q: text, ...options }),
    { withIndex: true },
  );
  const places = found as readonly Fields[]; // The operation answers an array of records.
  if (json) print(JSON.stringify(places));
  else if (places.length === 0) print('no place is called so');
  else print(columns([HEAD, ...places.map(row)]));
}

const HEAD = ['TYPE', 'ID', 'PLACE', 'MATCHED', 'POPULATION', 'TIME ZONE'];

function row(place: Fields): string[] {
  const matched = place['matched_name'] === null ? place['match'] : `${place['match']}: ${place['matched_name']}`;
  return [place['type'], place['id'], place['label'], matched, place['population'], place['timezone']].map(textOf);
}
