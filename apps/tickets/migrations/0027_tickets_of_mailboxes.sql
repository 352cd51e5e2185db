-- Outside of a transaction.
drop index concurrently if exists tickets.tickets_mailbox_created;
create index concurrently tickets_mailbox_created on tickets.tickets (workspace_id, mailbox_id, created_at desc, id desc)
  where mailbox_id is not null and deleted_at is null;
