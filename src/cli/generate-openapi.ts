/** The OpenAPI document as it is checked in: that of an installation with the default configuration. */
import { variable } from '../config/variables.ts';
import { openApiDocument } from '../rest/openapi/document.ts';
import { RECORDED_ANSWERS } from '../rest/openapi/recorded-answers.ts';
import { ROUTES } from '../rest/routes.ts';
import { schema } from '../schema/schema.ts';
import { VERSION } from '../version.ts';

export function openApiJson(): string {
  const document = openApiDocument({
    routes: ROUTES,
    schema,
    version: VERSION,
    upgradeUrl: variable('UPGRADE_URL').default ?? '',
    answers: RECORDED_ANSWERS,
  });
  return `${JSON.stringify(document, null, 2)}\n`;
}
