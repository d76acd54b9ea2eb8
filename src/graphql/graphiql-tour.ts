/** The tabs with which GraphiQL opens: a walk through the graph, its limits included. */
import type { DemoKeys } from '../auth/demo-keys.ts';

export interface Tab {
  readonly query: string;
  readonly variables: string;
  readonly headers: string;
}

const LOOK_UP = `# 1 · One country by its code, with what a plan shows of it.
query Country {
  country(code: "JP") {
    name
    native
    inFrench: name(locale: "fr")
    capital
    population
    latitude
    longitude
    currency {
      code
      symbol
    }
  }
}
`;

const GRAPH = `# 2 · What only a graph can: countries, their states, the cities of those. Page sizes multiply, and each plan has
# a highest number of records that one operation may ask for.
query Graph {
  countries(first: 3) {
    totalCount
    nodes {
      name
      states(first: 3) {
        nodes {
          name
          type
        }
      }
    }
  }
}
`;

const SEARCH = `# 3 · Typo-tolerant search, nearest first.
query Search($q: String!) {
  searchCities(q: $q, limit: 5) {
    matchScore
    matchedAlias
    city {
      name
      native
      country {
        name
        emoji
      }
    }
  }
}
`;

const REFUSED = `# 4 · The same as a Community key sees it: refused as a whole, before it runs. The answer names each field that the
# plan does not include and the plan that does.
query Refused($code: ID!) {
  country(code: $code) {
    name
    latitude
    translationsJson
  }
}
`;

const SCHEMA = `# 5 · The schema is the manual: every field and argument is documented. See also the book icon on the left.
query Manual($type: String!) {
  __type(name: $type) {
    name
    description
    fields {
      name
      description
    }
  }
}
`;

const WITHOUT_KEY = `# First put an API key beside X-SVCAPI-KEY under "Headers" below. Keys are made by whoever runs the service:
#   npm run keys -- create --plan professional --name NAME
# Its demo keys, where it has some, are in demo-keys.json of its data folder; the link printed at its start fills them in.

`;

/** Five tabs; the key header holds the demo keys where there are some, else the first tab says where keys come from. */
export function tour(keys: DemoKeys): Tab[] {
  const professional = keyHeader(keys['professional']);
  const lookUp = keys['professional'] === undefined ? WITHOUT_KEY + LOOK_UP : LOOK_UP;
  return [
    { query: lookUp, variables: '', headers: professional },
    { query: GRAPH, variables: '', headers: professional },
    { query: SEARCH, variables: json({ q: 'Tokio' }), headers: professional },
    { query: REFUSED, variables: json({ code: 'JP' }), headers: keyHeader(keys['community']) },
    { query: SCHEMA, variables: json({ type: 'Country' }), headers: professional },
  ];
}

export function keyHeader(key: string | undefined): string {
  return json({ 'X-SVCAPI-KEY': key ?? '' });
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
