/** Keys that may do one thing only: they may stand in an address. */
import { Migration } from '@mikro-orm/migrations';

export class KeysForOneThing extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE api_keys ADD COLUMN only_for text');
  }

  override down(): void {
    this.addSql('ALTER TABLE api_keys DROP COLUMN only_for');
  }
}
