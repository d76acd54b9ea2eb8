/** A key that is revoked is looked up in the time of one that never was: its row is not found and left out, but not in the index. */
import { Migration } from '@mikro-orm/migrations';

export class KeysThatGoOn extends Migration {
  override up(): void {
    this.addSql('CREATE INDEX api_keys_not_revoked ON api_keys (hash) WHERE revoked_at IS NULL');
  }

  override down(): void {
    this.addSql('DROP INDEX api_keys_not_revoked');
  }
}
