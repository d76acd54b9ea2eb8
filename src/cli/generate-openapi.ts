/** The OpenAPI document as it is checked in: that of an installation with the default configuration. */
import { variable } from '../config/variables.ts';
import { openApiDocument } from '../rest/openapi/document.ts';
import { RECORDED_ANSWERS } from '../rest/openapi/recorded-answers.ts';
import { BATCHES } from '../rest/batches.ts';
import { ROUTES } from '../rest/routes.ts';
import { schema } from '../schema/schema.ts';
import { VERSION } from '../version.ts';

/** The document of an installation whose plans are sold at `upgradeUrl`. */
export function openApiFor(upgradeUrl: string) {
  return openApiDocument({
    routes: ROUTES,
    batches: BATCHES,
    schema,
    version: VERSION,
    upgradeUrl,
    answers: RECORDED_ANSWERS,
  });
}

export function openApiJson(): string {
  return `${JSON.stringify(openApiFor(variable('UPGRADE_URL').default ?? ''), null, 2)}\n`;
}
