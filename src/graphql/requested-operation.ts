/** Which stored operation a request means, if any. */
import { createHash } from 'node:crypto';
import type { Caller } from '../auth/caller.ts';
import { badRequest, type ReadRequest } from './graphql-request.ts';
import { refusal } from './refusals.ts';
import type { StoredOperation, StoredOperations } from './stored-operations.ts';

const SHA256 = /^[0-9a-f]{64}$/;

/**
 * The stored operation that the request names; undefined for a document of the client's own. Throws a refusal for an
 * unknown id, an id that is not the document's, and for a document of its own with a key that is bound to stored ones.
 */
export function requestedOperation(
  { params, operation: named }: ReadRequest,
  stored: StoredOperations,
  caller: Pick<Caller, 'operationsOnly'>,
): StoredOperation | undefined {
  const hash = persistedHash(params.extensions);
  if (hash !== undefined && named !== undefined) throw badRequest('A request names one stored operation.');
  const id = hash ?? named;
  const found = id === undefined ? undefined : stored.find(id);
  if (params.query !== undefined && id !== undefined) assertSame(params.query, hash ?? found?.sha256);
  if (found) {
    if (params.operationName !== undefined && params.operationName !== found.name) {
      throw refusal('OPERATION_RESOLUTION_FAILURE', 'The stored operation has another name.');
    }
    return found;
  }
  if (id !== undefined && (params.query === undefined || caller.operationsOnly)) {
    throw refusal('PERSISTED_QUERY_NOT_FOUND', 'There is no stored operation with this id.');
  }
  if (caller.operationsOnly) {
    throw refusal(
      'FORBIDDEN',
      'This key runs stored operations only: send the id of one in extensions.persistedQuery.sha256Hash, or ?operation=.',
    );
  }
  if (params.query === undefined) throw badRequest('The parameter "query" is missing.');
  return undefined;
}

function persistedHash(extensions: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const entry = extensions?.['persistedQuery'] ?? undefined;
  if (entry === undefined) return undefined;
  const known = typeof entry === 'object' && 'version' in entry && 'sha256Hash' in entry && entry.version === 1;
  const hash = known && typeof entry.sha256Hash === 'string' ? entry.sha256Hash.toLowerCase() : '';
  if (!SHA256.test(hash))
    throw badRequest('extensions.persistedQuery is {"version": 1, "sha256Hash": "<64 hex digits>"}.');
  return hash;
}

/** A document that comes with an id has to be the one with that id; nothing is registered by it. */
function assertSame(query: string, sha256: string | undefined): void {
  if (createHash('sha256').update(query).digest('hex') !== sha256) {
    throw refusal('PERSISTED_QUERY_MISMATCH', 'The document is not the one with this id.');
  }
}
