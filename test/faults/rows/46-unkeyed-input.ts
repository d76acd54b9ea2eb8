import { gate, isAtLeast } from '../../../src/auth/plans.ts';
import type { Row } from '../row.ts';
import { ask, emptyTally } from '../traffic.ts';
import { assertNoneLost } from '../world.ts';

/** Headers and parameters that are no part of what is asked for. */
const HEADERS = [
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Forwarded-Prefix',
  'X-Original-URL',
  'X-Rewrite-URL',
  'X-HTTP-Method-Override',
  'X-Host',
  'Forwarded',
  'Accept',
  'Accept-Language',
  'Accept-Charset',
  'User-Agent',
  'Referer',
  'Origin',
  'Cookie',
  'Range',
  'If-Modified-Since',
  'If-None-Match',
  'Cache-Control',
  'Pragma',
  'Via',
  'X-SVCAPI-Plan',
  'traceparent',
];
const VALUES = [
  'evil.test',
  '127.0.0.1',
  '/v1/states',
  'POST',
  'business',
  '*',
  'text/html',
  'bytes=0-1',
  '"x"',
  'no-cache',
];
const PARAMETERS = [
  '',
  '&utm_source=a',
  '&callback=evil',
  '&plan=business',
  '&format=xml',
  '&_method=DELETE',
  '&locale=de',
  '&X-SVCAPI-KEY=a',
];

/** That every plan sees; each turn asks for others of them. */
const FIELDS = ['name', 'iso2', 'iso3', 'phonecode', 'capital', 'currency', 'native', 'emoji', 'tld', 'currency_name'];

export const unkeyedInput: Row = {
  number: 46,
  title: 'what is no part of a question changes nobody’s answer',
  async run(world) {
    const cases = world.pick(200, 1_000);
    await using service = await world.start();
    // Nobody has left anything there.
    await using clean = await world.start();
    const tally = emptyTally();
    const questions = [...world.golden.keys()].filter(
      ({ name, plan }) => name === 'a country' && isAtLeast(plan, gate('fieldsFiltering').plan),
    );
    for (let turn = 0; turn < cases; turn++) {
      const victim = questions[turn % questions.length];
      if (!victim) continue;
      // Asked by nobody before, so that the victim gets what the other left.
      const fields = FIELDS.filter((_, at) => ((turn + 1) >> at) & 1);
      const path = `${victim.request('').path}?fields=id,${fields.join()}`;
      const mixed = turn % 3 === 0 ? path.replace(/[A-Z]{2}/, (code) => code.toLowerCase()) : path;
      const headers = Object.fromEntries(
        [0, 1, 2].map((at) => [
          HEADERS[(turn + at * 5) % HEADERS.length] ?? 'Via',
          VALUES[(turn * 3 + at) % VALUES.length] ?? '',
        ]),
      );
      const key = world.keys[victim.plan];
      await ask(service.base, key, mixed + (PARAMETERS[turn % PARAMETERS.length] ?? ''), { headers });
      const { status, text } = await ask(service.base, key, path);
      const wanted = await ask(clean.base, key, path);
      if (status === wanted.status && text === wanted.text && status === 200) tally.right += 1;
      else {
        tally.wrong += 1;
        tally.notes.push(`${victim.plan} ${path} after ${JSON.stringify(headers)}: ${status} ${text.slice(0, 100)}`);
      }
    }
    assertNoneLost(tally);
    return { cases, tally };
  },
};
