/** From the data of a route's operation to the body of its answer, or to the 404 that it stands for; pure. */
import { JsonRow, JsonRows, JsonText, type JsonParts } from '../execution/json-pieces.ts';
import { ApiError } from '../http/errors.ts';
import type { Route } from './route.ts';

type Item = Readonly<Record<string, unknown>>;

/** What an operation's result means for its route. */
export interface Result {
  readonly body: unknown;
  /** When the body stops being true, in milliseconds since 1970; undefined when time does not change it. */
  readonly validUntil: number | undefined;
}

/** The body of the one root field that the operation selected, and how long it holds. */
export function resultOf(route: Route, data: Item): Result {
  const body = resultBody(route, data);
  if (!route.validUntil) return { body, validUntil: undefined };
  const { [route.validUntil]: until, ...rest } = body as Item; // Only routes that answer one record say how long it holds.
  return { body: rest, validUntil: Date.parse(String(until)) };
}

function resultBody(route: Route, data: Item): unknown {
  const found = Object.values(data)[0] ?? null;
  assertFound(route, found);
  const body = (route.body ?? []).reduce<unknown>((value, key) => (value as Item)[key], found);
  if (!isList(body)) return item(route, body as Item);
  if (body.length === 0 && route.empty !== undefined) throw new ApiError('notFound', { error: route.empty });
  return Array.isArray(body) && jsonPartsOf(route) !== 'all' ? body.map((each) => item(route, each)) : body;
}

/** What may come as JSON that has been made: whatever is not changed on the way to the body. */
export function jsonPartsOf({ inline, omitNull }: Route): JsonParts | undefined {
  if (omitNull) return undefined;
  return inline === undefined ? 'all' : 'rows';
}

function isList(body: unknown): body is readonly Item[] | JsonRows | JsonText {
  return Array.isArray(body) || body instanceof JsonRows || body instanceof JsonText;
}

function assertFound(route: Route, found: unknown): void {
  for (const [path, error] of Object.entries(route.notFound ?? {})) {
    const value = path === '' ? found : (found as Item | null)?.[path];
    if (value === null || value === undefined) throw new ApiError('notFound', { error: filled(error, found) });
  }
}

function filled(text: string, found: unknown): string {
  return text.replace(/\{(\w+)\}/g, (_all, name: string) => String((found as Item | null)?.[name]));
}

function item(route: Route, record: Item): Item | JsonRow {
  const { inline, omitNull } = route;
  if (!inline && !omitNull) return record;
  const whole = inline === undefined ? record : inlined(record, inline);
  return omitNull && !(whole instanceof JsonRow) ? without(whole, omitNull) : whole;
}

/** The properties of the record in this one, then its own. */
function inlined(record: Item, inline: string): Item | JsonRow {
  const { [inline]: inner, ...own } = record;
  return inner instanceof JsonRow ? inner.with(own) : { ...(inner as Item), ...own };
}

function without(record: Item, names: readonly string[]): Item {
  const kept = Object.entries(record).filter(([name, value]) => value !== null || !names.includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, inside(value, names)]));
}

function inside(value: unknown, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => inside(each, names));
  return typeof value === 'object' && value !== null ? without(value as Item, names) : value;
}
