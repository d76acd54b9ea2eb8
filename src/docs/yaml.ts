/** Documents as YAML. A module of its own, imported where it is needed: of the package itself a build could not take names so. */
import { stringify } from 'yaml';

/** Anchors would save space and cost readability; long texts stay on their lines. */
export function yamlOf(document: unknown): string {
  return stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 });
}
