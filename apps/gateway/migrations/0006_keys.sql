-- Keys are created and changed through the API, too.
alter table api_keys add column name text constraint api_keys_name_length check (char_length(name) between 1 and 200);
create index api_keys_created on api_keys (workspace_id, created_at, id);
grant insert on api_keys to supportdesk_gateway;
grant update (name, key_hash, masked, scopes, per_minute, burst, per_day, concurrent, expires_at, revoked_at)
  on api_keys to supportdesk_gateway;

-- The secrets that a key had before its rotations, for as long as they are still accepted. The present one is in api_keys.
create table earlier_key_secrets (
  workspace_id text collate "C" not null,
  api_key_id text collate "C" not null,
  -- SHA-256 in hexadecimal.
  key_hash text collate "C" not null constraint earlier_key_secrets_hash_form check (key_hash ~ '^[0-9a-f]{64}$'),
  valid_until timestamptz(3) not null,
  primary key (workspace_id, api_key_id, key_hash),
  constraint earlier_key_secrets_key foreign key (workspace_id, api_key_id) references api_keys on delete cascade
);
create unique index earlier_key_secrets_hash on earlier_key_secrets (key_hash);
alter table earlier_key_secrets enable row level security;
alter table earlier_key_secrets force row level security;
create policy workspace on earlier_key_secrets
  using (workspace_id = nullif(current_setting('app.workspace_id', true), ''))
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), ''));
create policy presented_key on earlier_key_secrets for select
  using (key_hash = nullif(current_setting('app.key_hash', true), ''));
grant select, insert, update, delete on earlier_key_secrets to supportdesk_gateway;

-- A request that presents an earlier secret sees its key as well.
alter policy presented_key on api_keys
  using ((key_hash = nullif(current_setting('app.key_hash', true), '')
      or exists (select from earlier_key_secrets s
                  where s.workspace_id = api_keys.workspace_id
                    and s.api_key_id = api_keys.id
                    and s.key_hash = nullif(current_setting('app.key_hash', true), '')))
    and owner_deactivated_at is null
    and not exists (select from workspaces w where w.id = api_keys.workspace_id and w.deactivated_at is not null));

-- Claims and stored responses of operations that must take effect once. A response holds no secret that this database
-- could decrypt.
create table idempotency_keys (
  workspace_id text collate "C" not null,
  api_key_id text collate "C" not null,
  scope text collate "C" not null,
  key text collate "C" not null,
  fingerprint text not null,
  -- 0 for a refusal, whose error the body then holds; null only within the transaction that claims.
  status smallint,
  body text,
  resource_id text collate "C",
  created_at timestamptz(3) not null,
  primary key (workspace_id, api_key_id, scope, key)
);
create index idempotency_keys_age on idempotency_keys (workspace_id, created_at);
alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
create policy workspace on idempotency_keys
  using (workspace_id = nullif(current_setting('app.workspace_id', true), ''))
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), ''));
grant select, insert, update, delete on idempotency_keys to supportdesk_gateway;
