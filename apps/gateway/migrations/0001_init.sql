-- The customers of this installation. Everything else belongs to one of them.
create table workspaces (
  id text collate "C" not null primary key,
  name text not null constraint workspaces_name_length check (char_length(name) between 1 and 200),
  created_at timestamptz(3) not null
);
grant select on workspaces to supportdesk_gateway;

-- The keys that programs call the API with. The key itself is nowhere: a request's key is hashed and looked up.
create table api_keys (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  -- The agent in whose name the key writes. Agents are the tickets service's: whoever makes a key checks that this one is.
  owner_id text collate "C" not null,
  -- SHA-256 in hexadecimal.
  key_hash text collate "C" not null constraint api_keys_hash_form check (key_hash ~ '^[0-9a-f]{64}$'),
  -- What may be shown of the key: its prefix and its last four characters.
  masked text not null,
  scopes text[] not null constraint api_keys_scopes check (cardinality(scopes) > 0 and
    scopes <@ array['tickets:read', 'tickets:write', 'knowledge:read', 'knowledge:write']),
  -- Plans are configuration, so their names are not listed here.
  plan text not null,
  -- Null: the plan's own limit.
  per_minute integer constraint api_keys_per_minute check (per_minute > 0),
  burst integer constraint api_keys_burst check (burst > 0),
  -- -1: none at all.
  per_day integer constraint api_keys_per_day check (per_day > 0 or per_day = -1),
  concurrent integer constraint api_keys_concurrent check (concurrent > 0),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  constraint api_keys_workspace foreign key (workspace_id) references workspaces on delete cascade
);
create unique index api_keys_hash on api_keys (key_hash);
create unique index api_keys_id on api_keys (id);

-- A transaction sees the keys of the workspace it entered. Before a request's workspace is known, it sees the one key
-- whose hash it can name. Whoever changes or revokes a key sends `notify api_keys, '<key_hash>'` in the same
-- transaction, so that gateways forget what they remember of it.
alter table api_keys enable row level security;
alter table api_keys force row level security;
create policy workspace on api_keys
  using (workspace_id = nullif(current_setting('app.workspace_id', true), ''))
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), ''));
create policy presented_key on api_keys for select
  using (key_hash = nullif(current_setting('app.key_hash', true), ''));
grant select on api_keys to supportdesk_gateway;
