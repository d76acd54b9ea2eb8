/** `geo serve`: starts the service. Faults of its flags are told together with those of the environment. */
import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { hasDatabase } from '../db/embedded/data-folder.ts';
import { startHome } from '../db/home.ts';
import { addConfigFlags, configFlags } from './config-flags.ts';
import { withFrugalHeap } from '../db/import/frugal-heap.ts';
import { isWorker } from '../workers/worker.ts';
import { addExamples } from './examples.ts';
import { sayingLittleRoom } from './little-room.ts';

export function serveCommand(): Command {
  const serve = new Command('serve')
    .description('start the service; SIGTERM and SIGINT stop it after the requests in flight')
    .option('--json', 'print JSON once the service answers: {"url","database","dataSet","demoKeysFile"}', false)
    .allowUnknownOption()
    .allowExcessArguments()
    .action(async ({ json }: { readonly json: boolean }, command: Command) => {
      const config = readConfig({ flags: configFlags(command) });
      if (config.workers > 1 && !isWorker) return (await import('../workers/supervisor.ts')).supervise(config);
      const start = async () => {
        // The database starts while the rest of the service is loaded, which the other commands do without.
        const home = startHome({ ...config, limits: { poolSize: config.poolSize } });
        home.catch(() => undefined); // The service is told.
        const { serve } = await import('../serve.ts');
        await serve(config, home, { json });
      };
      const isFirstStart = config.databaseUrl === undefined && !hasDatabase(config.dataDir);
      await sayingLittleRoom(config, isFirstStart ? () => withFrugalHeap(start) : start);
    });
  addExamples(serve, [
    'geo serve',
    'geo serve --port 8080 --host 0.0.0.0',
    'DATABASE_URL_FILE=/run/secrets/url geo serve',
  ]);
  return addConfigFlags(serve);
}
