/** What GeoNames knows of cities: beside the source's rows, never in them. */
import { Migration } from '@mikro-orm/migrations';

export class Geonames extends Migration {
  override up(): void {
    // No reference to cities: it is filled by whoever builds the indexes, from the very rows of the data set.
    this.addSql(`
      CREATE TABLE geo_template.geonames (
        city_id     integer PRIMARY KEY,
        geonames_id integer NOT NULL,
        population  integer,
        names       text[] NOT NULL
      )`);
  }

  override down(): void {
    this.addSql('DROP TABLE geo_template.geonames');
  }
}
