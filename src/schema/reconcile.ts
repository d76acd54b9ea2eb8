/** Rows of somebody's table, reconciled with the data set: what each of them means, from the indexes in memory. */
import { createPostcodeFit } from '../address/postcode-fit.ts';
import { gate } from '../auth/plans.ts';
import type { Level } from '../find/decide.ts';
import type { Labels } from '../find/labels.ts';
import { locate } from '../find/locate.ts';
import type { PlaceIndex } from '../find/place-index.ts';
import type { Places } from '../find/places.ts';
import { type ReconciledRow, type ReconcileRow, Reconciler } from '../find/reconcile.ts';
import { badInput } from './bad-input.ts';
import { builder, facts, gated, personal } from './builder.ts';
import { placeIndexOf } from './place-index.ts';

/** Rows of one batch, and other places of each, at most. */
export const MOST_ROWS = 1_000;
export const MOST_ALTERNATIVES = 5;
/** Longer texts are no names of places. */
export const LONGEST_CELL = 200;

const ReconcileRowInput = builder.inputType('ReconcileRowInput', {
  description: 'A row to reconcile: at least one of country, state, city and a point.',
  fields: (t) => ({
    country: t.string({ description: 'Name of a country in any language, or its ISO 3166-1 code.' }),
    state: t.string({ description: 'Name of a state in any language, or its code, with or without the country’s.' }),
    city: t.string({ description: 'Name of a city in any language; may go on with where it lies: "Paris, TX".' }),
    postcode: t.string({ description: 'Postal code: places where it belongs fit better.' }),
    lat: t.float({
      description:
        'Latitude: cities near the point fit better; alone it is answered with what lies there. Only with `lng`.',
    }),
    lng: t.float({ description: 'Longitude, only with `lat`.' }),
    lang: t.string({ description: 'BCP 47: the language of the names in the answer, English where there is none.' }),
    error: t.string({ description: 'Why this is no row: answered as its error, in its place.' }),
  }),
});

interface NamedLevel extends Omit<Level, 'place'> {
  readonly id: number | undefined;
  readonly name: string | undefined;
  /** Made when it is asked for. */
  readonly label: () => string | undefined;
}

const ReconciledPlace = builder.objectRef<NamedLevel>('ReconciledPlace').implement({
  description:
    'What a row says of one level, or what the level below, or a point alone, implies: then without score and verdict.',
  fields: (t) => ({
    id: t.int({ nullable: true, description: 'Id; null when nothing was found.', resolve: ({ id }) => id ?? null }),
    name: t.string({ nullable: true, description: 'Name in the row’s language.', resolve: ({ name }) => name ?? null }),
    label: t.string({
      nullable: true,
      description: 'The shortest text that tells it from every other place of its type; null when nothing was found.',
      resolve: ({ label }) => label() ?? null,
    }),
    score: t.float({
      nullable: true,
      description: 'How sure it is, 0 to 1; null for what is implied.',
      resolve: ({ score }) => (score === undefined ? null : rounded(score)),
    }),
    verdict: t.string({
      nullable: true,
      description:
        'exact (its name or code), folded (its name but for case, accents and signs), alias (another name), fuzzy (nearly a name), ambiguous (several places), contradiction (with another level, or the point) or none; null for what is implied.',
      resolve: ({ verdict }) => verdict ?? null,
    }),
    contradiction: t.string({
      nullable: true,
      description: 'Where the thing is instead, in a sentence.',
      resolve: ({ contradiction }) => contradiction ?? null,
    }),
  }),
});

interface Alternative {
  readonly place: number;
  readonly score: number;
  readonly places: Places;
  readonly labels: Labels;
  readonly lang: string | undefined;
}

const ReconcileAlternative = builder.objectRef<Alternative>('ReconcileAlternative').implement({
  description: 'Another place that the most particular text of a row may mean.',
  fields: (t) => ({
    id: t.int({ description: 'Id of the place.', resolve: ({ place, places }) => places.ids[place] ?? 0 }),
    name: t.string({
      description: 'Name in the row’s language.',
      resolve: ({ place, labels, lang }) => labels.nameOf(place, lang).text,
    }),
    label: t.string({
      description: 'The shortest text that tells it from every other place of its type.',
      resolve: ({ place, labels, lang }) => labels.labelOf(place, lang),
    }),
    countryCode: t.string({
      description: 'ISO 3166-1 alpha-2 code of the country.',
      resolve: ({ place, places }) => places.countryCode(place),
    }),
    stateCode: t.string({
      nullable: true,
      description: 'Code of the state.',
      resolve: ({ place, places }) => places.stateCode(place) ?? null,
    }),
    score: t.float({ description: 'How well it fits, 0 to 1.', resolve: ({ score }) => rounded(score) }),
  }),
});

/** Rows of an operation so far: aliases ask for no more of them. */
const rowsAsked = new WeakMap<object, number>();

interface AnsweredRow {
  readonly country: NamedLevel | undefined;
  readonly state: NamedLevel | undefined;
  readonly city: NamedLevel | undefined;
  readonly alternatives: readonly Alternative[];
  readonly error: string | undefined;
}

const ReconciledRowRef = builder.objectRef<AnsweredRow>('ReconciledRow').implement({
  description: 'What a row means. A level that the row neither names nor implies is null.',
  fields: (t) => ({
    country: level(t, 'The country.', ({ country }) => country),
    state: level(t, 'The state.', ({ state }) => state),
    city: level(t, 'The city.', ({ city }) => city),
    alternatives: t.field({
      type: [ReconcileAlternative],
      description: 'Other places of the most particular level that the row names, best first.',
      extensions: facts({ records: () => MOST_ALTERNATIVES }),
      resolve: ({ alternatives }) => [...alternatives],
    }),
    error: t.string({
      nullable: true,
      description: 'Why nothing was looked for; other rows go on.',
      resolve: ({ error }) => error ?? null,
    }),
  }),
});

type RowFields = Parameters<
  NonNullable<Parameters<ReturnType<typeof builder.objectRef<AnsweredRow>>['implement']>[0]['fields']>
>[0];

function level(t: RowFields, description: string, of: (row: AnsweredRow) => NamedLevel | undefined) {
  return t.field({ type: ReconciledPlace, nullable: true, description, resolve: (row) => of(row) ?? null });
}

type Point = NonNullable<ReconcileRow['point']>;
type RowInput = typeof ReconcileRowInput.$inferInput;

const reconciling = personal(gated(() => [gate('reconcile')]));

builder.queryFields((t) => ({
  reconcilePlaces: t.field({
    type: [ReconciledRowRef],
    description:
      'What the rows of a table mean, in their order: up to 1,000 (Professional and above). A row that is none is answered with its error, and fails no other.',
    args: {
      rows: t.arg({ type: [ReconcileRowInput], required: true, description: 'The rows.' }),
      limit: t.arg.int({
        required: true,
        defaultValue: MOST_ALTERNATIVES,
        description: 'How many alternatives a row has at most, 0 to 5.',
      }),
    },
    ...reconciling,
    // Whatever the limit of alternatives: each row is answered with a record.
    extensions: {
      ...reconciling.extensions,
      ...facts({ records: ({ rows }) => (Array.isArray(rows) ? rows.length : 1) }),
    },
    resolve: async (_root, { rows, limit }, context) => {
      const { dataSet, pace } = context;
      const all = (rowsAsked.get(context) ?? 0) + rows.length;
      rowsAsked.set(context, all);
      if (all > MOST_ROWS) throw badInput(`rows: at most ${MOST_ROWS} at a time`);
      if (limit < 0 || limit > MOST_ALTERNATIVES) throw badInput(`limit must be 0 to ${MOST_ALTERNATIVES}`);
      const index = placeIndexOf(dataSet);
      const at = ({ latitude, longitude }: Point) => locate(index.places, index.points, latitude, longitude);
      const reconciler = new Reconciler(index.places, index.names, createPostcodeFit(index), at);
      const answered: AnsweredRow[] = [];
      for (const row of rows) {
        if (!pace.hasTime()) await pace.time();
        answered.push(answeredRow(row, limit, reconciler, index));
      }
      return answered;
    },
  }),
}));

function answeredRow(row: RowInput, most: number, reconciler: Reconciler, index: Index): AnsweredRow {
  const error = row.error ?? faultOf(row);
  if (error !== undefined) {
    return { country: undefined, state: undefined, city: undefined, alternatives: [], error };
  }
  const found = reconciler.row(plainRow(row), most);
  return named(found, row.lang ?? undefined, index);
}

type Index = Pick<PlaceIndex, 'places' | 'labels'>;

function named(row: ReconciledRow, lang: string | undefined, { places, labels }: Index): AnsweredRow {
  const of = ({ place, ...rest }: Level): NamedLevel | undefined => {
    if (place === undefined && rest.verdict === undefined) return undefined;
    const known = place === undefined ? undefined : labels.nameOf(place, lang).text;
    const id = place === undefined ? undefined : places.ids[place];
    return { ...rest, id, name: known, label: () => (place === undefined ? undefined : labels.labelOf(place, lang)) };
  };
  return {
    country: of(row.country),
    state: of(row.state),
    city: of(row.city),
    alternatives: row.alternatives.map((choice) => ({ ...choice, places, labels, lang })),
    error: undefined,
  };
}

/** What breaks the rules of a row; undefined for one that can be looked for. */
function faultOf({ country, state, city, postcode, lat, lng }: RowInput): string | undefined {
  const texts = Object.entries({ country, state, city });
  const long = [...texts, ['postcode', postcode] as const].find(([, text]) => (text?.length ?? 0) > LONGEST_CELL);
  if (long) return `${long[0]}: must be at most ${LONGEST_CELL} characters`;
  if (isOutside(lat, 90)) return 'lat: must be a number from -90 to 90';
  if (isOutside(lng, 180)) return 'lng: must be a number from -180 to 180';
  if (((lat ?? undefined) === undefined) !== ((lng ?? undefined) === undefined)) return 'lat and lng: both or neither';
  const isEmpty = typeof lat !== 'number' && texts.every(([, text]) => !text?.trim());
  return isEmpty ? 'country, state, city or a point: one of them is required' : undefined;
}

function isOutside(value: number | null | undefined, most: number): boolean {
  return typeof value === 'number' && !(Math.abs(value) <= most);
}

function plainRow({ country, state, city, postcode, lat, lng }: RowInput): ReconcileRow {
  const text = (value: string | null | undefined) => value?.trim() || undefined;
  const point = typeof lat === 'number' && typeof lng === 'number' ? { latitude: lat, longitude: lng } : undefined;
  return { country: text(country), state: text(state), city: text(city), postcode: text(postcode), point };
}

function rounded(score: number): number {
  return Math.round(score * 100) / 100;
}
