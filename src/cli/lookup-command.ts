/** `geo lookup`: whatever a code means, straight from the database. */
import { Command } from 'commander';
import type { Ask } from './ask.ts';
import { addConfigFlags, DATABASE_VARIABLES } from './config-flags.ts';
import { addExamples } from './examples.ts';
import { CommandError } from './failure.ts';
import { print, shown } from './print.ts';
import { columns, type Fields, record, textOf } from './table.ts';

export function lookupCommand(): Command {
  const command = new Command('lookup')
    .description('say what a code means: country, state, dial code, phone number or currency')
    .argument('<code>', 'JP, JPN, 392 (ISO numeric), US-CA, +81, +14155552671 or EUR')
    .option('--json', 'print JSON: {"code","matches":[{"kind","record"|"records"}]}', false)
    .action(run);
  addExamples(command, ['geo lookup JP', 'geo lookup US-CA', 'geo lookup +81', 'geo lookup EUR --json']);
  return addConfigFlags(command, DATABASE_VARIABLES);
}

type Match =
  | { readonly kind: string; readonly record: Fields }
  | { readonly kind: string; readonly records: readonly Fields[] };

/** A form of code, and how it is asked for. */
interface Form {
  readonly shape: RegExp;
  find(ask: Ask, code: string): Promise<Match | undefined>;
}

const FORMS: readonly Form[] = [
  { shape: /^[A-Z]{2,3}$/i, find: async (ask, code) => one('country', await ask(`/v1/countries/${code}`)) },
  { shape: /^[A-Z]{3}$/i, find: async (ask, code) => many('currency', await ask('/v1/currency', { code })) },
  { shape: /^\d{1,3}$/, find: findByNumeric },
  { shape: /^[A-Z]{2}-[A-Z0-9]{1,3}$/i, find: findState },
  { shape: /^\+\d{1,4}$/, find: async (ask, code) => many('dial code', await ask('/v1/phone', { code })) },
  {
    shape: /^\+\d{5,15}$/,
    find: async (ask, number) => one('phone number', await ask('/v1/phone/parse', { number })),
  },
];

async function run(code: string, { json }: { readonly json: boolean }, command: Command): Promise<void> {
  const given = code.trim().replace(/^\+[\s\d().-]+$/, (number) => number.replace(/[\s().-]/g, ''));
  const forms = FORMS.filter(({ shape }) => shape.test(given));
  if (forms.length === 0) {
    throw new CommandError(
      `"${shown(code)}" has the form of no code; codes are such as JP, JPN, 392, US-CA, +81 or EUR`,
      2,
    );
  }
  const matches = await (await import('./ask.ts')).withQuestions(command, async (ask) => {
    const found: Match[] = [];
    for (const { find } of forms) {
      const match = await find(ask, given);
      if (match) found.push(match);
    }
    return found;
  });
  if (matches.length === 0) throw new CommandError(`nothing has the code "${shown(code)}"`);
  print(json ? JSON.stringify({ code: given, matches }) : matches.map(paragraph).join('\n\n'));
}

async function findByNumeric(ask: Ask, code: string): Promise<Match | undefined> {
  const found = await ask('/v1/iso/country', { numeric: code });
  return found === undefined ? undefined : one('country', await ask(`/v1/countries/${field(found, 'iso2')}`));
}

async function findState(ask: Ask, code: string): Promise<Match | undefined> {
  const found = await ask('/v1/iso/state', { iso: code });
  return found === undefined ? undefined : one('state', await ask(`/v1/states/${field(found, 'id')}`));
}

function field(found: unknown, name: string): string {
  return textOf((found as Fields)[name]); // A look-up answers a record.
}

function one(kind: string, found: unknown): Match | undefined {
  return found === undefined ? undefined : { kind, record: found as Fields };
}

function many(kind: string, found: unknown): Match | undefined {
  const records = (found ?? []) as readonly Fields[]; // These operations answer arrays.
  return records.length === 0 ? undefined : { kind, records };
}

function paragraph(match: Match): string {
  if ('record' in match) return `${match.kind}\n${record(match.record)}`;
  const rows = match.records.map((each) => Object.values(each).map(textOf));
  return `${match.kind} (${match.records.length})\n${columns([Object.keys(match.records[0] ?? {}).map((name) => name.toUpperCase()), ...rows])}`;
}
