/** ISO 3166-1 codes of countries: look-up by one, conversion into another (contract, section 4). */
import { gate } from '../auth/plans.ts';
import type { CountryRow } from '../db/country.entity.ts';
import { badInput } from './bad-input.ts';
import { builder, gated } from './builder.ts';
import type { OperationContext } from './context.ts';
import { CountryLookup, loadCountry } from './country.ts';
import { CODE_FORMS, findCountryCodes } from './country-code.ts';
import { selectedColumns } from './selected-columns.ts';

/** The forms of a country's code, and where each is kept. */
const FORMS = {
  iso2: { property: 'iso2', ...CODE_FORMS.iso2 },
  iso3: { property: 'iso3', ...CODE_FORMS.iso3 },
  numeric: { property: 'numericCode', ...CODE_FORMS.numeric },
} as const;
type Form = keyof typeof FORMS;

const CountryCodeForm = builder.enumType('CountryCodeForm', {
  description: 'A form of a country’s ISO 3166-1 code.',
  values: {
    ISO2: { value: 'iso2', description: 'Alpha-2, for example `AF`.' },
    ISO3: { value: 'iso3', description: 'Alpha-3, for example `AFG`.' },
    NUMERIC: { value: 'numeric', description: 'Numeric, for example `004`.' },
  } as const,
});

interface Conversion {
  readonly from: Form;
  readonly to: Form;
  readonly input: string;
  readonly result: string | null;
}

const CountryCodeConversion = builder.objectRef<Conversion>('CountryCodeConversion').implement({
  description: 'A country’s code, converted into another form.',
  fields: (t) => ({
    from: t.exposeString('from', { description: 'The form that was given: `iso2`, `iso3` or `numeric`.' }),
    to: t.exposeString('to', { description: 'The form that was asked for.' }),
    input: t.exposeString('input', { description: 'The code as it was given.' }),
    result: t.exposeString('result', { nullable: true, description: 'The code; null when the country has none.' }),
  }),
});

/** The country with this code, which has the form already; null when nothing has it. `4` and `004` are the same. */
async function countryByCode(
  form: Form,
  code: string,
  columns: readonly string[],
  context: OperationContext,
): Promise<CountryRow | null> {
  if (form === 'numeric') {
    return context.loaders.rowBy('countries', 'numericCode', String(Number(code)).padStart(3, '0'), columns);
  }
  const codes = findCountryCodes(context.dataSet, code);
  return codes ? loadCountry(String(codes.id), columns, context) : null;
}

const isoLookup = () => gated(() => [gate('isoLookup')]);

builder.queryFields((t) => ({
  countryLookup: t.field({
    type: CountryLookup,
    nullable: true,
    description: 'A country by exactly one of its ISO 3166-1 codes; null when nothing has it (Starter and above).',
    args: {
      iso2: t.arg.string({ description: 'Alpha-2 code, in any case.' }),
      iso3: t.arg.string({ description: 'Alpha-3 code, in any case.' }),
      numeric: t.arg.string({ description: 'Numeric code; `4` and `004` are the same.' }),
    },
    ...isoLookup(),
    resolve: (_root, args, context, info) => {
      const given = (['iso2', 'iso3', 'numeric'] as const).filter((form) => typeof args[form] === 'string');
      const [form] = given;
      if (form === undefined || given.length > 1) throw badInput('Provide exactly one of: iso2, iso3, numeric');
      const code = args[form] ?? '';
      if (!FORMS[form].pattern.test(code)) throw badInput(`${form} must be ${FORMS[form].rule}`);
      return countryByCode(form, code, selectedColumns(info, 'CountryLookup'), context);
    },
  }),
  countryCodeConversion: t.field({
    type: CountryCodeConversion,
    nullable: true,
    description: 'A country’s code in another form; null when no country has the code (Starter and above).',
    args: {
      from: t.arg({ type: CountryCodeForm, required: true, description: 'The form of `value`.' }),
      to: t.arg({ type: CountryCodeForm, required: true, description: 'The form to convert into.' }),
      value: t.arg.string({ required: true, description: 'The code, letters in any case.' }),
    },
    ...isoLookup(),
    resolve: async (_root, { from, to, value }, context) => {
      if (from === to) throw badInput('from and to must be different');
      if (!FORMS[from].pattern.test(value)) throw badInput('value does not match the format required by from');
      const { property } = FORMS[to];
      const country = await countryByCode(from, value, ['id', property], context);
      return country && { from, to, input: value, result: country[property] ?? null };
    },
  }),
}));
