/** The box in which a visitor asks the service: works by script, and shows a real answer without. */
import { z } from 'zod';
import type { DemoKeys } from '../auth/demo-keys.ts';
import { PLAN_NAMES } from '../auth/plans.ts';
import { type Html, html } from '../html/html.ts';
import { keyHint } from '../html/key-hint.ts';
import { codeBlock } from '../html/layout.ts';
import type { DataSet } from '../schema/context.ts';
import { jsonHtml } from './json-html.ts';
import { pathOfPlace } from './place-parts.ts';

/** A request that is there to be tried; the form holds it at first. */
export interface SampleRequest {
  readonly target: string;
  readonly query: string;
  /** The form's choice that makes it. */
  readonly choice: 'place' | 'city';
}

/** An answer that the service gave itself when the page was made. */
export interface Sample extends SampleRequest {
  readonly milliseconds: number;
  readonly body: string;
}

const PLACE_SAMPLE: SampleRequest = {
  target: '/v1/places/suggest?q=Bombay&limit=5',
  query: 'Bombay',
  choice: 'place',
};
/** While there is no index. */
const CITY_SAMPLE: SampleRequest = {
  target: '/v1/search/fuzzy?q=Reykjavk&type=city&limit=5',
  query: 'Reykjavk',
  choice: 'city',
};

export function sampleOf({ findIndex }: Pick<DataSet, 'findIndex'>): SampleRequest {
  return findIndex ? PLACE_SAMPLE : CITY_SAMPLE;
}

export const SAMPLE_PLAN = 'Professional';
/** Stands in requests to paste where no demo key may be shown. */
export const KEY_PLACEHOLDER = 'YOUR_KEY';

const hitShape = z.object({
  id: z.number(),
  name: z.string(),
  type: z.enum(['city', 'state', 'country']).optional(),
  country_code: z.string(),
  state_code: z.string().nullable(),
  match: z.string().optional(),
  matched_name: z.string().nullish(),
  match_score: z.number().optional(),
});

const CHOICES = [
  { label: 'What is meant', choices: ['place'] },
  { label: 'By spelling', choices: ['city', 'state', 'country'] },
  { label: 'By code', choices: ['record'] },
];

export function tryBox(sample: Sample, origin: string, keys: DemoKeys): Html {
  const shown = keys[SAMPLE_PLAN.toLowerCase()];
  return html`<section class="card" aria-labelledby="try-title">
<h2 id="try-title">Try it</h2>
<form id="try" action="/" method="get">
<p class="field grow"><label for="try-q">Text</label><input id="try-q" value="${sample.query}" autocomplete="off" spellcheck="false" maxlength="100" required></p>
<p class="field"><label for="try-type">Type</label><select id="try-type">
${CHOICES.map(
  ({ label, choices }) =>
    html`<optgroup label="${label}">${choices.map(
      (choice) =>
        html`<option value="${choice}"${choice === sample.choice ? html` selected` : undefined}>${choice}</option>`,
    )}</optgroup>`,
)}
</select></p>
${keyField(keys)}
<p class="field"><button type="submit">Ask</button></p>
</form>
${shown === undefined ? html`<p class="note">${keyHint()}</p>` : undefined}
<p class="status" id="try-status" role="status"><code>GET <span id="try-target">${sample.target}</span></code> <b id="try-code" class="good">200</b> <span id="try-time">${sample.milliseconds} ms</span> <span id="try-note">asked by the service itself</span></p>
<ol class="hits" id="try-hits" aria-label="Best matches">${hits(sample.body)}</ol>
${codeBlock('Answer', html`<span id="try-body">${jsonHtml(sample.body)}</span>`, 'answer')}
<div class="copyable">${codeBlock('The same with curl', html`<span id="try-curl">${curl(origin, sample.target, shown ?? KEY_PLACEHOLDER)}</span>`)}<button type="button" id="try-copy" hidden>Copy</button></div>
<noscript><p class="note">Scripts are off, so this is one answer, given when the page was made. The curl line asks for it again.</p></noscript>
</section>`;
}

/** The places of an answer in a line each, as try.js writes them. */
function hits(body: string): Html[] {
  const found = z.array(hitShape).safeParse(JSON.parse(body || '[]')).data ?? [];
  return found.map(({ id, name, type = 'city', country_code, state_code, match, matched_name, match_score }) => {
    const path = pathOfPlace({ id, type, countryCode: country_code, stateCode: state_code });
    const said = [matched_name, country_code, match ?? match_score?.toFixed(2)].filter(Boolean).join(' · ');
    return html`<li><a href="${path}">${name}</a> <span class="muted">${said}</span></li>`;
  });
}

/** A request to paste into a shell. */
export function curl(origin: string, target: string, key: string): string {
  return `curl -H 'X-SVCAPI-KEY: ${key}' \\\n  '${origin}${target}'`;
}

function keyField(keys: DemoKeys): Html {
  const plans = PLAN_NAMES.filter((plan) => keys[plan.toLowerCase()] !== undefined);
  if (plans.length === 0) {
    return html`<p class="field"><label for="try-key">API key</label><input id="try-key" type="password" autocomplete="off" placeholder="geo_…"></p>`;
  }
  return html`<p class="field"><label for="try-key">Plan (demo key)</label><select id="try-key">${plans.map(
    (plan) =>
      html`<option value="${keys[plan.toLowerCase()]}"${plan === SAMPLE_PLAN ? html` selected` : undefined}>${plan}</option>`,
  )}</select></p>`;
}
