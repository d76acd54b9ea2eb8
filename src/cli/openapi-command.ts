/** `geo openapi`: the OpenAPI document of this installation, as it serves it. */
import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { addConfigFlags, configFlags } from './config-flags.ts';
import { addExamples } from './examples.ts';
import { print } from './print.ts';

export function openapiCommand(): Command {
  const command = new Command('openapi')
    .description('print the OpenAPI 3.1 document of /v1')
    .option('--yaml', 'print YAML instead of JSON', false)
    .option('--json', 'print JSON, as it does anyway', false)
    .action(run);
  addExamples(command, ['geo openapi > openapi.json', 'geo openapi --yaml']);
  return addConfigFlags(command, ['UPGRADE_URL']);
}

interface OpenapiOptions {
  readonly yaml: boolean;
  readonly json: boolean;
}

async function run({ yaml, json }: OpenapiOptions, command: Command): Promise<void> {
  if (yaml && json) command.error('error: give either --yaml or --json', { exitCode: 2 });
  const { upgradeUrl } = readConfig({ flags: configFlags(command) });
  // No other command needs the whole schema to be built.
  const { openApiFor } = await import('./generate-openapi.ts');
  const document = openApiFor(upgradeUrl);
  if (!yaml) {
    print(JSON.stringify(document, null, 2));
    return;
  }
  const { yamlOf } = await import('../docs/yaml.ts');
  print(yamlOf(document).trimEnd());
}
