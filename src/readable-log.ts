/** A log line as a person at a terminal reads it. */
import { styleText } from 'node:util';

const LEVELS: Readonly<Record<number, readonly [name: string, style: Parameters<typeof styleText>[0]]>> = {
  20: ['debug', 'dim'],
  30: ['info', 'green'],
  40: ['warn', 'yellow'],
  50: ['error', 'red'],
  60: ['fatal', 'red'],
};

/** What a line of every request says, in this order and without names. */
const REQUEST = ['method', 'route', 'status', 'ms', 'plan', 'cache'];

/** `12:00:00.123 info  GET CountryDetails 200 1.2 ms business HIT` for one line of JSON; what is no JSON stays as it is. */
export function readableLine(line: string): string {
  const { level, time, pid: _, msg, err, ...rest } = parsed(line);
  if (typeof level !== 'number' || typeof time !== 'string') return line;
  const [name, style] = LEVELS[level] ?? [String(level), 'dim'];
  const isRequest = 'route' in rest && 'ms' in rest;
  const words = isRequest ? REQUEST.flatMap((key) => wordOf(key, rest[key])) : [];
  const others = Object.entries(rest).filter(([key]) => !isRequest || (key !== 'id' && !REQUEST.includes(key)));
  const said = [
    styleText('dim', time.slice(11, 23)),
    styleText(style, name.padEnd(5)),
    ...words,
    ...(typeof msg === 'string' ? [msg] : []),
    ...others.map(([key, value]) =>
      styleText('dim', `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`),
    ),
  ];
  return `${said.join(' ')}\n${stackOf(err)}`;
}

function wordOf(key: string, value: unknown): readonly string[] {
  if (value === undefined) return [];
  return [key === 'ms' ? `${value} ms` : String(value)];
}

function stackOf(err: unknown): string {
  if (typeof err !== 'object' || err === null || !('stack' in err)) return '';
  return `${String(err.stack).replaceAll(/^/gm, '    ')}\n`;
}

function parsed(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
