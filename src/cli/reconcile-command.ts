/** `geo reconcile`: what the rows of a CSV file mean, beside them in another file. */
import { Command, InvalidArgumentError } from 'commander';
import { addConfigFlags, DATABASE_VARIABLES } from './config-flags.ts';
import { addExamples } from './examples.ts';
import type { ReconcileOptions } from './reconcile-file.ts';

export function reconcileCommand(): Command {
  const command = new Command('reconcile')
    .description(
      'say which country, state and city each row of a CSV file means; what was interrupted goes on where it stopped',
    )
    .argument(
      '<file>',
      'a CSV file in UTF-8 with a line of names; columns country, state, city, postcode, lat, lng, lang',
    )
    .option(
      '--output <file>',
      'where the rows go with what they mean; by default FILE with .reconciled before its ending',
    )
    .option('--column <name=column>', 'which column of the file is which; may be repeated', mapping, {})
    .option(
      '--delimiter <sign>',
      'what stands between cells; by default what the first line has most of: , ; or a tab',
      delimiter,
    )
    .option('--json', 'print JSON: {"rows","before","errors","output","verdicts"}', false)
    .action(async (file: string, options: ReconcileOptions, command: Command) =>
      (await import('./reconcile-file.ts')).reconcileFile(file, options, command),
    );
  addExamples(command, [
    'geo reconcile addresses.csv',
    'geo reconcile kunden.csv --column city=Ort --column country=Land --output ids.csv --json',
  ]);
  return addConfigFlags(command, DATABASE_VARIABLES);
}

function delimiter(text: string): string {
  if (text === '' || /["\n\r]/.test(text))
    throw new InvalidArgumentError('Say a sign that is no quote, such as a semicolon.');
  return text;
}

function mapping(text: string, before: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const equals = text.indexOf('=');
  if (equals < 1 || equals === text.length - 1) throw new InvalidArgumentError('Say it as --column city=Town.');
  return { ...before, [text.slice(0, equals)]: text.slice(equals + 1) };
}
