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

/** The text is no quotas; `faults` says everything that is wrong with it. */
export class QuotasError extends Error {
  override name = 'QuotasError';
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(faults.join('; '));
    this.faults = faults;
  }
}

/** Reads `{"community":{"second":5,"daily":100,"monthly":2000}}`; throws {@link QuotasError} with every fault. */
export function parseQuotas(text: string): Quotas {
  const given = parseObject(text);
  const faults: string[] = [];
  const quotas: { [P in Plan]?: Quota } = {};
  for (const [name, quota] of Object.entries(given)) {
    const plan = planNamed(name);
    if (!plan) {
      const plans = PLAN_NAMES.map((each) => each.toLowerCase());
      faults.push(`there is no plan "${name}"${didYouMean(name, plans) || `; plans are: ${plans.join(', ')}`}`);
    } else if (quotas[plan]) faults.push(`plan "${name}" stands twice`);
    else quotas[plan] = parseQuota(name, quota, faults);
  }
  if (faults.length > 0) throw new QuotasError(faults);
  return quotas;
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
    } else if (!Number.isInteger(limit) || Number(limit) < 1 || Number(limit) > MOST) {
      faults.push(`"${plan}.${name}" must be a whole number from 1 to ${MOST}, not ${JSON.stringify(limit)}`);
    }
  }
  // Every name was checked to be a period and every value to be a number; otherwise a fault stops the use of it.
  return given as Quota;
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new QuotasError([`is not JSON: ${error instanceof Error ? error.message : String(error)}`]);
  }
  if (!isObject(value)) throw new QuotasError(['must be a JSON object such as {"community":{"daily":100}}']);
  return value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
