alter table messages
  -- What a mail quotes below or between its own words, and its signature; null for a message that did not come by mail.
  add column quoted_text text,
  -- What is known of the sender: results of SPF, DKIM and DMARC; null for a message that did not come by mail.
  add column authentication jsonb;
alter table tickets
  -- The mailbox that it came in at, which may be gone; null for none.
  add column mailbox_id text collate "C",
  -- Who gets replies besides the contact: [{"email", "name"}], addresses in lower case.
  add column participants jsonb not null default '[]';
alter table contacts
  -- Since when mail to the address comes back; null while none does.
  add column undeliverable_since timestamptz(3),
  -- What the other server said.
  add column undeliverable_reason text;

-- Every mail that was accepted, and what became of it. The same mail by several ways has one row.
create table mails (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  mailbox_id text collate "C" not null,
  state text not null constraint mails_state check (state in ('message', 'bounce', 'quarantined', 'dropped')),
  -- Why it is quarantined, or was.
  reason text,
  -- SHA-256 of the Message-ID and the content.
  content_hash bytea not null,
  -- In angle brackets; null for none.
  message_id_header text collate "C",
  -- The sender's address in lower case; empty for none.
  from_key text collate "C" not null,
  from_name text not null,
  subject text not null,
  -- Null for a null return path or one that is not known.
  envelope_from text,
  recipients text[] not null,
  authentication jsonb not null,
  -- Who wrote it, and the message that it became; null while it is none.
  contact_id text collate "C",
  ticket_id text collate "C",
  message_id text collate "C",
  received_at timestamptz(3) not null,
  primary key (workspace_id, id)
);
create unique index mails_content on mails (workspace_id, content_hash);
create index mails_message_id on mails (workspace_id, message_id_header) where message_id_header is not null;
create index mails_of_message on mails (workspace_id, message_id) where message_id is not null;
create index mails_of_ticket on mails (workspace_id, ticket_id) where ticket_id is not null;
create index mails_of_sender on mails (workspace_id, mailbox_id, from_key, received_at);
create index mails_of_contact on mails (workspace_id, contact_id) where contact_id is not null;
create index mails_quarantined on mails (workspace_id, mailbox_id, received_at desc, id desc) where state = 'quarantined';

-- The mails as they came in.
create table raw_mails (
  workspace_id text collate "C" not null,
  mail_id text collate "C" not null,
  data bytea not null,
  primary key (workspace_id, mail_id),
  constraint raw_mails_mail foreign key (workspace_id, mail_id) references mails on delete cascade
);

-- When an address last got an automatic answer.
create table auto_replies (
  workspace_id text collate "C" not null,
  address_key text collate "C" not null,
  sent_at timestamptz(3) not null,
  primary key (workspace_id, address_key)
);
create index auto_replies_age on auto_replies (workspace_id, sent_at);

alter table mails enable row level security;
alter table mails force row level security;
create policy workspace on mails
  using (workspace_id = current_setting('app.workspace_id', true))
  with check (workspace_id = current_setting('app.workspace_id', true));
grant select, insert, update, delete on mails to supportdesk_tickets;
alter table raw_mails enable row level security;
alter table raw_mails force row level security;
create policy workspace on raw_mails
  using (workspace_id = current_setting('app.workspace_id', true))
  with check (workspace_id = current_setting('app.workspace_id', true));
grant select, insert, update, delete on raw_mails to supportdesk_tickets;
alter table auto_replies enable row level security;
alter table auto_replies force row level security;
create policy workspace on auto_replies
  using (workspace_id = current_setting('app.workspace_id', true))
  with check (workspace_id = current_setting('app.workspace_id', true));
grant select, insert, update, delete on auto_replies to supportdesk_tickets;
