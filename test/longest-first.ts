/** The order of test files: what takes longest comes first, so that no processor waits for it at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Vitest remembers what files took, but nothing of a new clone, and begins there with the largest files. */
const LONGEST = [
  // Of a release: the first asks for the homes with the full data, for which most others wait; the next three don't.
  'test/db/search.test.ts',
  'test/find/near.test.ts',
  'test/packaging/fresh-copy.test.ts',
  'test/find/locate-cities.test.ts',
  'test/server/start-and-stop.test.ts',
  'test/db/import/import-data-set.test.ts',
  'test/db/embedded/embedded.test.ts',
  'test/cli/places-commands.test.ts',
  'test/cli/database-commands.test.ts',
  'test/server/workers.test.ts',
  'test/server/smuggling.test.ts',
  'test/packaging/dockerfile.test.ts',
  'test/cli/usage.test.ts',
  'test/server/database-faults.test.ts',
  'test/server/ended-connections.test.ts',
  'test/db/embedded/session-server.test.ts',
  'test/auth/shared-quota.test.ts',
  'test/server/log.test.ts',
  'test/server/health-listener.test.ts',
  'test/rest/hostile.test.ts',
  'test/graphql/fuzz.test.ts',
  'test/pages/browser.test.ts',
  'test/contract/contract.test.ts',
  'test/contract/linters.test.ts',
  'test/pages/finder.test.ts',
  'test/pages/map.test.ts',
  'test/pages/pages.test.ts',
  'test/docs/docs.test.ts',
  'test/graphql/graphiql.test.ts',
  'test/db/find-index.test.ts',
  'test/db/replicas.test.ts',
  'test/execution/execution.test.ts',
  'test/db/upgrade.test.ts',
  'test/db/new-column.test.ts',
  'test/rest/tiers.test.ts',
  'test/graphql/hostile.test.ts',
  'test/rest/lists-and-details.test.ts',
  'test/schema/tier-matrix.test.ts',
  'test/rest/unusual-data.test.ts',
  'test/graphql/audits.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`));
      return place === -1 ? LONGEST.length : place;
    };
    // A process that runs many files ends where the next one wants a process of its own: those come first.
    const shares = ({ project }: TestSpecification) => Number(!project.config.isolate);
    return (await super.sort(files)).sort((one, other) => shares(one) - shares(other) || rank(one) - rank(other));
  }
}
