-- Outside of a transaction.
drop index concurrently if exists tickets.contacts_external_id;
create unique index concurrently contacts_external_id on tickets.contacts (workspace_id, external_id)
  where external_id is not null;
drop index concurrently if exists tickets.contacts_merged;
create index concurrently contacts_merged on tickets.contacts (workspace_id, merged_into)
  where merged_into is not null;
-- Only contacts of their own are listed.
drop index concurrently if exists tickets.contacts_created;
create index concurrently contacts_created on tickets.contacts (workspace_id, created_at desc, id desc)
  where merged_into is null and erased_at is null;
drop index concurrently if exists tickets.contacts_name;
create index concurrently contacts_name on tickets.contacts (workspace_id, name, id)
  where merged_into is null and erased_at is null;
drop index concurrently if exists tickets.contacts_seen;
create index concurrently contacts_seen on tickets.contacts (workspace_id, coalesce(last_seen_at, created_at) desc, id desc)
  where merged_into is null and erased_at is null;
-- Tickets that are not deleted have tickets_contact_created.
drop index concurrently if exists tickets.tickets_deleted_contact;
create index concurrently tickets_deleted_contact on tickets.tickets (workspace_id, contact_id)
  where deleted_at is not null;
