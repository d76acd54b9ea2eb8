import { expect, it } from 'vitest';
import { ApiError } from '../../src/http/errors.ts';
import { NotNowError } from '../../src/http/load/not-now.ts';
import { ParameterFault } from '../../src/rest/route.ts';

it('finds out where an error was made only where somebody asks for that', () => {
  const expected = [new ApiError('notFound'), new NotNowError('busy'), new ParameterFault('limit: 1 to 5')];
  for (const error of expected) {
    expect(error).toBeInstanceOf(Error);
    expect(error.stack).not.toContain('\n');
  }
  expect(new Error('a fault').stack).toContain('expected-error.test.ts');
});
