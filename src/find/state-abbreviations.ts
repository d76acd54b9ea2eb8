/**
 * What states are called for short that is neither a code of theirs in ISO 3166-2 nor how their name begins, which is found anyway: the Associated
 * Press's and older ones of the United States and Canada, Mexico's, and what others are known by.
 */
const ABBREVIATIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ['AR-C', ['CABA']],
  ['CA-AB', ['Alta']],
  ['CA-NL', ['Nfld']],
  ['CA-NT', ['NWT']],
  ['CA-PE', ['PEI']],
  ['CA-QC', ['PQ']],
  ['DE-NW', ['NRW']],
  ['GB-NIR', ['NI']],
  ['IN-DL', ['NCT']],
  ['IN-JK', ['J&K']],
  ['MX-AGU', ['Ags']],
  ['MX-BCN', ['BC']],
  ['MX-CMX', ['CDMX', 'DF']],
  ['MX-DUR', ['Dgo']],
  ['MX-GUA', ['Gto']],
  ['MX-HID', ['Hgo']],
  ['MX-MEX', ['Edomex']],
  ['MX-NLE', ['NL']],
  ['MX-QUE', ['Qro']],
  ['MX-ROO', ['Q Roo']],
  ['MX-TAM', ['Tamps']],
  ['NG-FC', ['FCT']],
  ['PH-00', ['NCR']],
  ['US-FL', ['Fla']],
  ['US-ND', ['N Dak']],
  ['US-NM', ['N Mex']],
  ['US-PA', ['Penna']],
  ['US-SD', ['S Dak']],
  ['US-WV', ['W Va']],
  ['VN-SG', ['HCMC']],
]);

/** By its code in ISO 3166-2; none for most. */
export function abbreviationsOf(code: string | null): readonly string[] {
  return (code === null ? undefined : ABBREVIATIONS.get(code)) ?? [];
}
