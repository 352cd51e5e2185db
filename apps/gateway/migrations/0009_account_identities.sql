-- Which person of an OpenID Connect provider an account belongs to, noted when that person signs in for the first time: a later
-- change of the address at the provider moves no account.
create table account_identities (
  workspace_id text collate "C" not null,
  agent_id text collate "C" not null,
  issuer text collate "C" not null constraint account_identities_issuer_length check (char_length(issuer) between 1 and 500),
  -- The provider's own id of the person, its claim `sub`.
  subject text collate "C" not null constraint account_identities_subject_length check (char_length(subject) between 1 and 255),
  created_at timestamptz(3) not null,
  primary key (workspace_id, agent_id, issuer),
  constraint account_identities_account foreign key (workspace_id, agent_id) references accounts on delete cascade
);
-- To find the account before a request's workspace is known.
create unique index account_identities_subject on account_identities (issuer, subject, workspace_id);

alter table account_identities enable row level security;
alter table account_identities force row level security;
create policy workspace on account_identities
  using (workspace_id = nullif(current_setting('app.workspace_id', true), ''))
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), ''));

-- Before a request's workspace is known, it sees the identity that the provider has vouched for, and its account.
create policy presented_identity on account_identities for select
  using (issuer = nullif(current_setting('app.identity_issuer', true), '')
    and subject = nullif(current_setting('app.identity_subject', true), ''));
create policy identified_account on accounts for select
  using (deactivated_at is null
    and not exists (select from workspaces w where w.id = accounts.workspace_id and w.deactivated_at is not null)
    and exists (select from account_identities i
                 where i.workspace_id = accounts.workspace_id
                   and i.agent_id = accounts.agent_id
                   and i.issuer = nullif(current_setting('app.identity_issuer', true), '')
                   and i.subject = nullif(current_setting('app.identity_subject', true), '')));

grant select, insert, delete on account_identities to supportdesk_gateway;
