/** `geo schema`: the GraphQL schema as this program serves it. */
import { Command } from 'commander';
import { addExamples } from './examples.ts';
import { print } from './print.ts';

export function schemaCommand(): Command {
  const command = new Command('schema')
    .description('print the GraphQL schema (SDL)')
    .option('--json', 'print JSON: {"sdl"}', false)
    .action(async ({ json }: { readonly json: boolean }) => {
      // No other command needs the whole schema to be built.
      const [{ schema }, { sdlOf }] = await Promise.all([import('../schema/schema.ts'), import('../schema/sdl.ts')]);
      const sdl = sdlOf(schema).trimEnd();
      print(json ? JSON.stringify({ sdl }) : sdl);
    });
  return addExamples(command, ['geo schema > schema.graphql']);
}
