-- What agents sign in to the console with. The agents themselves are the tickets service's; an account exists from the
-- first invitation on.
create table accounts (
  workspace_id text collate "C" not null,
  agent_id text collate "C" not null,
  -- The agent's address in lower case, to find the account before a request's workspace is known.
  email text collate "C" not null constraint accounts_email_given check (email <> ''),
  role text not null constraint accounts_role check (role in ('admin', 'agent')),
  -- As argon2 writes it, with its parameters; null until the agent has set a password.
  password_hash text,
  -- Encrypted with SECRETS_KEY; null without a second factor. `confirmed` once a code was right.
  second_factor_secret text,
  second_factor_confirmed boolean not null default false,
  -- The newest period whose code was accepted: none is accepted twice.
  second_factor_period bigint not null default 0,
  last_sign_in_at timestamptz(3),
  -- A copy of the agent's, written with it.
  deactivated_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (workspace_id, agent_id),
  constraint accounts_workspace foreign key (workspace_id) references workspaces on delete cascade
);
create unique index accounts_email on accounts (email, workspace_id);

-- A signed-in browser. Ending a session deletes its row.
create table sessions (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  agent_id text collate "C" not null,
  -- SHA-256 in hexadecimal of the token in the cookie, which is nowhere else.
  token_hash text collate "C" not null constraint sessions_hash_form check (token_hash ~ '^[0-9a-f]{64}$'),
  -- How the agent signed in.
  method text not null constraint sessions_method check (method in ('password', 'link', 'oidc')),
  user_agent text not null constraint sessions_user_agent_length check (char_length(user_agent) <= 300),
  address text not null constraint sessions_address_length check (char_length(address) <= 100),
  created_at timestamptz(3) not null,
  -- Written in the background at most once an hour.
  last_used_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (workspace_id, id),
  constraint sessions_account foreign key (workspace_id, agent_id) references accounts on delete cascade
);
create unique index sessions_token on sessions (token_hash);
create index sessions_agent on sessions (workspace_id, agent_id, created_at);
create index sessions_expiry on sessions (workspace_id, expires_at);

-- Links that open a session once: of an invitation, for a forgotten password, or printed by the command line.
create table account_links (
  workspace_id text collate "C" not null,
  token_hash text collate "C" not null constraint account_links_hash_form check (token_hash ~ '^[0-9a-f]{64}$'),
  agent_id text collate "C" not null,
  purpose text not null constraint account_links_purpose check (purpose in ('invitation', 'password_reset', 'sign_in')),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  primary key (workspace_id, token_hash),
  constraint account_links_account foreign key (workspace_id, agent_id) references accounts on delete cascade
);
create unique index account_links_token on account_links (token_hash);
create index account_links_agent on account_links (workspace_id, agent_id);
create index account_links_expiry on account_links (workspace_id, expires_at);

-- What replaces a code of the second factor, each of them once.
create table recovery_codes (
  workspace_id text collate "C" not null,
  agent_id text collate "C" not null,
  -- SHA-256 in hexadecimal: a code has 80 random bits, so that a slow hash adds nothing.
  code_hash text collate "C" not null,
  primary key (workspace_id, agent_id, code_hash),
  constraint recovery_codes_account foreign key (workspace_id, agent_id) references accounts on delete cascade
);

-- Who signed in, and what was changed of accounts, for the workspace's admins.
create table audit_events (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  type text not null,
  -- Whose account it is about.
  agent_id text collate "C" not null,
  -- The agent, API key or session that did it; empty for a person who is not signed in, and for the command line.
  actor_id text collate "C" not null,
  address text not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  constraint audit_events_workspace foreign key (workspace_id) references workspaces on delete cascade
);
create index audit_events_agent on audit_events (workspace_id, agent_id, id);
create index audit_events_age on audit_events (workspace_id, created_at);

alter table accounts enable row level security;
alter table accounts force row level security;
alter table sessions enable row level security;
alter table sessions force row level security;
alter table account_links enable row level security;
alter table account_links force row level security;
alter table recovery_codes enable row level security;
alter table recovery_codes force row level security;
alter table audit_events enable row level security;
alter table audit_events force row level security;
create policy workspace on accounts
  using (workspace_id = nullif(current_setting('app.workspace_id', true), ''))
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), ''));
create policy workspace on sessions
  using (workspace_id = nullif(current_setting('app.workspace_id', true), ''))
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), ''));
create policy workspace on account_links
  using (workspace_id = nullif(current_setting('app.workspace_id', true), ''))
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), ''));
create policy workspace on recovery_codes
  using (workspace_id = nullif(current_setting('app.workspace_id', true), ''))
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), ''));
create policy workspace on audit_events
  using (workspace_id = nullif(current_setting('app.workspace_id', true), ''))
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), ''));

-- Before a request's workspace is known, it sees the session and the link whose token it can name, the account of such a
-- session, and the accounts of the address that it names. None of a deactivated agent or workspace.
create policy presented_session on sessions for select
  using (token_hash = nullif(current_setting('app.session_hash', true), ''));
create policy presented_link on account_links for select
  using (token_hash = nullif(current_setting('app.link_hash', true), ''));
create policy presented_account on accounts for select
  using (deactivated_at is null
    and not exists (select from workspaces w where w.id = accounts.workspace_id and w.deactivated_at is not null)
    and (email = nullif(current_setting('app.account_email', true), '')
      or exists (select from sessions s
                  where s.workspace_id = accounts.workspace_id
                    and s.agent_id = accounts.agent_id
                    and s.token_hash = nullif(current_setting('app.session_hash', true), ''))));

grant select, insert, update on accounts to supportdesk_gateway;
grant select, insert, update, delete on sessions, account_links to supportdesk_gateway;
grant select, insert, delete on recovery_codes, audit_events to supportdesk_gateway;
