/** `/docs/errors`: what each kind of error means and what to do about it; every error's `Link` header leads here. */
import { FEATURES } from '../auth/plans.ts';
import { type Html, html } from '../html/html.ts';
import { codeBlock, page } from '../html/layout.ts';
import { ERROR_KINDS, type ErrorKind } from '../http/errors.ts';
import type { DocumentedOperation } from './documented-operation.ts';

interface Explanation {
  readonly title: string;
  readonly meaning: string;
  readonly remedy: string;
}

const EXPLANATIONS: Readonly<Record<ErrorKind, Explanation>> = {
  malformed: {
    title: 'Malformed request',
    meaning: 'The path or the query has a percent escape that is no UTF-8 text, or a NUL.',
    remedy: 'Encode every value once as UTF-8, as encodeURIComponent() does.',
  },
  unauthorized: {
    title: 'No valid key',
    meaning:
      'The header X-SVCAPI-KEY is missing, or its key is malformed, unknown, expired or revoked. The answer is the same for each cause.',
    remedy: 'Send the whole key in the header X-SVCAPI-KEY. Ask the operator of the service for a key that is valid.',
  },
  forbidden: {
    title: 'The plan is too low',
    meaning: 'The key is valid, but its plan lacks the feature that the answer names.',
    remedy: 'Get a higher plan at the address in upgradeUrl, or leave out the parameter that needs it.',
  },
  notFound: {
    title: 'Not found',
    meaning: 'There is no such path, no such record, or the record lacks what was asked for. The text says which.',
    remedy: 'Compare the path with the reference, and the code or id with a list. Codes can be written in any case.',
  },
  methodNotAllowed: {
    title: 'Method not allowed',
    meaning: 'The service only reads: a path has GET, HEAD and OPTIONS; a path that takes rows has POST and OPTIONS.',
    remedy: 'Send the request by a method that the header Allow names.',
  },
  invalid: {
    title: 'A parameter breaks its rule',
    meaning: 'One or more query parameters are not what the operation takes. The text names each with its rule.',
    remedy: 'Correct the named parameters. A parameter may be given once; unknown ones are ignored.',
  },
  tooLarge: {
    title: 'The body is too large',
    meaning: 'A request with a body has more bytes than the operation takes.',
    remedy: 'Send the rows in several requests.',
  },
  unsupportedMediaType: {
    title: 'The body is of another kind',
    meaning: 'The header Content-Type names no kind of body that the operation takes, or the body is compressed.',
    remedy: 'Send JSON as application/json, or a JSON object a line as application/x-ndjson.',
  },
  quotaExceeded: {
    title: 'Quota used up',
    meaning:
      'The key has made as many requests as its plan allows in the period: a second, a UTC day or a UTC month. Where the ' +
      'period is a minute, too many wrong keys came from your address; a good key goes on.',
    remedy: 'Wait for as many seconds as Retry-After says, keep answers as Cache-Control allows, or get a higher plan.',
  },
  internal: {
    title: 'Fault of the service',
    meaning: 'Something went wrong that the request is not to blame for.',
    remedy: 'Try again later. If it stays, tell the operator the X-Request-Id of the answer.',
  },
  unavailable: {
    title: 'Service unavailable',
    meaning: 'The data is out of reach for the moment, or still being loaded, and the answer was not in the cache.',
    remedy: 'Ask again after as many seconds as Retry-After says.',
  },
};

interface Section extends Explanation {
  readonly kind: string;
  readonly status: number;
  readonly body: string;
}

function sections(): Section[] {
  // Object.entries of the catalogue: its keys are exactly the kinds.
  const kinds = Object.entries(ERROR_KINDS) as [ErrorKind, (typeof ERROR_KINDS)[ErrorKind]][];
  return kinds.map(([kind, { status, error }]) => ({
    ...EXPLANATIONS[kind],
    kind,
    status,
    body: JSON.stringify({ error, ...EXTRA[kind] }),
  }));
}

const EXTRA: Readonly<Partial<Record<ErrorKind, object>>> = {
  forbidden: { feature: 'isoLookup', upgradeUrl: '…' },
  quotaExceeded: { limit: 5, period: 'second', tier: 'community', upgradeUrl: '…' },
};

/** The page. */
export function errorPage(operations: readonly DocumentedOperation[]): Html {
  return page({
    title: 'Errors · Geo reference',
    description: 'What each error of the service means and what to do about it.',
    path: '/docs/errors',
    main: html`<h1>Errors</h1>
<p>Every error is a JSON object with <code>error</code>; its <code>Link</code> header leads to its section here. The checks run in this order: path, method, key, quota, plan, parameters, look-up. The first that fails answers.</p>
${sections().map((section) => errorSection(section, operations))}`,
  });
}

function errorSection(
  { kind, status, title, body, meaning, remedy }: Section,
  operations: readonly DocumentedOperation[],
): Html {
  return html`<section id="${kind}" class="card">
<h2>${status} · ${title}</h2>
${codeBlock(`Example of ${title}`, body)}
<p>${meaning}</p>
<p>${remedy}</p>
${DETAILS[kind]?.(operations)}
</section>
`;
}

/** What a kind has beside its explanation. */
const DETAILS: Readonly<Record<string, (operations: readonly DocumentedOperation[]) => Html>> = {
  forbidden: (operations) =>
    table(
      ['Feature', 'From the plan'],
      Object.entries(FEATURES).flatMap(([feature, plan]) => [
        [feature, plan] as const,
        ...operations.flatMap(({ path, gate }) =>
          gate?.feature === feature && gate.plan !== plan ? [[`${feature}: ${path}`, gate.plan] as const] : [],
        ),
      ]),
    ),
  notFound: (operations) =>
    table(
      ['Operation', 'error'],
      operations.flatMap(({ path, notFound }) => notFound.map((text) => [path, text] as const)),
    ),
  invalid: (operations) =>
    table(
      ['Request', 'error'],
      operations.flatMap(({ badRequests }) => badRequests.map(({ target, error }) => [target, error] as const)),
    ),
};

function table(head: readonly [string, string], rows: readonly (readonly [string, string])[]): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${head.join(' and ')}"><table>
<thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>
${rows.map(
  ([first, second]) => html`<tr><td><code>${first}</code></td><td>${second}</td></tr>
`,
)}</tbody>
</table></div>`;
}

/** The same for programs that read no HTML. */
export function errorText(): string {
  return sections()
    .map(
      ({ kind, status, title, body, meaning, remedy }) =>
        `${status} ${title} (#${kind})\n    ${body}\n    ${meaning}\n    ${remedy}\n`,
    )
    .join('\n');
}
