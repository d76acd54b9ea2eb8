/** The order of test files: what takes longest comes first, so that no processor waits for it at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Vitest remembers what files took, but nothing of a new clone, and begins there with the largest files. */
const LONGEST = [
  'test/server/start-and-stop.test.ts',
  'test/db/import/import-data-set.test.ts',
  'test/cli/places-commands.test.ts',
  'test/cli/database-commands.test.ts',
  'test/db/embedded/embedded.test.ts',
  'test/pages/browser.test.ts',
  'test/rest/hostile.test.ts',
  'test/db/search.test.ts',
  'test/pages/finder.test.ts',
  'test/db/replicas.test.ts',
  'test/graphql/fuzz.test.ts',
  'test/pages/map.test.ts',
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
