/** The source does not promise that a state code is unique in its country; the lowest id answers for a repeated one. */
import { Migration } from '@mikro-orm/migrations';

export class StateCodesMayRepeat extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE geo_template.states DROP CONSTRAINT states_country_id_iso2_key');
    this.addSql('CREATE INDEX ON geo_template.states (country_id, upper(iso2), id)');
  }

  override down(): void {
    this.addSql('DROP INDEX geo_template.states_country_id_upper_id_idx');
    this.addSql('ALTER TABLE geo_template.states ADD UNIQUE (country_id, iso2)');
  }
}
