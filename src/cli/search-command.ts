/** `geo search`: typo-tolerant search straight on the database. */
import { Command, Option } from 'commander';
import { addConfigFlags, DATABASE_VARIABLES } from './config-flags.ts';
import { addExamples } from './examples.ts';
import { print } from './print.ts';
import { columns, type Fields, textOf } from './table.ts';

export function searchCommand(): Command {
  const command = new Command('search')
    .description('find cities, states or countries by a name that need not be spelled right')
    .argument('<text>', 'what to look for, 2 to 100 characters')
    .addOption(new Option('--type <type>', 'what to search').choices(['city', 'state', 'country']).default('city'))
    .option('--country <code>', 'only in this country (ISO 3166-1 alpha-2)')
    .option('--limit <number>', 'how many results at most, 1 to 50', '10')
    .option('--threshold <number>', 'the lowest similarity of a result, 0.1 to 1', '0.3')
    .option('--json', 'print JSON: the array that /v1/search/fuzzy answers', false)
    .action(run);
  addExamples(command, ['geo search Tokio --type city', 'geo search Munchen --country DE --json']);
  return addConfigFlags(command, DATABASE_VARIABLES);
}

interface SearchOptions {
  readonly type: string;
  readonly country?: string;
  readonly limit: string;
  readonly threshold: string;
  readonly json: boolean;
}

async function run(text: string, options: SearchOptions, command: Command): Promise<void> {
  const { type, country, limit, threshold, json } = options;
  const found = await (await import('./ask.ts')).withQuestions(command, (ask) =>
    ask('/v1/search/fuzzy', { q: text, type, country, limit, threshold }),
  );
  const matches = found as readonly Fields[]; // The search answers an array of records.
  if (json) print(JSON.stringify(matches));
  else if (matches.length === 0) print('nothing similar; try a lower --threshold');
  else print(columns([HEAD, ...matches.map(row)]));
}

const HEAD = ['SCORE', 'ID', 'NAME', 'NATIVE', 'WHERE', 'POPULATION'];

function row(match: Fields): string[] {
  const where = [match['state_code'] ?? match['iso3166_2'], match['country_code'] ?? match['iso2']];
  return [
    Number(match['match_score']).toFixed(2),
    textOf(match['id']),
    textOf(match['name']),
    textOf(match['native']),
    where.filter((part) => part !== null && part !== undefined).join(', '),
    textOf(match['population']),
  ];
}
