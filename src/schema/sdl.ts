/** The schema as text, and what a change of it breaks for clients that are out there. */
import { buildSchema, findBreakingChanges, type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';

/** The schema in GraphQL's own language, in an order that does not depend on the code's. */
export function sdlOf(schema: GraphQLSchema): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}

/**
 * What breaks between two schemas, given as text, and is not named in the changelog: a line of its unreleased part, under
 * a heading `Breaking`, has to hold the coordinate of what changes, for example `Country.tld`.
 */
export function undeclaredBreakingChanges(released: string, current: string, changelog: string): string[] {
  const declared = breakingNotes(changelog);
  return findBreakingChanges(buildSchema(released), buildSchema(current))
    .filter(({ description }) => !names(declared, coordinateOf(description)))
    .map(({ description }) => description);
}

/** The text under `### Breaking` of the topmost version. */
function breakingNotes(changelog: string): string {
  const [, unreleased = ''] = changelog.split(/^## /m);
  const part = unreleased.split(/^### /m).find((each) => /^breaking\b/i.test(each));
  return part ?? '';
}

/** What a description of graphql-js is about: the first `Type.field`, else the first name in capitals. */
function coordinateOf(description: string): string {
  return /\b\w+\.\w+/.exec(description)?.[0] ?? /\b[A-Z]\w*/.exec(description)?.[0] ?? description;
}

function names(text: string, coordinate: string): boolean {
  return new RegExp(`(?<![\\w.])${coordinate.replaceAll('.', '\\.')}(?!\\w)`).test(text);
}
