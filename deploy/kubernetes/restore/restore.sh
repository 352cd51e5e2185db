#!/bin/sh
# Restores a dump (DUMP, or the newest one in BACKUP_DIR) to the empty database of DATABASE_URL, completely or not at
# all.
set -eu
[ -z "${DATABASE_URL_FILE:-}" ] || DATABASE_URL=$(cat "$DATABASE_URL_FILE")

dump=${DUMP:-$(ls "$BACKUP_DIR"/supportdesk-*.dump | sort | tail -n 1)}
[ -r "$dump" ] || { echo "There is no dump ${dump:-in $BACKUP_DIR}." >&2; exit 1; }

ask() {
	psql --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 --dbname="$DATABASE_URL" --command="$1"
}
if [ -n "$(ask "select 1 from pg_namespace where nspname in ('gateway', 'tickets', 'knowledge', 'events')")" ]; then
	echo "The database already contains a Support Desk; restore to an empty one." >&2
	exit 1
fi
for schema in gateway tickets knowledge events; do
	ask "do \$\$ begin
		if to_regrole('supportdesk_$schema') is null then
			create role supportdesk_$schema nologin nosuperuser nobypassrls;
		end if;
		if not pg_has_role(current_user, 'supportdesk_$schema', 'set') then
			grant supportdesk_$schema to current_user;
		end if;
	end \$\$"
done
# Every object keeps its owner: the services own the queues, and a login with the old owner's name owns the rest.
pg_restore --exit-on-error --single-transaction --dbname="$DATABASE_URL" "$dump"
echo "$dump is restored."
