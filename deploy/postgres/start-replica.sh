#!/bin/sh
# Starts a streaming replica: the first time from a copy of the primary's database.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  install -d -o postgres -g postgres -m 0700 "$PGDATA"
  gosu postgres pg_basebackup --pgdata="$PGDATA" --write-recovery-conf --wal-method=stream --checkpoint=fast \
    --dbname="host=primary user=replicator password=$REPLICATION_PASSWORD"
fi
exec gosu postgres postgres -c hot_standby=on
