/** The types of the client, made from the OpenAPI document. */
import openapiTS, { astToString } from 'openapi-typescript';

const HEADER = `/** The types of \`/v1\`, made from its OpenAPI document by \`npm run generate\`. */

`;

/** Declarations of every path, parameter and answer of a document (JSON text). */
export async function clientTypes(document: string): Promise<string> {
  const nodes = await openapiTS(JSON.parse(document), { alphabetize: false });
  return HEADER + astToString(nodes);
}
