/** What a plan may ask for: the shape of quotas and the reading of them from JSON. */
import { didYouMean } from '../did-you-mean.ts';
import { PLAN_NAMES, type Plan, planNamed } from './plans.ts';

/** The periods over which requests are counted, shortest first. */
export const PERIODS = ['second', 'daily', 'monthly'] as const;
export type Period = (typeof PERIODS)[number];

/** Requests that one key may make in each period; a period that is not named is unlimited. */
export type Quota = { readonly [P in Period]?: number };
/** A plan that is not named is unlimited. */
export type Quotas = { readonly [P in Plan]?: Quota };

const MOST = 1_000_000_000;

/** The text says nothing of plans; `faults` says everything that is wrong with it. */
export class PlanTableError extends Error {
  override name = 'PlanTableError';
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(faults.join('; '));
    this.faults = faults;
  }
}

/** Reads `{"community":{"second":5,"daily":100,"monthly":2000}}`; throws {@link PlanTableError} with every fault. */
export function parseQuotas(text: string): Quotas {
  return parsePlanTable(text, '{"community":{"daily":100}}', parseQuota);
}

/** Reads `{"community":1000}`; throws {@link PlanTableError} with every fault. */
export function parsePlanNumbers(text: string): { readonly [P in Plan]?: number } {
  return parsePlanTable(text, '{"community":1000}', (plan, given, faults) => {
    if (isLimit(given)) return given;
    faults.push(`"${plan}" must be a whole number from 1 to ${MOST}, not ${JSON.stringify(given)}`);
    return 0;
  });
}

/** Reads an object with plans for keys, in any case. */
function parsePlanTable<T>(
  text: string,
  example: string,
  parse: (plan: string, given: unknown, faults: string[]) => T,
): { [P in Plan]?: T } {
  const faults: string[] = [];
  const table: { [P in Plan]?: T } = {};
  for (const [name, value] of Object.entries(parseObject(text, example))) {
    const plan = planNamed(name);
    if (!plan) {
      const plans = PLAN_NAMES.map((each) => each.toLowerCase());
      faults.push(`there is no plan "${name}"${didYouMean(name, plans) || `; plans are: ${plans.join(', ')}`}`);
    } else if (plan in table) faults.push(`plan "${name}" stands twice`);
    else table[plan] = parse(name, value, faults);
  }
  if (faults.length > 0) throw new PlanTableError(faults);
  return table;
}

function parseQuota(plan: string, given: unknown, faults: string[]): Quota {
  if (!isObject(given)) {
    faults.push(`"${plan}" must be an object such as {"daily":100}`);
    return {};
  }
  for (const [name, limit] of Object.entries(given)) {
    if (!PERIODS.some((period) => period === name)) {
      faults.push(
        `"${plan}" has no period "${name}"${didYouMean(name, PERIODS) || `; periods are: ${PERIODS.join(', ')}`}`,
      );
    } else if (!isLimit(limit)) {
      faults.push(`"${plan}.${name}" must be a whole number from 1 to ${MOST}, not ${JSON.stringify(limit)}`);
    }
  }
  // Every name was checked to be a period and every value to be a number; otherwise a fault stops the use of it.
  return given as Quota;
}

function isLimit(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MOST;
}

function parseObject(text: string, example: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // The message quotes the text, which may be that of a file that was named by mistake.
    const isMeant = text.trimStart().startsWith('{') && error instanceof Error;
    throw new PlanTableError([isMeant ? `is not JSON: ${error.message}` : `must be a JSON object such as ${example}`]);
  }
  if (!isObject(value)) throw new PlanTableError([`must be a JSON object such as ${example}`]);
  return value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
