/** Every check in order. Nothing is changed by any of them, but that Redis has counts on trial for some seconds. */
import { statfs } from 'node:fs/promises';
import { type Config, inspectConfig } from '../../config.ts';
import { checkDatabase } from './database-checks.ts';
import { type Finding, fault, ok, type Surroundings, skipped, warning } from './finding.ts';
import { checkDataFolder, checkDisk, checkNode } from './machine-checks.ts';
import { checkOperations } from './operations-check.ts';
import { checkPorts } from './port-checks.ts';
import { checkRedis } from './redis-check.ts';

/** The machine as it is. */
export const THIS_MACHINE: Surroundings = {
  nodeVersion: process.versions.node,
  now: Date.now,
  async freeBytes(folder) {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  },
  sources: {},
};

export async function examine(surroundings: Surroundings): Promise<Finding[]> {
  const { config, faults } = inspectConfig(surroundings.sources);
  return [
    checkNode(surroundings.nodeVersion),
    ...configuration(config, faults),
    config.databaseUrl === undefined
      ? checkDataFolder(config)
      : skipped('data folder', 'not used: DATABASE_URL is set'),
    await checkDisk(config, surroundings),
    ...(await checkDatabase(config, surroundings)),
    await checkRedis(config),
    ...(await checkOperations(config)),
    ...(await checkPorts(config)),
  ];
}

function configuration({ notes }: Config, faults: readonly string[]): Finding[] {
  if (faults.length === 0 && notes.length === 0) return [ok('configuration', 'every variable is sound')];
  const advice = 'correct it; geo config shows what is in force, geo config --example what there is';
  return [
    ...faults.map((text) => fault('configuration', text, advice)),
    ...notes.map((text) => warning('configuration', text, advice)),
  ];
}
