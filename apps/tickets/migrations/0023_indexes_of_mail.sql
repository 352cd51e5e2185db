-- Outside of a transaction.
drop index concurrently if exists tickets.tickets_with_participants;
create index concurrently tickets_with_participants on tickets.tickets (workspace_id, id)
  where participants <> '[]';
