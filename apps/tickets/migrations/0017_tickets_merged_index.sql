-- Outside of a transaction.
drop index concurrently if exists tickets.tickets_merged;
create index concurrently tickets_merged on tickets.tickets (workspace_id, merged_into, created_at desc, id desc)
  where merged_into is not null;
drop index concurrently if exists tickets.messages_written_in;
create index concurrently messages_written_in on tickets.messages (workspace_id, written_in)
  where written_in is not null;
