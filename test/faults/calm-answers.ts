/** Holds calm answers against the data files: these fields and no others, in their order, each as the specification's tables have it. */
import type { Plan } from '../../src/auth/plans.ts';
import {
  decodedRecord,
  expectedRecord,
  PLAN_TIERS,
  type SourceRow,
  type SpecifiedField,
} from '../rest/specification.ts';
import { WORD } from './question.ts';

/** What an operation may cost at each plan. */
const COSTS: Readonly<Record<Plan, number>> = {
  Community: 5_000,
  Starter: 10_000,
  Legacy: 10_000,
  Supporter: 20_000,
  Professional: 50_000,
  Business: 100_000,
};

/** Values by field; a function says whether a value will do where the files do not give it to the last digit. */
export type Expected = Readonly<Record<string, unknown>>;

/** The records that `/v1` makes of these rows for a plan. */
export function recordsFor(plan: Plan, fields: readonly SpecifiedField[], rows: readonly SourceRow[]): Expected[] {
  return rows.map((row) => expectedRecord(fields, PLAN_TIERS[plan], row));
}

/** The records that GraphQL makes of these rows where these fields are selected. */
export function recordsWith(names: string, fields: readonly SpecifiedField[], rows: readonly SourceRow[]): Expected[] {
  return rows.map((row) => {
    const whole = expectedRecord(fields, 'full', row);
    return Object.fromEntries(names.split(' ').map((name) => [name, whole[name]]));
  });
}

/** Throws unless the records are these, in their order, and nothing else. `fields` tells which of theirs are JSON in a text. */
export function same(records: unknown, expected: readonly Expected[], fields: readonly SpecifiedField[] = []): void {
  if (!Array.isArray(records)) throw new Error(`the calm answer is no list: ${shown(records)}`);
  if (records.length !== expected.length)
    throw new Error(`the calm answer has ${records.length} records, the files ${expected.length}`);
  for (const [at, wanted] of expected.entries()) sameRecord(records[at], wanted, fields, at);
}

function sameRecord(found: unknown, expected: Expected, fields: readonly SpecifiedField[], at: number): void {
  const names = namesOf(found);
  if (names.length === 0) throw new Error(`record ${at} of the calm answer has no fields`);
  const record = decodedRecord(fields, found as SourceRow); // It has fields.
  const who = record['name'] ?? `record ${at}`;
  const [own, wanted] = [names.join(' '), Object.keys(expected).join(' ')];
  if (own !== wanted) throw new Error(`the fields of ${who} are ${own} in the calm answer, ${wanted} by the files`);
  for (const [name, value] of Object.entries(record)) {
    const right = expected[name];
    if (typeof right === 'function' ? right(value) : JSON.stringify(value) === JSON.stringify(right)) continue;
    throw new Error(
      `${name} of ${who} is ${shown(value)} in the calm answer${typeof right === 'function' ? '' : `, ${shown(right)} in the files`}`,
    );
  }
}

/** What GraphQL answered below the word, and below the one field after the other that is named; throws where there is anything beside it. */
export function below(answer: unknown, plan: Plan, ...path: readonly string[]): unknown {
  if (namesOf(answer).join() !== 'data,extensions') throw new Error(`the calm answer is ${shown(answer)}`);
  const { data, extensions } = answer as { readonly data: unknown; readonly extensions: unknown }; // As was just seen.
  const { cost, ...told } = (only(extensions, 'plan') ?? {}) as { readonly cost?: unknown };
  const expected = { plan: plan.toLowerCase(), tier: PLAN_TIERS[plan], left: COSTS[plan] - Number(cost) };
  if (JSON.stringify(told) !== JSON.stringify(expected) || typeof cost !== 'number' || cost < 1)
    throw new Error(`the calm answer for ${plan} says ${shown(extensions)}`);
  return [WORD, ...path].reduce(only, data);
}

/** The value of the only field that there is. */
function only(value: unknown, name: string): unknown {
  if (namesOf(value).join() !== name) throw new Error(`the calm answer has ${shown(value)} where only ${name} belongs`);
  return (value as Readonly<Record<string, unknown>>)[name]; // It has that field.
}

function namesOf(value: unknown): string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

function shown(value: unknown): string {
  return String(JSON.stringify(value)).slice(0, 100);
}
