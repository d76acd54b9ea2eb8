/** The order of test files: what takes longest comes first, so that no processor waits for it at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Vitest remembers what files took, but nothing of a new clone, and begins there with the largest files. A file that waits for the full
 * data does so while others run.
 */
const LONGEST = [
  'test/db/search.test.ts',
  // Asks for the full data in the embedded database, which the one before it wants in the end.
  'test/db/import/full-data-set.test.ts',
  'test/pages/browser.test.ts',
  'test/server/start-and-stop.test.ts',
  'test/db/import/import-data-set.test.ts',
  'test/cli/places-commands.test.ts',
  'test/rest/hostile.test.ts',
  'test/packaging/fresh-copy.test.ts',
  'test/cli/usage.test.ts',
  'test/pages/pages.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`));
      return place === -1 ? LONGEST.length : place;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
