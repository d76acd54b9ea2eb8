/** The GraphQL fields of a resource, made from its table: type, nullability, documentation and the tier's scope. */
import { TIER_SCOPES } from '../auth/scopes.ts';
import { badInput } from './bad-input.ts';
import { builder, facts } from './builder.ts';
import { localizedName, parseTranslations, type Translation } from './localized-name.ts';
import type { Arguments } from './needs.ts';
import { encodeNodeId, Node } from './node-id.ts';
import type { Resource, ResourceField } from './resource.ts';

/** A reference to the object type of a resource whose rows have type `Row`. */
export function resourceRef<Row extends object>(resource: Resource) {
  return builder.objectRef<Row>(resource.name);
}

type ResourceFieldBuilder<Row extends object> = PothosSchemaTypes.ObjectFieldBuilder<
  typeof builder.$inferSchemaTypes,
  Row
>;

/** What a row is to fields that know its resource only: the resource table was checked against the row's type. */
type AnyRow = Readonly<Record<string, never>>;

const TranslationType = builder.objectRef<Translation>('Translation').implement({
  description: 'The name of a record in another language.',
  fields: (t) => ({
    language: t.exposeString('language', { description: 'Language code, for example `ja` or `pt-BR`.' }),
    name: t.exposeString('name', { description: 'The name in that language.' }),
  }),
});

/** Every field of the resource, for the `fields` of its object type. */
export function resourceFields<Row extends object>(t: ResourceFieldBuilder<Row>, resource: Resource) {
  const fields = resource.fields.map((field) => [
    field.graphql,
    field.property === 'name' ? nameField(t, resource, field) : resourceField(t, field),
  ]);
  return {
    ...Object.fromEntries(fields),
    nodeId: t.id({
      description: 'Names the record among all records of all types; for `node`.',
      extensions: facts({ columns: ['id'] }),
      resolve: (row) => encodeNodeId(resource.name, (row as AnyRow)['id'] as unknown as number),
    }),
    translations: t.field({
      type: [TranslationType],
      nullable: true,
      description: 'The name in other languages; null where the data has none. (Full tier)',
      extensions: facts({ tier: 'full', columns: ['translations'] }),
      authScopes: TIER_SCOPES.full,
      resolve: (row) => parseTranslations((row as AnyRow)['translations']),
    }),
  };
}

/** The interfaces of a resource's object type. */
export const RESOURCE_INTERFACES = [Node];

function resourceField<Row extends object>(t: ResourceFieldBuilder<Row>, field: ResourceField) {
  const { property, tier } = field;
  return t.field({
    type: field.type,
    // A field above Basic is null for whoever the second lock stops, so it is nullable whatever its column says.
    nullable: field.nullable === true || tier !== 'basic',
    description: tier === 'basic' ? field.doc : `${field.doc} (${tier === 'full' ? 'Full' : 'Coordinates'} tier)`,
    extensions: facts({ tier, columns: [property], property }),
    ...(tier === 'basic' ? {} : { authScopes: TIER_SCOPES[tier] }),
    resolve: (row) => (row as AnyRow)[property] as never,
  });
}

/** `name`, in another language where a locale is given; that reads the translations, so it needs their tier. */
function nameField<Row extends object>(t: ResourceFieldBuilder<Row>, resource: Resource, field: ResourceField) {
  const isAsked = ({ locale }: Arguments) => locale !== null && locale !== undefined;
  const translations = { field: `${resource.name}.translations`, tier: 'full' } as const;
  return t.field({
    type: 'String',
    description: `${field.doc} With \`locale\`, the name in that language where the data has one.`,
    args: {
      locale: t.arg.string({
        description:
          'Language code, for example `ja` or `pt-BR`; without a name in it the language alone is tried, then English (Full tier).',
      }),
    },
    extensions: facts({
      tier: field.tier,
      property: 'name',
      columns: (args) => (isAsked(args) ? ['name', 'translations'] : ['name']),
      reads: (args) => (isAsked(args) ? [translations] : []),
    }),
    authScopes: (_row, args) => (isAsked(args) ? TIER_SCOPES.full : true),
    resolve: (row, { locale }) => {
      const { name, translations: json } = row as AnyRow;
      if (locale === null || locale === undefined) return name as never;
      if (!/^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,3}$/.test(locale)) throw badInput('locale must be a language code');
      return localizedName(name as never, json, locale);
    },
  });
}
