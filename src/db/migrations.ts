/** The migrations of this program. */
import { ServiceTables } from '../../migrations/20261121000001-service-tables.ts';
import { DataSetTemplate } from '../../migrations/20261121000002-data-set-template.ts';
import { TrigramIndexes } from '../../migrations/20261121000003-trigram-indexes.ts';
import { ImportClaim } from '../../migrations/20261121000004-import-claim.ts';
import { StateCodesMayRepeat } from '../../migrations/20261121000005-state-codes-may-repeat.ts';
import { FindIndex } from '../../migrations/20261121000006-find-index.ts';
import { SourceVersion } from '../../migrations/20261121000007-source-version.ts';
import { SubdivisionCodes } from '../../migrations/20261121000008-subdivision-codes.ts';
import { Geonames } from '../../migrations/20261121000009-geonames.ts';
import { KeysForOneThing } from '../../migrations/20261122000010-keys-for-one-thing.ts';
import { KeysThatGoOn } from '../../migrations/20261130000011-keys-that-go-on.ts';

/** In their order. */
export const MIGRATIONS = [
  { name: '20261121000001-service-tables', class: ServiceTables },
  { name: '20261121000002-data-set-template', class: DataSetTemplate },
  { name: '20261121000003-trigram-indexes', class: TrigramIndexes },
  { name: '20261121000004-import-claim', class: ImportClaim },
  { name: '20261121000005-state-codes-may-repeat', class: StateCodesMayRepeat },
  { name: '20261121000006-find-index', class: FindIndex },
  { name: '20261121000007-source-version', class: SourceVersion },
  { name: '20261121000008-subdivision-codes', class: SubdivisionCodes },
  { name: '20261121000009-geonames', class: Geonames },
  { name: '20261122000010-keys-for-one-thing', class: KeysForOneThing },
  { name: '20261130000011-keys-that-go-on', class: KeysThatGoOn },
];

export const MIGRATION_NAMES: readonly string[] = MIGRATIONS.map(({ name }) => name);
