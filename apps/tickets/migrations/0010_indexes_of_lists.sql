-- Outside of a transaction.
drop index concurrently if exists tickets.tickets_external_id;
-- A deleted ticket does not keep its name from others.
create unique index concurrently tickets_external_id on tickets.tickets (workspace_id, external_id)
  where external_id is not null and deleted_at is null;
drop index concurrently if exists tickets.tickets_waiting;
create index concurrently tickets_waiting on tickets.tickets (workspace_id, created_at desc, id desc)
  where waiting_since is not null and deleted_at is null;
