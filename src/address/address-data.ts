/** What addresses of a country are made of, as Google's address data has it (`npm run generate:addresses`). */
import data from '../../generated/address-data.json' with { type: 'json' };

/** A first-level subdivision that addresses name. */
export interface Subdivision {
  /** What stands in an address, mostly in the country's own script. */
  readonly key: string;
  readonly name: string;
  /** Undefined where `name` is in Latin letters. */
  readonly latinName: string | undefined;
  /** The part of an ISO 3166-2 code behind the hyphen. */
  readonly isoCode: string | undefined;
  /** What its postcodes begin with, as a regular expression. */
  readonly postcodes: string | undefined;
  /** Whole postcodes of another form than the country's. */
  readonly otherPostcodes: string | undefined;
}

export interface AddressData {
  /** `%` and a letter stand for a field, `%n` ends a line, all else stands for itself. */
  readonly format: string;
  /** The same for an address in Latin letters, where that is another one. */
  readonly latinFormat: string | undefined;
  /** Letters of the fields that an address must have, and of those that are written in capitals. */
  readonly required: string;
  readonly upperCase: string;
  readonly stateType: string;
  readonly cityType: string;
  readonly sublocalityType: string;
  readonly postcodeType: string;
  /** What a postcode is as a whole, as a regular expression; undefined for countries without postcodes. */
  readonly postcodePattern: string | undefined;
  readonly postcodeExamples: readonly string[];
  /** Stands before a postcode on an envelope and is no part of it: `CH-`. */
  readonly postcodePrefix: string | undefined;
  /** Where the post office looks postcodes up. */
  readonly postcodeUrl: string | undefined;
  readonly subdivisions: readonly Subdivision[];
}

/** What holds for a country that says nothing of it. */
const DEFAULTS = {
  fmt: '%N%n%O%n%A%n%C',
  require: 'AC',
  upper: 'C',
  state_name_type: 'province',
  locality_name_type: 'city',
  sublocality_name_type: 'suburb',
  zip_name_type: 'postal',
};

type Entry = Readonly<Record<string, string | undefined>>;

const ENTRIES: Readonly<Record<string, Entry>> = data;
const known = new Map<string, AddressData>();

/** By the ISO 3166-1 alpha-2 code in capitals. A country that the data does not know has an address of the plainest form. */
export function addressData(iso2: string): AddressData {
  const read = known.get(iso2) ?? countryOf({ ...DEFAULTS, ...ENTRIES[iso2] });
  known.set(iso2, read);
  return read;
}

function countryOf(entry: Entry & typeof DEFAULTS): AddressData {
  return {
    format: entry.fmt,
    latinFormat: entry['lfmt'],
    required: entry.require,
    upperCase: entry.upper,
    stateType: entry.state_name_type,
    cityType: entry.locality_name_type,
    sublocalityType: entry.sublocality_name_type,
    postcodeType: entry.zip_name_type,
    postcodePattern: entry['zip'],
    postcodeExamples: entry['zipex']?.split(',') ?? [],
    postcodePrefix: entry['postprefix'],
    postcodeUrl: entry['posturl'],
    subdivisions: subdivisionsOf(entry),
  };
}

/** They stand in lists beside each other, where a list is shorter or not there at all when nothing is to be said. */
function subdivisionsOf(entry: Entry): Subdivision[] {
  const list = (name: string): readonly string[] => entry[name]?.split('~') ?? [];
  const [names, latinNames, isoCodes] = [list('sub_names'), list('sub_lnames'), list('sub_isoids')];
  const [postcodes, otherPostcodes] = [list('sub_zips'), list('sub_xzips')];
  return list('sub_keys').map((key, at) => ({
    key,
    name: names[at] || key,
    latinName: latinNames[at] || undefined,
    isoCode: isoCodes[at] || undefined,
    postcodes: postcodes[at] || undefined,
    otherPostcodes: otherPostcodes[at] || undefined,
  }));
}
