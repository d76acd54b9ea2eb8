/** What the source says of itself: its version, and its own date. What stood there was the time of a file. */
import { Migration } from '@mikro-orm/migrations';

export class SourceVersion extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE data_sets ADD COLUMN source_version text');
    this.addSql('ALTER TABLE data_sets ALTER COLUMN source_date TYPE date USING NULL');
  }

  override down(): void {
    this.addSql('ALTER TABLE data_sets ALTER COLUMN source_date TYPE timestamptz USING source_date');
    this.addSql('ALTER TABLE data_sets DROP COLUMN source_version');
  }
}
