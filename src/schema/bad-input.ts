/** The error of an argument that breaks its rule. */
import { GraphQLError } from 'graphql';

export function badInput(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });
}
