-- The transaction that changed `updated_at` last. A reader that goes on with a `sync_cursor` finds by it what was committed
-- after it had read, although `updated_at` is earlier than the last row it saw. The default is one value for all rows
-- there are: the table is not rewritten.
alter table tickets
  add column changed_in xid8 not null default pg_current_xact_id(),
  -- The name that another system has for the ticket.
  add column external_id text collate "C";

create function note_change() returns trigger language plpgsql as $$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end $$;

-- A trigger, so that processes of an earlier version note it, too.
create trigger tickets_changed_in
  before update of updated_at on tickets
  for each row when (new.updated_at is distinct from old.updated_at)
  execute function note_change();
