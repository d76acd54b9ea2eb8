/** `geo keys`: making, listing, revoking and rotating API keys, also while the server runs. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { PURPOSES } from '../auth/caller.ts';
import { FEATURES, isAtLeast, PLAN_NAMES, type Plan, planNamed } from '../auth/plans.ts';
import { LAST_MOMENT } from '../db/last-moment.ts';
import { didYouMean } from '../did-you-mean.ts';
import { addConfigFlags, DATABASE_VARIABLES } from './config-flags.ts';
import { addExamples } from './examples.ts';
import { CommandError } from './failure.ts';
import type { CreateOptions, JsonOption, RotateOptions } from './keys-actions.ts';
import { CONTROL } from './print.ts';

const DAY_MS = 86_400_000;
const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, d: DAY_MS, w: 7 * DAY_MS, y: 365 * DAY_MS };

export function keysCommand(): Command {
  const keys = new Command('keys').description('make, list, revoke and rotate API keys');
  keys
    .command('create')
    .description('make a key; it is shown once and only its SHA-256 is stored')
    // Not declared as required: a mistyped `--pln` would then be told as a missing plan and not as what it is.
    .option('--plan <plan>', `required; one of: ${PLAN_NAMES.join(', ').toLowerCase()}`, planArgument)
    .option('--name <name>', 'a note that `keys list` shows', nameArgument)
    .option('--expires <when>', 'a duration such as 12h, 90d, 8w, 1y, or a date such as 2030-01-31', expiryArgument)
    .option('--operations-only', 'the key may run stored GraphQL operations only', false)
    .addOption(
      new Option('--only <purpose>', 'the key does nothing else, so that it may stand in an address').choices(PURPOSES),
    )
    .option('--json', 'print JSON', false)
    .action(async ({ plan, ...options }: Omit<CreateOptions, 'plan'> & { plan?: Plan }, command: Command) => {
      if (!plan) throw new CommandError("required option '--plan <plan>' not specified", 2);
      assertUsable(plan, options);
      await (await actions()).create({ ...options, plan }, command);
    });
  keys
    .command('list')
    .description('list the keys, never their text')
    .option('--json', 'print JSON', false)
    .action(async (options: JsonOption, command: Command) => (await actions()).list(options, command));
  keys
    .command('revoke')
    .description('revoke a key; it stops within 5 seconds in every process')
    .argument('<id>', 'the id that `keys list` shows', idArgument)
    .option('--json', 'print JSON', false)
    .action(async (id: number, options: JsonOption, command: Command) =>
      (await actions()).revoke(id, options, command),
    );
  keys
    .command('rotate')
    .description('make a new key in the place of an old one, which goes on for a while')
    .argument('<id>', 'the id that `keys list` shows', idArgument)
    .addOption(
      new Option('--grace <duration>', 'how long the old key goes on: 0, or such as 12h, 7d')
        .argParser(graceArgument)
        .default(DAY_MS, '1d'),
    )
    .option('--json', 'print JSON', false)
    .action(async (id: number, options: RotateOptions, command: Command) =>
      (await actions()).rotate(id, options, command),
    );
  for (const command of keys.commands) addExamples(command, EXAMPLES[command.name()] ?? []);
  for (const command of keys.commands) addConfigFlags(command, DATABASE_VARIABLES);
  return keys;
}

const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  create: [
    'geo keys create --plan professional',
    'geo keys create --plan professional --only reconcile --name OpenRefine',
    'geo keys create --plan community --name "trial" --expires 90d --json',
  ],
  list: ['geo keys list', 'geo keys list --json'],
  revoke: ['geo keys revoke 7'],
  rotate: ['geo keys rotate 7', 'geo keys rotate 7 --grace 0 --json'],
};

/** The database and all that goes with it are loaded by commands that use them, not by `--help`. */
function actions() {
  return import('./keys-actions.ts');
}

function planArgument(text: string): Plan {
  const plan = planNamed(text);
  if (!plan) {
    const plans = PLAN_NAMES.map((name) => name.toLowerCase());
    throw new InvalidArgumentError(`There is no such plan${didYouMean(text, plans)}. Plans are: ${plans.join(', ')}.`);
  }
  return plan;
}

/** A key that would be refused everything is not made, nor one of which part of what was said has no effect. */
function assertUsable(plan: Plan, { only, operationsOnly }: Pick<CreateOptions, 'only' | 'operationsOnly'>): void {
  if (only === undefined) return;
  const lowest = FEATURES[only];
  if (!isAtLeast(plan, lowest)) {
    const [has, needed] = [plan.toLowerCase(), lowest.toLowerCase()];
    throw new CommandError(`a key --only ${only} could do nothing on the plan ${has}: say --plan ${needed}`, 2);
  }
  if (operationsOnly)
    throw new CommandError(`--operations-only says nothing beside --only ${only}: leave one of them out`, 2);
}

function nameArgument(text: string): string {
  if (text.search(CONTROL) === -1) return text;
  throw new InvalidArgumentError('A name is one line of text, without control characters.');
}

function expiryArgument(text: string): Date {
  const duration = durationOf(text);
  const [day, month] = /^(\d{4}-\d{2})-\d{2}/.exec(text) ?? [];
  const when =
    duration !== undefined ? new Date(Date.now() + duration) : new Date(day === undefined ? Number.NaN : text);
  if (Number.isNaN(when.getTime()))
    throw new InvalidArgumentError('Say 12h, 90d, 8w, 1y or a date such as 2030-01-31.');
  // JavaScript takes the days that a month lacks from the next one.
  if (day !== undefined && new Date(`${day}T00:00Z`).toISOString().slice(0, 10) !== day)
    throw new InvalidArgumentError(`There is no ${day}: ${month} ends on the ${daysOf(`${month}`)}.`);
  if (when > LAST_MOMENT) throw new InvalidArgumentError(`The last day is ${LAST_MOMENT.toISOString().slice(0, 10)}.`);
  if (when.getTime() <= Date.now()) throw new InvalidArgumentError('That is in the past.');
  return when;
}

function graceArgument(text: string): number {
  const duration = text === '0' ? 0 : durationOf(text);
  if (duration === undefined) throw new InvalidArgumentError('Say 0, 12h, 7d, 4w or 1y.');
  return duration;
}

function daysOf(month: string): number {
  const first = new Date(`${month}-01T00:00Z`);
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
}

/** Milliseconds of `12h`, `90d`, `8w` or `1y`. */
function durationOf(text: string): number | undefined {
  const [, amount = '', unit = ''] = /^(\d{1,4})([hdwy])$/.exec(text) ?? [];
  return unit === '' ? undefined : Number(amount) * (UNITS[unit] ?? DAY_MS);
}

function idArgument(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('An id is a positive whole number.');
  return Number(text);
}
