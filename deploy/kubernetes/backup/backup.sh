#!/bin/sh
# Dumps the database of DATABASE_URL into BACKUP_DIR and keeps the newest BACKUP_KEEP dumps. A dump gets its name when
# it is complete.
set -eu
[ -z "${DATABASE_URL_FILE:-}" ] || DATABASE_URL=$(cat "$DATABASE_URL_FILE")
umask 077

name=supportdesk-$(date -u +%Y%m%dT%H%M%SZ).dump
part=$BACKUP_DIR/.part
trap 'rm -f "$part"' EXIT

# The roles belong to the server: restore.sh creates the missing ones.
pg_dump --format=custom --file="$part" "$DATABASE_URL"
pg_restore --file=/dev/null "$part" # checks that it is complete
sync "$part"
mv "$part" "$BACKUP_DIR/$name"
echo "$name: $(wc -c <"$BACKUP_DIR/$name") bytes"

# The order of names is the order of time.
for old in $(ls "$BACKUP_DIR" | grep '^supportdesk-.*\.dump$' | sort | head -n "-$BACKUP_KEEP"); do
	rm "$BACKUP_DIR/$old"
	echo "$old: removed"
done
