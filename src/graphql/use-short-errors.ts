/** Validates documents with errors that suggest nothing and show the beginning of names and values only. */
import { type DocumentNode, GraphQLError, type GraphQLSchema, type ValidationRule, validate } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { shortNode } from '../execution/short-input.ts';
import { withoutStacks } from '../http/expected-error.ts';

export function useShortErrors(): Plugin {
  return {
    onValidate({ setValidationFn }) {
      setValidationFn(validateShortly);
    },
  };
}

/** What is wrong with a document, of which no error tells a whole long name or value. */
function validateShortly(
  schema: GraphQLSchema,
  document: DocumentNode,
  rules?: readonly ValidationRule[],
): readonly GraphQLError[] {
  // Yoga keeps the errors as long as their document, and a stack keeps what was called: the visitors of all rules, some 50 KB.
  const errors = withoutStacks(() => validate(schema, document, rules, OPTIONS));
  if (errors.length === 0) return errors;
  const short = shortNode(document);
  if (short === document) return errors;
  const shown = withoutStacks(() => validate(schema, short, rules, OPTIONS));
  return shown.length > 0 ? shown : [new GraphQLError('The document does not fit the schema.')];
}

const OPTIONS = { hideSuggestions: true, maxErrors: 20 };
