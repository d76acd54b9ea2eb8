/** Errors of an operation that was refused or failed; none of it is kept. */
import type { GraphQLError } from 'graphql';

export class OperationErrors extends Error {
  readonly errors: readonly GraphQLError[];

  constructor(errors: readonly GraphQLError[]) {
    super('the operation was refused');
    this.name = 'OperationErrors';
    this.errors = errors;
  }
}
