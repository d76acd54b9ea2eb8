/** `/docs`: the reference of `/v1`, drawn in the browser by Scalar from `/openapi.json`, with a demo key where there is one. */
import { KEY_HEADER } from '../auth/key-headers.ts';
import { type Html, html } from '../html/html.ts';
import { keyHint } from '../html/key-hint.ts';
import type { DocumentedOperation } from './documented-operation.ts';

/** Where the page loads its files from. */
export interface ReferenceFiles {
  readonly script: string;
  readonly start: string;
  readonly styles: string;
  readonly icon: string;
}

/** The page; `key` is filled in where requests are tried. */
export function referencePage(files: ReferenceFiles, key: string | undefined): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Geo reference</title>
<meta name="description" content="Every operation of /v1 with its parameters, plans, answers and errors, to be tried at once.">
<meta name="color-scheme" content="dark light">
<link rel="icon" href="${files.icon}" type="image/svg+xml">
<link rel="stylesheet" href="${files.styles}">
<script src="${files.script}" defer></script>
<script src="${files.start}" defer></script>
</head>
<body>
<noscript>
<h1>API reference</h1>
<p>This page needs script. The same is in <a href="/openapi.json">/openapi.json</a> and <a href="/openapi.yaml">/openapi.yaml</a>; errors are explained in <a href="/docs/errors">/docs/errors</a>.</p>
</noscript>
${key === undefined ? html`<p class="key-hint">${keyHint()}</p>` : undefined}
<div id="reference" data-configuration="${JSON.stringify(configuration(key))}"></div>
</body>
</html>
`;
}

function configuration(key: string | undefined): Readonly<Record<string, unknown>> {
  return {
    url: '/openapi.json',
    // Nothing leaves this service: no fonts, no telemetry, no proxy, no assistant.
    withDefaultFonts: false,
    telemetry: false,
    proxyUrl: '',
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: 'never',
    hideClientButton: true,
    theme: 'default',
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    authentication: {
      preferredSecurityScheme: 'apiKey',
      ...(key === undefined ? {} : { securitySchemes: { apiKey: { value: key } } }),
    },
  };
}

/** The same in brief, for programs that read no HTML. */
export function referenceText(operations: readonly DocumentedOperation[]): string {
  const lines = operations.map(
    ({ path, summary, gate }) => `GET ${path}\n    ${summary}${gate ? `, from the ${gate.plan} plan` : ''}\n`,
  );
  return `Every request carries the header ${KEY_HEADER}.\nThe whole reference: /openapi.json, /openapi.yaml; errors: /docs/errors\n\n${lines.join('')}`;
}
