/** The claim that makes imports take turns: one row while an import runs, none otherwise. */
import { Migration } from '@mikro-orm/migrations';

export class ImportClaim extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE import_claim (
        only_row      boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        owner         uuid NOT NULL,
        host          text NOT NULL,
        process_id    integer NOT NULL,
        backend_pid   integer NOT NULL,
        backend_start timestamptz,
        beat_at       timestamptz NOT NULL
      )`);
  }

  override down(): void {
    this.addSql('DROP TABLE import_claim');
  }
}
