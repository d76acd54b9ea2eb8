/** The form that an address of a country is written into: its lines, its fields, and the states that it offers. */
import type { PlaceIndex } from '../find/place-index.ts';
import { type AddressData, addressData } from './address-data.ts';
import { fieldLabel, labelLanguage } from './field-labels.ts';
import { statesOf, statesOfAddresses } from './states-of-addresses.ts';

export interface AddressForm {
  readonly iso2: string;
  /** BCP 47, of the labels. */
  readonly lang: string;
  /** `{field}` stands for a field, all else for itself. */
  readonly lines: readonly string[];
  /** The same for an address in Latin letters; undefined where that is no other one. */
  readonly latinLines: readonly string[] | undefined;
  /** In the order of the lines. */
  readonly fields: readonly AddressField[];
  /** Undefined for a country without postcodes. */
  readonly postcode: Postcode | undefined;
  /** None where addresses of the country name no state. */
  readonly states: readonly AddressState[];
}

export interface AddressField {
  readonly name: string;
  /** What the country calls it: a state may be a `prefecture`. */
  readonly labelKey: string;
  readonly label: string;
  readonly required: boolean;
  readonly upperCase: boolean;
}

export interface Postcode extends Pick<AddressData, 'postcodeExamples' | 'postcodePrefix' | 'postcodeUrl'> {
  /** A regular expression for the whole of it. */
  readonly pattern: string;
}

export interface AddressState {
  /** Id of our state; undefined for one that the data does not have. */
  readonly id: number | undefined;
  /** Code of our state. */
  readonly code: string | undefined;
  /** What stands in an address. */
  readonly key: string;
  readonly name: string;
  /** In the country's own script. */
  readonly localName: string;
  /** What its postcodes begin with, as a regular expression. */
  readonly postcodeStart: string | undefined;
}

const FIELDS: Readonly<Record<string, string>> = {
  N: 'name',
  O: 'organization',
  A: 'address',
  D: 'sublocality',
  C: 'city',
  S: 'state',
  Z: 'postcode',
  X: 'sorting_code',
};

/** `country` is the country's number, `lang` BCP 47. */
export function addressForm(index: PlaceIndex, country: number, lang: string | undefined): AddressForm {
  const iso2 = index.places.countryCode(country);
  const data = addressData(iso2);
  const lines = linesOf(data.format);
  const language = labelLanguage(lang);
  const fields = [...data.format.matchAll(/%([A-Z])/g)].map(([, letter = '']) => fieldOf(letter, data, language));
  const hasStates = fields.some(({ name }) => name === 'state');
  return {
    iso2,
    lang: language,
    lines,
    latinLines: data.latinFormat === undefined ? undefined : linesOf(data.latinFormat),
    fields,
    postcode: data.postcodePattern === undefined ? undefined : { ...data, pattern: data.postcodePattern },
    states: hasStates ? offeredStates(index, country, data, lang) : [],
  };
}

function linesOf(format: string): string[] {
  return format.split('%n').map((line) => line.replace(/%([A-Z])/g, (_all, letter: string) => `{${FIELDS[letter]}}`));
}

function fieldOf(letter: string, data: AddressData, language: string): AddressField {
  const name = FIELDS[letter] ?? letter;
  const types: Readonly<Record<string, string>> = {
    S: data.stateType,
    C: data.cityType,
    D: data.sublocalityType,
    Z: data.postcodeType,
  };
  const labelKey = types[letter] ?? name;
  return {
    name,
    labelKey,
    label: fieldLabel(labelKey, language),
    required: data.required.includes(letter),
    upperCase: data.upperCase.includes(letter),
  };
}

/** Those that the authority lists, in its order, with ours where they are the same; where it lists none, ours by id. */
function offeredStates(
  index: PlaceIndex,
  country: number,
  { subdivisions }: AddressData,
  lang: string | undefined,
): AddressState[] {
  const { places, labels } = index;
  const ours = (state: number, more: Pick<AddressState, 'key' | 'localName' | 'postcodeStart'>): AddressState => ({
    id: places.ids[state],
    code: places.stateCode(state),
    name: labels.nameOf(state, lang).text,
    ...more,
  });
  if (subdivisions.length === 0) {
    return statesOf(places, country).map((state) => {
      const { text } = labels.nameOf(state);
      return ours(state, { key: text, localName: text, postcodeStart: undefined });
    });
  }
  const joined = statesOfAddresses(index, country, subdivisions);
  return subdivisions.map(({ key, name, latinName, postcodes, otherPostcodes }, at) => {
    const state = joined[at];
    const postcodeStart = [postcodes, otherPostcodes].filter((each) => each !== undefined).join('|') || undefined;
    const more = { key, localName: name, postcodeStart };
    return state === undefined
      ? { id: undefined, code: undefined, name: latinName ?? name, ...more }
      : ours(state, more);
  });
}
