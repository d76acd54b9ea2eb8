import { describe, expect, it } from 'vitest';
import { localizedName, parseTranslations } from '../../src/schema/localized-name.ts';

const JSON_TEXT = JSON.stringify({
  'pt-BR': 'Brasil',
  pt: 'Brazil (pt)',
  'zh-CN': '巴西',
  de: '',
  en: 'never asked',
  fr: 7,
});

describe('localizedName', () => {
  it.each([
    ['pt-BR', 'Brasil'],
    ['pt_br', 'Brasil'],
    ['pt', 'Brazil (pt)'],
    ['pt-PT', 'Brazil (pt)'],
    ['zh', '巴西'],
    ['zh-TW', '巴西'],
    ['de', 'Brazil'],
    ['fr', 'Brazil'],
    ['ja', 'Brazil'],
    ['en-GB', 'Brazil'],
    ['constructor', 'Brazil'],
  ])('answers %s with %s', (locale, name) => {
    expect(localizedName('Brazil', JSON_TEXT, locale)).toBe(name);
  });

  it.each([[null], [undefined], [''], ['[]'], ['7'], ['null']])('answers the English name from %j', (json) => {
    expect(localizedName('Brazil', json, 'pt')).toBe('Brazil');
  });
});

it('lists the translations that are texts', () => {
  expect(parseTranslations('{"a":"x","b":"","c":3}')).toEqual([{ language: 'a', name: 'x' }]);
  expect(parseTranslations(null)).toBeNull();
});
