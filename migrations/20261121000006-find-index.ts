/** Where the indexes of a data set are stored: with its rows, so that they come and go with it. */
import { Migration } from '@mikro-orm/migrations';

export class FindIndex extends Migration {
  override up(): void {
    // `made_for` names the format and the database's locale: processes of two releases may each have their own.
    this.addSql(`
      CREATE TABLE geo_template.find_index (
        made_for text NOT NULL,
        part     integer NOT NULL,
        bytes    bytea NOT NULL,
        PRIMARY KEY (made_for, part)
      )`);
    // They are dense already: to compress them would only cost time at every start.
    this.addSql('ALTER TABLE geo_template.find_index ALTER COLUMN bytes SET STORAGE EXTERNAL');
  }

  override down(): void {
    this.addSql('DROP TABLE geo_template.find_index');
  }
}
