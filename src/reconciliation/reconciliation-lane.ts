/** `/reconcile`: the Reconciliation Service API 0.2 (W3C community group), by which OpenRefine and others match tables. */
import type { Admission, Applicant } from '../auth/admission.ts';
import type { Caller } from '../auth/caller.ts';
import { varyByKey } from '../auth/key-headers.ts';
import { gate, isAtLeast } from '../auth/plans.ts';
import { redirect } from '../html/page-reply.ts';
import { QUICK_BYTES, receiveBody } from '../http/body.ts';
import { allowed } from '../http/cors.ts';
import { ApiError, errorReply, methodNotAllowed } from '../http/errors.ts';
import type { Lane, OnFault } from '../http/lane.ts';
import { JSON_TYPE, SCRIPT_TYPE } from '../http/media-types.ts';
import type { HttpRequest } from '../http/messages.ts';
import type { OriginOf } from '../http/origin.ts';
import type { Outcome, Reply, Unavailability } from '../http/outcome.ts';
import { BODY_FAULTS, forbidden, overQuota, unavailable, unknownCaller } from '../http/refusals.ts';
import { type Address, addressOf, applicantOf, assertForm, parametersOf } from './address.ts';
import { parseEntityId } from './entities.ts';
import { isFunctionName } from './function-name.ts';
import { manifest } from './manifest.ts';
import { pagePath } from './page-path.ts';
import { previewReply } from './preview.ts';
import { createService, type Service, type ServiceOptions } from './service.ts';
import { behind, MOST_ENTITIES, suggestedProperties, suggestedTypes } from './suggestions.ts';

export interface ReconciliationOptions extends ServiceOptions {
  readonly upgradeUrl: string;
  readonly keyAliases: readonly string[];
  readonly originOf: OriginOf;
  admit(request: Applicant): Admission | Promise<Admission>;
  /** Throws where more work of the owner would be refused, so that it need not be received. */
  assertNotInVain(owner: number): void;
  /** Why it is that a request cannot be answered now; undefined for a fault of our own. */
  whyUnavailable(error: unknown): Unavailability | undefined;
  readonly onFault: OnFault;
}

const ROUTE = 'Reconciliation';
const METHODS = 'GET, HEAD, POST, OPTIONS';
const MOST_BYTES = 1_000_000;
const GATE = gate('reconcile');
const NOT_BOUND =
  'A key in an address ends up in logs, so it has to be one that does nothing else (geo keys create --plan professional --only reconcile). Any other goes into a header.';

interface Found {
  readonly route: string;
  readonly vary: string;
  caller: Caller | undefined;
  usage: Readonly<Record<string, string>> | undefined;
}

export function createReconciliationLane(options: ReconciliationOptions): Lane {
  const vary = varyByKey('Accept-Encoding', options.keyAliases);

  async function admitted(request: HttpRequest, { key }: Address, found: Found): Promise<Caller> {
    const admission = await options.admit(applicantOf(request, key));
    if (!admission.caller) throw unknownCaller(admission, options.keyAliases);
    const { caller, headers, over } = admission;
    found.caller = caller;
    found.usage = headers;
    if (over) throw overQuota(over, caller.plan, options.upgradeUrl);
    if (key !== undefined && caller.onlyFor === undefined) throw new ApiError('forbidden', { error: NOT_BOUND });
    if (!isAtLeast(caller.plan, GATE.plan)) throw forbidden(GATE.feature, options.upgradeUrl);
    return caller;
  }

  async function replyTo(request: HttpRequest, found: Found): Promise<Reply> {
    const address = addressOf(request, options.originOf);
    if (address.path.startsWith('view/') && request.method !== 'POST') return viewReply(address.path, options);
    const caller = await admitted(request, address, found);
    const form = request.method === 'POST' ? await posted(request, caller, options) : new Map<string, string>();
    const service = createService(caller, options, request.signal);
    return answer({ ...address, parameters: new Map([...address.parameters, ...form]) }, service);
  }

  return {
    owns: (path) => path === '/reconcile' || path.startsWith('/reconcile/'),
    methodsOf: () => METHODS,
    async handle(request): Promise<Outcome> {
      const found: Found = { route: ROUTE, vary, caller: undefined, usage: undefined };
      try {
        if (request.method === 'OPTIONS') return { ...found, reply: allowed(request, METHODS) };
        if (!METHODS.split(', ').includes(request.method)) throw methodNotAllowed(METHODS);
        const reply = await replyTo(request, found); // First: it finds out who asks.
        return { ...found, reply };
      } catch (error) {
        return { ...found, reply: errorReply(apiErrorOf(error, request, options)) };
      }
    },
  };
}

/** The parameters of a form; a large one is received when that is not in vain, and read when it is its turn. */
async function posted(
  request: HttpRequest,
  { keyId }: Caller,
  { takeOn, assertNotInVain }: ReconciliationOptions,
): Promise<ReadonlyMap<string, string>> {
  assertForm(request, MOST_BYTES);
  assertNotInVain(keyId);
  const form = await receiveBody(request, MOST_BYTES, BODY_FAULTS);
  const reading = { owner: keyId, bytes: form.length, isReading: true };
  return form.length > QUICK_BYTES
    ? takeOn(reading, request.signal, async () => parametersOf(form))
    : parametersOf(form);
}

async function answer(address: Address, service: Service): Promise<Reply> {
  const { path, parameters } = address;
  if (path === 'preview') return preview(parameters.get('id'), service);
  const body = await bodyOf(address, service);
  const callback = parameters.get('callback');
  if (callback === undefined) return sent(JSON_TYPE, JSON.stringify(body));
  if (!isFunctionName(callback)) {
    throw new ApiError('invalid', { error: 'Invalid query parameters: callback: must be the name of a function' });
  }
  return sent(SCRIPT_TYPE, `/**/${callback}(${JSON.stringify(body)});`);
}

async function bodyOf({ origin, base, path, parameters }: Address, service: Service): Promise<unknown> {
  const prefix = parameters.get('prefix') ?? '';
  const [queries, extend] = [parameters.get('queries'), parameters.get('extend')];
  switch (path) {
    case '':
      if (queries !== undefined) return service.reconcile(queries);
      return extend === undefined ? manifest(origin, base) : service.extend(extend);
    case 'suggest/entity':
      return behind(await service.suggestEntities(prefix), cursorOf(parameters), MOST_ENTITIES);
    case 'suggest/type':
      return behind(suggestedTypes(prefix), cursorOf(parameters));
    case 'suggest/property':
      return behind(suggestedProperties(prefix), cursorOf(parameters));
    case 'extend/propose':
      return service.propose(parameters.get('type'), parameters.get('limit'));
    default:
      throw new ApiError('notFound');
  }
}

/** How many suggestions the client has seen. */
function cursorOf(parameters: Address['parameters']): number {
  const cursor = parameters.get('cursor') ?? '0';
  if (/^[0-9]{1,6}$/.test(cursor)) return Number(cursor);
  throw new ApiError('invalid', { error: 'Invalid query parameters: cursor: must be an integer from 0 to 999999' });
}

async function preview(id: string | undefined, service: Service): Promise<Reply> {
  const entity = parseEntityId(id);
  if (!entity) {
    const error = 'Invalid query parameters: id: must be the id of a place (e.g. city-64491)';
    throw new ApiError('invalid', { error });
  }
  const record = (await service.records([entity])).get(id ?? '');
  if (!record) throw new ApiError('notFound');
  return previewReply(record.type, record.row);
}

/** The page of a place, which everybody may read. */
function viewReply(path: string, { currentDataSet }: ServiceOptions): Reply {
  const dataSet = currentDataSet();
  if (!dataSet) throw unavailable('data');
  const entity = parseEntityId(path.slice('view/'.length));
  const page = entity && pagePath(dataSet, entity);
  if (page === undefined) throw new ApiError('notFound');
  return redirect(302, page);
}

function sent(type: string, body: string): Reply {
  return { status: 200, type, cacheControl: 'no-store', body: Buffer.from(body) };
}

function apiErrorOf(
  error: unknown,
  request: HttpRequest,
  { whyUnavailable, onFault }: ReconciliationOptions,
): ApiError {
  if (error instanceof ApiError) return error;
  const reason = whyUnavailable(error);
  if (reason) return unavailable(reason);
  onFault(error, request, ROUTE);
  return new ApiError('internal');
}
