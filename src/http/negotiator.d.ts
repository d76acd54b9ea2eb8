/** Types of what we use of negotiator; the published ones know no order of preference. */
declare module 'negotiator' {
  class Negotiator {
    constructor(request: { readonly headers: Readonly<Record<string, string | undefined>> });
    encoding<T extends string>(available: readonly T[], options: { readonly preferred: readonly T[] }): T | undefined;
  }
  export = Negotiator;
}
