/** The tools by others in tools/contract, which are installed when they are used. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The folder with the tools and their settings. */
export const CONTRACT_TOOLS = join(import.meta.dirname, '..', '..', 'tools', 'contract');

/** Why tests with them are skipped where they are not installed. */
export const NO_CONTRACT_TOOLS = 'tools/contract is not installed (`npm run test:contract` installs it)';

export const HAS_CONTRACT_TOOLS = existsSync(join(CONTRACT_TOOLS, 'node_modules'));

/** The file of a tool, such as `@stoplight/prism-cli/dist/index.js`. */
export function contractTool(file: string): string {
  return join(CONTRACT_TOOLS, 'node_modules', file);
}
