/** What each plan unlocks, read off the plans, the features and the records' fields: nothing is said twice. */
import { FEATURES, type Feature, PLAN_NAMES, PLANS, type Plan, type Tier } from '../auth/plans.ts';
import { type Html, html } from '../html/html.ts';
import { coded } from '../html/layout.ts';
import { CITY } from '../schema/city.resource.ts';
import { COUNTRY } from '../schema/country.resource.ts';
import type { Resource } from '../schema/resource.ts';
import { STATE } from '../schema/state.resource.ts';

const RESOURCES = [COUNTRY, STATE, CITY];

const FEATURE_NAMES: Readonly<Record<Feature, string>> = {
  fuzzySearch: 'typo-tolerant search',
  isoLookup: 'ISO code look-ups',
  currencyApi: 'currencies',
  phoneDialCode: 'dial codes',
  regionsApi: 'regions',
  bulkStates: 'all states at once',
  bulkCities: 'all cities of a country',
  fieldsFiltering: '`fields` and `sort`',
  inlineSearch: '`q` in lists',
  reconcile: 'reconciling tables',
  geoSearch: 'places around a point',
  consistency: 'checks of addresses',
};

export interface PlanRow {
  readonly plans: readonly Plan[];
  readonly tier: Tier;
  /** Fields that this row sees and the row before does not, by record. */
  readonly fields: readonly { readonly record: string; readonly names: readonly string[] }[];
  readonly features: readonly Feature[];
}

/** Plans that see and may do the same are one row; each row names what it adds to the one before. */
export function planRows(): PlanRow[] {
  const rows: PlanRow[] = [];
  for (const plan of PLAN_NAMES) {
    const { tier, rank } = PLANS[plan];
    const features = featuresOf((lowest) => PLANS[lowest].rank === rank);
    const last = rows.at(-1);
    if (last && last.tier === tier && (features.length === 0 || PLANS[last.plans[0] ?? plan].rank === rank)) {
      rows[rows.length - 1] = { ...last, plans: [...last.plans, plan] };
    } else {
      const fields = last?.tier === tier ? [] : RESOURCES.map((resource) => fieldsOf(resource, tier));
      rows.push({ plans: [plan], tier, fields, features });
    }
  }
  return rows;
}

export function planTable(): Html {
  return html`<table class="plans">
<caption class="hidden">What each plan adds to the one before</caption>
<thead><tr><th scope="col">Plan</th><th scope="col">Adds</th></tr></thead>
<tbody>
${planRows().map(
  ({ plans, fields, features }, index) => html`<tr><th scope="row">${plans.join(' · ')}</th><td>
${features.length === 0 ? undefined : html`<p>${coded(features.map((feature) => FEATURE_NAMES[feature]).join(', '))}</p>`}
${fields.length === 0 ? undefined : fieldDetails(fields, index === 0)}</td></tr>`,
)}
</tbody>
</table>`;
}

function fieldDetails(fields: PlanRow['fields'], first: boolean): Html {
  const summary = fields.map(({ record, names }) => `${first ? '' : '+'}${names.length} ${record}`).join(', ');
  return html`<details><summary>${summary} fields</summary>
<dl>${fields.map(({ record, names }) => html`<dt>${record}</dt><dd>${names.join(', ')}</dd>`)}</dl></details>`;
}

function featuresOf(isWanted: (lowest: Plan) => boolean): Feature[] {
  // Object.keys of the literal: its keys are exactly the features.
  return (Object.keys(FEATURES) as Feature[]).filter((feature) => isWanted(FEATURES[feature]));
}

function fieldsOf({ name, fields }: Resource, wanted: Tier) {
  return {
    record: name.toLowerCase(),
    names: fields.filter(({ tier }) => tier === wanted).map(({ wire }) => wire),
  };
}
