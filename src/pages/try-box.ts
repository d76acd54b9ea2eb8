/** The box in which a visitor asks the service: works by script, and shows a real answer without. */
import { z } from 'zod';
import type { DemoKeys } from '../auth/demo-keys.ts';
import { PLAN_NAMES } from '../auth/plans.ts';
import { type Html, html } from '../html/html.ts';
import { keyHint } from '../html/key-hint.ts';
import { codeBlock } from '../html/layout.ts';
import { jsonHtml } from './json-html.ts';

/** An answer that the service gave itself when the page was made. */
export interface Sample {
  readonly target: string;
  readonly milliseconds: number;
  readonly body: string;
}

/** The request of the sample, which is also what the form holds at first. */
const SAMPLE_QUERY = 'Reykjavk';
export const SAMPLE_TARGET = `/v1/search/fuzzy?q=${SAMPLE_QUERY}&type=city&limit=5`;
export const SAMPLE_PLAN = 'Professional';
/** Stands in requests to paste where no demo key may be shown. */
export const KEY_PLACEHOLDER = 'YOUR_KEY';

const match = z.object({
  name: z.string(),
  country_code: z.string().optional(),
  iso2: z.string().nullish(),
  match_score: z.number(),
});

export function tryBox(sample: Sample, origin: string, keys: DemoKeys): Html {
  const shown = keys[SAMPLE_PLAN.toLowerCase()];
  return html`<section class="card" aria-labelledby="try-title">
<h2 id="try-title">Try it</h2>
<form id="try" action="/" method="get">
<p class="field grow"><label for="try-q">Text</label><input id="try-q" value="${SAMPLE_QUERY}" autocomplete="off" spellcheck="false" maxlength="100" required></p>
<p class="field"><label for="try-type">Type</label><select id="try-type">
<optgroup label="Typo-tolerant search"><option value="city" selected>city</option><option value="state">state</option><option value="country">country</option></optgroup>
<optgroup label="By code"><option value="record">record</option></optgroup>
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

/** The matches of a search in a line each; nothing for other answers. */
function hits(body: string): Html[] {
  const found = z.array(match).safeParse(JSON.parse(body || '[]')).data ?? [];
  return found.map(
    ({ name, country_code, iso2, match_score }) =>
      html`<li>${name} <span class="muted">${country_code ?? iso2 ?? ''} ${match_score.toFixed(2)}</span></li>`,
  );
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
