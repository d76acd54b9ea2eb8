/** `Country.addressForm`: what a checkout needs to draw the form of a country's addresses. */
import { type AddressField, type AddressForm, type AddressState, addressForm } from '../address/address-form.ts';
import { badInput } from './bad-input.ts';
import { builder, facts } from './builder.ts';
import { placeIndexOf } from './place-index.ts';
import { CountryRef } from './refs.ts';

const AddressFieldRef = builder.objectRef<AddressField>('AddressField').implement({
  description: 'A field of an address form.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description: 'name, organization, address, sublocality, city, state, postcode or sorting_code.',
    }),
    labelKey: t.exposeString('labelKey', {
      description: 'What the country calls it: a state is a `prefecture`, a `province`, an `island` …',
    }),
    label: t.exposeString('label', { description: 'The same in the form’s language.' }),
    required: t.exposeBoolean('required', { description: 'Whether an address needs it.' }),
    upperCase: t.exposeBoolean('upperCase', { description: 'Whether it is written in capitals.' }),
  }),
});

const AddressStateRef = builder.objectRef<AddressState>('AddressState').implement({
  description: 'A state that an address form offers.',
  fields: (t) => ({
    id: t.int({
      nullable: true,
      description: 'State id; null for one that the data does not have.',
      resolve: ({ id }) => id ?? null,
    }),
    code: t.string({
      nullable: true,
      description: 'State code without the country prefix; null where there is none.',
      resolve: ({ code }) => code ?? null,
    }),
    key: t.exposeString('key', { description: 'What stands in an address.' }),
    name: t.exposeString('name', { description: 'Name in the language asked for, else in English.' }),
    localName: t.exposeString('localName', { description: 'Name in the country’s own script.' }),
    postcodeStart: t.string({
      nullable: true,
      description: 'Regular expression for what its postcodes begin with; null where nothing is known.',
      resolve: ({ postcodeStart }) => postcodeStart ?? null,
    }),
  }),
});

interface FormSource extends AddressForm {
  readonly dialCode: string | null;
}

const AddressFormRef = builder.objectRef<FormSource>('AddressForm').implement({
  extensions: facts({ carries: 'records' }),
  description: 'How an address of a country is written, and what a form for one asks for.',
  fields: (t) => ({
    countryCode: t.string({ description: 'ISO 3166-1 alpha-2 code of the country.', resolve: ({ iso2 }) => iso2 }),
    lang: t.exposeString('lang', { description: 'Language of the labels, BCP 47.' }),
    lines: t.stringList({
      description: 'The lines of an address in their order; `{city}` stands for a field, all else for itself.',
      resolve: ({ lines }) => [...lines],
    }),
    latinLines: t.stringList({
      nullable: true,
      description: 'The lines of an address in Latin letters, where they are others; else null.',
      resolve: ({ latinLines }) => latinLines && [...latinLines],
    }),
    fields: t.field({
      type: [AddressFieldRef],
      description: 'The fields in the order of the lines.',
      extensions: facts({ records: () => 8 }),
      resolve: ({ fields }) => [...fields],
    }),
    postcodePattern: t.string({
      nullable: true,
      description: 'Regular expression for a whole postcode; null for a country without postcodes.',
      resolve: ({ postcode }) => postcode?.pattern ?? null,
    }),
    postcodeExamples: t.stringList({
      description: 'Postcodes of the country.',
      resolve: ({ postcode }) => [...(postcode?.postcodeExamples ?? [])],
    }),
    postcodePrefix: t.string({
      nullable: true,
      description: 'Stands before a postcode on an envelope and is no part of it; null where nothing does.',
      resolve: ({ postcode }) => postcode?.postcodePrefix ?? null,
    }),
    postcodeUrl: t.string({
      nullable: true,
      description: 'Where the post office looks postcodes up; null where that is not known.',
      resolve: ({ postcode }) => postcode?.postcodeUrl ?? null,
    }),
    dialCode: t.exposeString('dialCode', {
      nullable: true,
      description: 'International dial code, for example `+81`; null where there is none.',
    }),
    states: t.field({
      type: [AddressStateRef],
      description:
        'The states to choose from, in the order of the country’s post office; none where addresses name no state.',
      extensions: facts({ records: () => 90 }),
      resolve: ({ states }) => [...states],
    }),
    statesUrl: t.string({
      description: 'Where `/v1` lists the states of the country.',
      resolve: ({ iso2 }) => `/v1/countries/${iso2}/states`,
    }),
  }),
});

builder.objectField(CountryRef, 'addressForm', (t) =>
  t.field({
    type: AddressFormRef,
    nullable: true,
    description: 'How an address of the country is written; null where the data set has no country of the index.',
    args: {
      lang: t.arg.string({ description: 'Language of labels and names, BCP 47; English where there is none in it.' }),
    },
    extensions: facts({ columns: ['id', 'dialCode'] }),
    resolve: ({ id, dialCode }, { lang }, { dataSet }) => {
      if (typeof lang === 'string' && !/^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,3}$/.test(lang)) {
        throw badInput('lang must be a BCP 47 language tag');
      }
      const index = placeIndexOf(dataSet);
      const place = index.places.placeOf('country', id);
      if (place === undefined) return null;
      return { ...addressForm(index, place, lang?.replaceAll('_', '-')), dialCode: dialCode ?? null };
    },
  }),
);
