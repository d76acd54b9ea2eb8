/** ISO 3166-2 look-ups fold the case of the code: they read the states through an index instead of all of them. */
import { Migration } from '@mikro-orm/migrations';

export class SubdivisionCodes extends Migration {
  override up(): void {
    this.addSql('CREATE INDEX states_folded_iso3166_2 ON geo_template.states (upper(iso3166_2))');
  }

  override down(): void {
    this.addSql('DROP INDEX geo_template.states_folded_iso3166_2');
  }
}
