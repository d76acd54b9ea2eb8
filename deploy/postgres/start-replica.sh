#!/bin/sh
# Starts a streaming replica: the first time from a copy of the primary's database.
set -eu
# pg_basebackup gives the manifest its name once the whole copy is on the disk; PG_VERSION comes with its first files. It stays when the
# replica is promoted, which standby.signal does not. What is there without it is half a copy.
if [ ! -s "$PGDATA/backup_manifest" ]; then
  install -d -o postgres -g postgres -m 0700 "$PGDATA"
  find "$PGDATA" -mindepth 1 -delete
  gosu postgres pg_basebackup --pgdata="$PGDATA" --write-recovery-conf --wal-method=stream --checkpoint=fast \
    --dbname="host=primary user=replicator password=$REPLICATION_PASSWORD"
fi
exec gosu postgres postgres -c hot_standby=on
