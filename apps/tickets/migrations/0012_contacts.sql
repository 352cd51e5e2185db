-- Contacts with an external id, attributes and several addresses, which can be merged and erased. An address belongs to
-- one row, as before: a further address of a contact, and a contact that was merged, is a row that leads to the contact's.
alter table contacts
  -- The client's own id for it.
  add column external_id text collate "C" constraint contacts_external_id_length check (char_length(external_id) between 1 and 255),
  add column custom_attributes jsonb not null default '{}',
  -- Null: never since it was created.
  add column updated_at timestamptz(3),
  -- When the newest message of the contact came in; null for none.
  add column last_seen_at timestamptz(3),
  -- The row of the contact that this row belongs to; null for a contact of its own. Never a row that leads further.
  add column merged_into text collate "C",
  -- Its personal data are gone; its id stays for its tickets.
  add column erased_at timestamptz(3),
  add constraint contacts_merged_into foreign key (workspace_id, merged_into) references contacts on delete restrict;
