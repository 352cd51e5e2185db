-- Which process reads the account of each mailbox, how far it has, and what the API shows of it.
create table imap_accounts (
  workspace_id text collate "C" not null,
  mailbox_id text collate "C" not null,
  -- The process that reads it, and until when no other does.
  reader text collate "C" not null,
  leased_until timestamptz(3) not null,
  state text not null constraint imap_accounts_state check (state in ('connecting', 'connected', 'failed')),
  error text,
  last_mail_at timestamptz(3),
  -- The last mail that was not taken in, and why.
  skipped_at timestamptz(3),
  skipped_reason text,
  -- The position: the folder by a hash, all its mails up to last_uid, and when it was opened first. Null before that.
  source text collate "C",
  uid_validity bigint,
  last_uid bigint,
  since timestamptz(3),
  primary key (workspace_id, mailbox_id),
  constraint imap_accounts_mailbox foreign key (workspace_id, mailbox_id) references mailboxes on delete cascade,
  constraint imap_accounts_failed check ((state = 'failed') = (error is not null)),
  constraint imap_accounts_skipped check ((skipped_at is null) = (skipped_reason is null)),
  constraint imap_accounts_position check (num_nulls(source, uid_validity, last_uid, since) in (0, 4))
);
create index mailboxes_imap_accounts on mailboxes (workspace_id, id) where intake = 'imap';
alter table imap_accounts enable row level security;
alter table imap_accounts force row level security;
create policy workspace on imap_accounts
  using (workspace_id = current_setting('app.workspace_id', true))
  with check (workspace_id = current_setting('app.workspace_id', true));
-- The mail service reads the accounts of all workspaces.
create policy fetched on imap_accounts
  using (current_setting('app.fetches_mail', true) = 'on')
  with check (current_setting('app.fetches_mail', true) = 'on');
grant select, insert, update, delete on imap_accounts to supportdesk_tickets;

-- No account of a deactivated workspace is read. The gateway's schema has the workspaces that were deactivated before.
alter table workspaces add column deactivated_at timestamptz(3);
do $$
begin
  if exists (
    select from information_schema.columns
     where table_schema = 'gateway' and table_name = 'workspaces' and column_name = 'deactivated_at'
  ) then
    execute 'update tickets.workspaces t set deactivated_at = g.deactivated_at
               from gateway.workspaces g
              where g.id = t.id and g.deactivated_at is not null';
  end if;
end
$$;
