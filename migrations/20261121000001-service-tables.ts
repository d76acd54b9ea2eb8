/** Tables that outlive a data set: API keys and the register of data sets. */
import { Migration } from '@mikro-orm/migrations';

export class ServiceTables extends Migration {
  override up(): void {
    this.addSql('CREATE EXTENSION IF NOT EXISTS pg_trgm');
    this.addSql(`
      CREATE TABLE api_keys (
        id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        prefix      text NOT NULL,
        hash        bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
        plan        text NOT NULL CHECK (plan IN ('Community', 'Starter', 'Legacy', 'Supporter', 'Professional', 'Business')),
        name        text,
        operations_only boolean NOT NULL DEFAULT false,
        created_at  timestamptz NOT NULL DEFAULT now(),
        expires_at  timestamptz,
        revoked_at  timestamptz
      )`);
    // A data set is loaded into a schema of its own (geo_<id>) and becomes visible when activated_at is set.
    this.addSql(`
      CREATE TABLE data_sets (
        id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        checksum     text NOT NULL,
        source       text NOT NULL,
        source_date  timestamptz,
        loaded_at    timestamptz NOT NULL DEFAULT now(),
        activated_at timestamptz,
        row_counts   jsonb NOT NULL DEFAULT '{}'
      )`);
    this.addSql(
      'CREATE INDEX data_sets_activated ON data_sets (activated_at DESC, id DESC) WHERE activated_at IS NOT NULL',
    );
  }

  override down(): void {
    this.addSql('DROP TABLE data_sets');
    this.addSql('DROP TABLE api_keys');
  }
}
