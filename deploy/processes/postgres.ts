/** The primary and its replica: how their folders are made the first time, and how they run. */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from './kept-process.ts';
import { giveToPostgres, postgresProgram, postgresUser, runAsPostgres } from './programs.ts';

export interface Passwords {
  readonly POSTGRES_PASSWORD: string;
  readonly REPLICATION_PASSWORD: string;
  readonly REDIS_PASSWORD: string;
}

const ALLOW_REPLICATION = join(import.meta.dirname, '..', 'postgres', 'allow-replication.sh');

export class PostgresPair {
  readonly #folder: string;
  readonly #passwords: Passwords;
  readonly #ports: { readonly primary: number; readonly replica: number };

  constructor(folder: string, passwords: Passwords, ports: { readonly primary: number; readonly replica: number }) {
    this.#folder = folder;
    this.#passwords = passwords;
    this.#ports = ports;
  }

  /** The primary's command; its folder is there afterwards. */
  primary(): Command {
    this.#makeOnce('primary', (data) => {
      const passwordFile = this.#secret('initial-password', this.#passwords.POSTGRES_PASSWORD);
      const how = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C.UTF-8'];
      runAsPostgres(postgresProgram('initdb'), [
        `--pgdata=${data}`,
        '--username=geo',
        `--pwfile=${passwordFile}`,
        ...how,
      ]);
      rmSync(passwordFile);
    });
    return this.#command('primary', ['wal_level=replica', 'max_wal_senders=4', 'wal_keep_size=512MB']);
  }

  /** The replica's command; its folder is there afterwards, copied from the primary, which has to run. */
  replica(): Command {
    const passFile = this.#secret('replica.pgpass', `*:*:*:replicator:${this.#passwords.REPLICATION_PASSWORD}`);
    const source = `host=127.0.0.1 port=${this.#ports.primary} user=replicator passfile=${passFile}`;
    this.#makeOnce('replica', (data) => {
      const how = ['--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast'];
      runAsPostgres(postgresProgram('pg_basebackup'), [`--pgdata=${data}`, ...how, `--dbname=${source}`]);
    });
    // The primary's port may be another one each time.
    return this.#command('replica', ['hot_standby=on', `primary_conninfo=${source}`]);
  }

  isUp(which: 'primary' | 'replica'): boolean {
    try {
      runAsPostgres(postgresProgram('pg_isready'), ['--quiet', '--host=127.0.0.1', `--port=${this.#ports[which]}`]);
      return true;
    } catch {
      return false;
    }
  }

  /** Makes the database and the replica's user in a primary that runs, where they are not there yet. */
  prepare(): void {
    const env = {
      PGHOST: '127.0.0.1',
      PGPORT: String(this.#ports.primary),
      PGPASSWORD: this.#passwords.POSTGRES_PASSWORD,
      PGDATA: join(this.#folder, 'primary'),
      POSTGRES_USER: 'geo',
      POSTGRES_DB: 'geo',
      REPLICATION_PASSWORD: this.#passwords.REPLICATION_PASSWORD,
    };
    const isThere = (sql: string) =>
      runAsPostgres(postgresProgram('psql'), ['-At', '-U', 'geo', '-d', 'postgres', '-c', sql], env).trim() !== '';
    if (!isThere("SELECT 1 FROM pg_database WHERE datname = 'geo'"))
      runAsPostgres(postgresProgram('createdb'), ['--username=geo', 'geo'], env);
    if (!isThere("SELECT 1 FROM pg_roles WHERE rolname = 'replicator'")) runAsPostgres('sh', [ALLOW_REPLICATION], env);
  }

  /** In a folder beside, which takes the name when it is whole: whoever is interrupted begins again. */
  #makeOnce(name: string, make: (data: string) => void): void {
    const data = join(this.#folder, name);
    if (existsSync(data)) return;
    rmSync(`${data}.new`, { recursive: true, force: true });
    mkdirSync(`${data}.new`, { mode: 0o700 });
    giveToPostgres(`${data}.new`);
    make(`${data}.new`);
    renameSync(`${data}.new`, data);
  }

  #secret(name: string, text: string): string {
    const path = join(this.#folder, name);
    writeFileSync(path, `${text}\n`, { mode: 0o600 });
    giveToPostgres(path);
    return path;
  }

  #command(name: 'primary' | 'replica', settings: readonly string[]): Command {
    const always = [`port=${this.#ports[name]}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
    return {
      name,
      program: postgresProgram('postgres'),
      args: ['-D', join(this.#folder, name), ...[...always, ...settings].flatMap((each) => ['-c', each])],
      user: postgresUser,
      // Sessions end, and what is written is safe; SIGTERM would wait for all who are connected.
      stopSignal: 'SIGINT',
    };
  }
}
