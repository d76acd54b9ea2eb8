/** The alerts go off when they should, and while nothing is wrong they do not. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { measured } from './measured.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'deploy', 'prometheus');
const HAS_PROMTOOL = spawnSync('promtool', ['--version']).status === 0;

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string }[] }[];
}
interface Case {
  readonly eval_time: string;
  readonly alertname: string;
  readonly exp_alerts: readonly unknown[];
}
interface Tests {
  readonly tests: readonly { readonly alert_rule_test: readonly Case[] }[];
}

const read = (file: string): unknown => parse(readFileSync(join(FOLDER, file), 'utf8'));
const RULES = (read('alerts.yaml') as Rules).groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));

/** Samples of a process, as Prometheus has them of the job `geo`, that stay as they are. */
function constantSeries(text: string): { series: string; values: string }[] {
  return text.split('\n').flatMap((line) => {
    // What is told of the process itself is this machine's: it may well have more to do than it can.
    const [, name, labels = '', value] = /^(geo_\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined) return [];
    const all = ['job="geo"', 'instance="a"', ...(labels === '' ? [] : [labels])].join(',');
    return [{ series: `${name}{${all}}`, values: `${value}x40` }];
  });
}

describe('alerts', () => {
  it('each have a case in which they go off, and one in which they do not', () => {
    const cases = (read('alerts.test.yaml') as Tests).tests.flatMap((each) => each.alert_rule_test);
    const named = (isOff: boolean) =>
      new Set(cases.filter((each) => each.exp_alerts.length > 0 === isOff).map(({ alertname }) => alertname));
    expect(RULES).toHaveLength(new Set(RULES).size);
    expect(RULES.filter((name) => !named(true).has(name))).toEqual([]);
    expect(RULES.filter((name) => !named(false).has(name))).toEqual([]);
    expect(cases.filter(({ alertname }) => !RULES.includes(alertname))).toEqual([]);
  });

  it.skipIf(!HAS_PROMTOOL)('are silent about a service with which nothing is wrong (else: no promtool)', () =>
    measured({ isQuotaStoreUp: () => undefined }, async (service, metrics) => {
      await service.get('/v1/countries/JP', 'Business');
      const series = constantSeries(await metrics.text());
      expect(series.length).toBeGreaterThan(30);
      const folder = mkdtempSync(join(tmpdir(), 'geo-alerts-'));
      try {
        const tests = {
          rule_files: [join(FOLDER, 'alerts.yaml')],
          evaluation_interval: '1m',
          tests: [
            {
              interval: '1m',
              input_series: [...series, { series: 'up{job="geo",instance="a"}', values: '1x40' }],
              alert_rule_test: RULES.map((alertname) => ({ eval_time: '40m', alertname, exp_alerts: [] })),
            },
          ],
        };
        writeFileSync(join(folder, 'calm.yaml'), JSON.stringify(tests)); // YAML, too.
        const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'calm.yaml'], { cwd: folder });
        expect([status, `${stdout}${stderr}`]).toEqual([0, expect.any(String)]);
      } finally {
        rmSync(folder, { recursive: true });
      }
    }),
  );
});
