/** What linters of OpenAPI documents by others say of ours. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { CONTRACT_TOOLS, contractTool, HAS_CONTRACT_TOOLS, NO_CONTRACT_TOOLS } from './contract-tool.ts';

const run = promisify(execFile);

describe.skipIf(!HAS_CONTRACT_TOOLS)(`the document${HAS_CONTRACT_TOOLS ? '' : `: ${NO_CONTRACT_TOOLS}`}`, () => {
  it.each(['redocly lint', 'spectral lint ../../generated/openapi.json --fail-severity=hint'])(
    'passes %s without a remark',
    async (command) => {
      const [tool = '', ...args] = command.split(' ');
      const { stdout, stderr } = await run(process.execPath, [contractTool(`.bin/${tool}`), ...args], {
        cwd: CONTRACT_TOOLS,
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' },
      });
      expect(`${stdout}${stderr}`).toMatch(
        /Your API description is valid|No results with a severity of 'hint' or higher/,
      );
      expect(`${stdout}${stderr}`).not.toMatch(/\b[1-9]\d* (?:errors?|warnings?|problems?)\b/);
    },
  );
});
