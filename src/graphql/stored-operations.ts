/** The operations that are stored on the server: those behind `/v1`, and the operator's own documents. */
import { createHash } from 'node:crypto';
import {
  type DocumentNode,
  type GraphQLSchema,
  getOperationAST,
  isObjectType,
  type OperationDefinitionNode,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { PAGED_LISTS, type PageLimits, WHOLE_LISTS } from '../schema/page-limits.ts';

export interface StoredOperation {
  readonly name: string;
  /** SHA-256 of the document's text in hexadecimal: the id under which it is stored. */
  readonly sha256: string;
  readonly document: DocumentNode;
  readonly definition: OperationDefinitionNode;
  /** Seconds that an answer may be cached, here and by the client. */
  readonly maxAge: number;
  /** Response key below the root field that says until when the answer is true (ISO 8601). */
  readonly validUntil?: string | undefined;
  /** True for an answer with personal data: nobody keeps it. */
  readonly personal?: boolean | undefined;
  readonly pages: PageLimits;
  /** True when the operation's cost counts against the caller's plan. */
  readonly costed: boolean;
}

export interface StoredOperations {
  /** By SHA-256 (64 hexadecimal digits) or by name. Nothing is ever added: clients cannot register documents. */
  find(id: string): StoredOperation | undefined;
  readonly all: readonly StoredOperation[];
}

/** A document of the operator's folder. */
export interface OperationFile {
  /** Its path, for the texts of faults. */
  readonly file: string;
  readonly text: string;
}

/** How long answers of the operator's documents may be cached, in seconds; shorter for what the clock changes. */
const OPERATOR_MAX_AGE = 3600;
const CLOCK_MAX_AGE = 60;

/** The documents of a folder are at fault: one line each, with the file's name. */
export class OperationsError extends Error {
  constructor(faults: readonly string[]) {
    super(faults.map((fault) => `operations: ${fault}`).join('\n'));
    this.name = 'OperationsError';
  }
}

/** An operation of the house: the one behind a path of `/v1`. */
export type HouseOperation = Pick<StoredOperation, 'sha256' | 'document' | 'maxAge' | 'validUntil' | 'personal'> & {
  readonly operationId: string;
};

export interface StoredSources {
  readonly house: readonly HouseOperation[];
  /** The operator's documents. */
  readonly files: readonly OperationFile[];
}

/** Everything that is stored, by id; throws {@link OperationsError} with every fault of the operator's documents. */
export function storedOperations(schema: GraphQLSchema, { house, files }: StoredSources): StoredOperations {
  const taken = new Set(house.map(({ operationId }) => operationId));
  const all = [...house.map(houseOperation), ...compileFiles(files, schema, taken)];
  const byId = new Map(
    all.flatMap((operation) => [[operation.name, operation] as const, [operation.sha256, operation] as const]),
  );
  return { find: (id) => byId.get(id), all };
}

/** An operation behind `/v1`: its lists are whole, as they are there, and its route limits them. */
function houseOperation({
  operationId: name,
  sha256,
  document,
  maxAge,
  validUntil,
  personal,
}: HouseOperation): StoredOperation {
  const definition = getOperationAST(document, name);
  if (!definition) throw new Error(`the operation of ${name} has another name`);
  return { name, sha256, document, definition, maxAge, validUntil, personal, pages: WHOLE_LISTS, costed: false };
}

/** Compiles the operator's documents, one named query a file. `taken` are the names that are in use already. */
function compileFiles(
  files: readonly OperationFile[],
  schema: GraphQLSchema,
  taken: ReadonlySet<string>,
): StoredOperation[] {
  const faults: string[] = [];
  const names = new Map<string, string>([...taken].map((name) => [name, 'an operation of /v1']));
  const compiled = files.flatMap(({ file, text }) => {
    try {
      const operation = compile(text, schema);
      const other = names.get(operation.name);
      if (other !== undefined) throw new Error(`the name ${operation.name} is taken by ${other}`);
      names.set(operation.name, file);
      return [operation];
    } catch (error) {
      faults.push(`${file}: ${error instanceof Error ? error.message : String(error)}`);
      return [];
    }
  });
  if (faults.length > 0) throw new OperationsError(faults);
  return compiled;
}

function compile(text: string, schema: GraphQLSchema): StoredOperation {
  const document = parse(text, { noLocation: true });
  const definition = getOperationAST(document);
  if (!definition) throw new Error('a file holds exactly one operation');
  if (definition.operation !== 'query' || !definition.name) throw new Error('the operation is a query with a name');
  const [fault] = validate(schema, document);
  if (fault) throw fault;
  return {
    name: definition.name.value,
    sha256: createHash('sha256').update(text).digest('hex'),
    document,
    definition,
    maxAge: dependsOnTheClock(document, schema) ? CLOCK_MAX_AGE : OPERATOR_MAX_AGE,
    pages: PAGED_LISTS,
    costed: true,
  };
}

/** True when the document asks a type that says until when it is true: the present moment is part of its answer. */
function dependsOnTheClock(document: DocumentNode, schema: GraphQLSchema): boolean {
  const types = new TypeInfo(schema);
  let depends = false;
  visit(
    document,
    visitWithTypeInfo(types, {
      Field() {
        const parent = types.getParentType();
        if (isObjectType(parent) && 'validUntil' in parent.getFields()) depends = true;
      },
    }),
  );
  return depends;
}
