/** Refuses a document by its tokens while it is parsed and by its shape before it is validated. */
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens';
import type { DocumentNode, GraphQLError, GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { isAtLeast } from '../auth/plans.ts';
import { documentFault, readsSchema } from './document-limits.ts';
import type { LaneContext } from './lane-context.ts';
import type { GraphqlLimits, IntrospectionPolicy } from './limits.ts';
import { refusal } from './refusals.ts';

/** Bytes that one token of a parsed document takes, with its share of the tree. Measured: 450 to 650. */
const BYTES_PER_TOKEN = 600;

export function useTokenLimit(tokens: number): Plugin {
  return maxTokensPlugin({
    n: tokens,
    onReject: [
      () => {
        throw refusal('TOO_MANY_TOKENS', `The document has more than ${tokens} tokens.`);
      },
    ],
  });
}

export function useDocumentLimits(schema: GraphQLSchema, limits: GraphqlLimits): Plugin<LaneContext> {
  // What a document is does not change, so a cached one is looked at once; who may run it is asked every time.
  const known = new WeakMap<DocumentNode, { readonly readsSchema: boolean }>();
  return {
    onParse() {
      return ({ result, context }) => {
        if (result === null || result instanceof Error) return;
        const document: DocumentNode = result;
        let facts = known.get(document);
        if (!facts) {
          const fault = documentFault(schema, document, limits);
          if (fault) throw fault;
          facts = { readsSchema: readsSchema(document) };
          known.set(document, facts);
        }
        if (facts.readsSchema && !mayReadSchema(limits.introspection, context)) {
          throw refusal('INTROSPECTION_DISABLED', 'Reading the schema is not available here.');
        }
      };
    },
  };
}

export function mayReadSchema(policy: IntrospectionPolicy, { caller }: Pick<LaneContext, 'caller'>): boolean {
  return policy === 'all' || (policy !== 'off' && isAtLeast(caller.plan, policy));
}

/** Parsed documents by their text, for Yoga: bounded in bytes, where Yoga's own cache counts entries. */
export function documentCache(maxBytes: number) {
  const documents = new LRUCache<string, DocumentNode>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: (document, text) => text.length * 2 + BYTES_PER_TOKEN * tokensOf(document),
  });
  // A document that does not parse is found out quickly; remembering its error would only take room.
  const noErrors = { get: (): GraphQLError | undefined => undefined, set: () => undefined };
  return {
    documentCache: {
      get: (text: string) => documents.get(text),
      set: (text: string, document: DocumentNode) => void documents.set(text, document),
    },
    errorCache: noErrors,
  };
}

function tokensOf(document: DocumentNode): number {
  let tokens = 0;
  for (let token = document.loc?.startToken ?? null; token; token = token.next) tokens += 1;
  return tokens;
}
