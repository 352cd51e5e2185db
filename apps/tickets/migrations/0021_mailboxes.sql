-- Addresses that mail comes in at and that replies leave from.
create table mailboxes (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  address text not null constraint mailboxes_address_length check (char_length(address) between 3 and 254),
  -- For comparisons: all in lower case.
  address_key text collate "C" not null,
  name text not null constraint mailboxes_name_length check (char_length(name) between 1 and 200),
  -- The group of tickets that come in; null for none.
  group_id text collate "C",
  signature text not null,
  auto_reply_enabled boolean not null,
  auto_reply_body text not null,
  intake text not null constraint mailboxes_intake check (intake in ('smtp', 'imap', 'api')),
  -- The address of the account with its password, encrypted; null for none.
  imap_url bytea,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  constraint mailboxes_imap check (intake <> 'imap' or imap_url is not null),
  constraint mailboxes_group foreign key (workspace_id, group_id) references groups on delete restrict
);
-- One address belongs to one workspace.
create unique index mailboxes_address on mailboxes (address_key);
create index mailboxes_created on mailboxes (workspace_id, created_at, id);
alter table mailboxes enable row level security;
alter table mailboxes force row level security;
create policy workspace on mailboxes
  using (workspace_id = current_setting('app.workspace_id', true))
  with check (workspace_id = current_setting('app.workspace_id', true));
-- Mail comes in for an address; its workspace is found by it.
create policy addressed on mailboxes for select
  using (address_key = any(string_to_array(current_setting('app.mail_addresses', true), ' ')));
-- The mail service reads the accounts of all workspaces.
create policy fetched on mailboxes for select
  using (intake = 'imap' and current_setting('app.fetches_mail', true) = 'on');
grant select, insert, update, delete on mailboxes to supportdesk_tickets;
