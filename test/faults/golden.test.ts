import { describe, expect, inject, it } from 'vitest';
import { FIXTURE_DIR } from '../environment.ts';
import { COUNTRY_FIELDS, expectedRecord, type SourceRow } from '../rest/specification.ts';
import { openService, someHome } from '../service.ts';
import { byNameThenId, sourceRows } from '../source-rows.ts';
import { questionsOn } from './golden.ts';
import { WORD } from './question.ts';
import { similarity } from './similarity.ts';

describe('a calm answer', () => {
  it('is as the files have it in every field, or it is told', () => {
    const all = questionsOn(FIXTURE_DIR).find(({ name, plan }) => name === 'all countries' && plan === 'Business');
    const countries = sourceRows(FIXTURE_DIR, 'countries').sort(byNameThenId).map(answered);
    const verify = (answer: unknown) => () => all?.verify(answer);
    expect(verify(countries)).not.toThrow();
    const [first, second, ...rest] = countries;
    expect(verify([{ ...first, capital: 'Nowhere' }, second, ...rest])).toThrow('capital of');
    expect(verify([second, first, ...rest])).toThrow();
    expect(verify([first, ...rest])).toThrow('records');
    expect(verify([{}, second, ...rest])).toThrow('no fields');
    expect(verify({ error: 'No.' })).toThrow();
  });

  it('that differs in any one place is not taken for right, whatever was asked', { timeout: 120_000 }, async () => {
    await using service = await openService(someHome());
    const questions = new Map(
      questionsOn(FIXTURE_DIR).map((question) => [`${question.name} ${question.plan}`, question]),
    );
    const passed: string[] = [];
    let places = 0;
    for (const [what, question] of questions) {
      const { path, body } = question.request(WORD);
      const headers = { 'X-SVCAPI-KEY': inject('keys')[question.plan], 'Content-Type': 'application/json' };
      const asked = { headers, ...(body === undefined ? {} : { method: 'POST', body }) };
      const text = await (await service.gateway.fetch(new Request(`http://geo.test${path}`, asked))).text();
      question.verify(JSON.parse(text));
      for (const changed of changes(text)) {
        places += 1;
        try {
          question.verify(changed.answer);
          passed.push(`${what}: ${changed.what}`);
        } catch {
          // As it should.
        }
      }
    }
    expect(passed).toEqual([]);
    expect(places).toBeGreaterThan(1_000);
  });

  it('knows how similar two texts are as pg_trgm does', () => {
    expect(similarity('word', 'two words')).toBeCloseTo(4 / 11, 10);
    expect(similarity('Encamp', 'encamp')).toBe(1);
    expect(similarity('Tokio', 'Tokyo')).toBeCloseTo(1 / 3, 10);
    expect(similarity('Encamp', '')).toBe(0);
  });
});

/** A row as `/v1` answers it to who sees everything. */
function answered(row: SourceRow): SourceRow {
  const record = expectedRecord(COUNTRY_FIELDS, 'full', row);
  const entries = Object.entries(record).map(([name, value]) => [
    name,
    typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
  ]);
  return Object.fromEntries(entries);
}

/** The answer with one place changed, for a place of each kind in its first record and beside it. */
function changes(text: string): { readonly what: string; readonly answer: unknown }[] {
  const made: { what: string; answer: unknown }[] = [];
  const change = (
    path: readonly (string | number)[],
    what: string,
    by: (holder: Holder, key: string | number) => void,
  ) => {
    const answer = JSON.parse(text);
    let holder = answer;
    for (const step of path.slice(0, -1)) holder = holder[step];
    by(holder, path.at(-1) ?? '');
    made.push({ what: `${path.join('.')} ${what}`, answer });
  };
  const visit = (value: unknown, path: readonly (string | number)[]) => {
    if (Array.isArray(value)) {
      change([...path, 0], 'is left out', (list) => (list as unknown as unknown[]).shift());
      change([...path, 0], 'comes twice', (list) => (list as unknown as unknown[]).unshift(value[0]));
      visit(value[0], [...path, 0]);
      return;
    }
    if (typeof value === 'object' && value !== null) {
      change([...path, 'extra'], 'is added', (holder, key) => (holder[key] = null));
      for (const [name, each] of Object.entries(value)) {
        change([...path, name], 'is left out', (holder, key) => delete holder[key]);
        visit(each, [...path, name]);
      }
      return;
    }
    change(path, 'is another', (holder, key) => (holder[key] = value === null ? '' : `x${value}`));
    if (typeof value === 'number') change(path, 'is a text', (holder, key) => (holder[key] = String(value)));
    if (value !== null) change(path, 'is null', (holder, key) => (holder[key] = null));
  };
  visit(JSON.parse(text), []);
  return made;
}

type Holder = Record<string | number, unknown>;
