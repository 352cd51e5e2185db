-- The workspaces there are: what is done by the clock enters them one after the other.
create table workspaces (
  id text collate "C" not null primary key
);
grant select, insert on workspaces to supportdesk_events;
comment on table workspaces is 'Not of one workspace: the list of all workspaces';

-- How many events each workspace's log has had. Appending locks its row, so that sequences have no gaps.
create table logs (
  workspace_id text collate "C" not null primary key,
  last_sequence bigint not null constraint logs_last_sequence check (last_sequence >= 0)
);

-- What has changed, in the order in which it was committed.
create table events (
  workspace_id text collate "C" not null,
  sequence bigint not null constraint events_sequence check (sequence > 0),
  id text collate "C" not null,
  type text collate "C" not null,
  created_at timestamptz(3) not null,
  actor_type text not null constraint events_actor_type check (actor_type in ('api_key', 'agent', 'contact', 'system')),
  -- Empty for the system.
  actor_id text collate "C" not null,
  -- Empty where no request caused it.
  request_id text collate "C" not null,
  resource_type text not null,
  resource_id text collate "C" not null,
  -- The ticket in whose history it is; null for none.
  ticket_id text collate "C",
  -- The contact whose erasure erases object and previous; null for none.
  contact_id text collate "C",
  -- JSON as it was written with the change. Text, because it is only ever copied into responses.
  object text not null,
  previous text not null,
  appended_at timestamptz(3) not null,
  primary key (workspace_id, sequence)
);
create unique index events_id on events (workspace_id, id);
create index events_type on events (workspace_id, type, sequence);
create index events_resource on events (workspace_id, resource_id, sequence);
create index events_ticket on events (workspace_id, ticket_id, sequence) where ticket_id is not null;
create index events_contact on events (workspace_id, contact_id) where contact_id is not null;
create index events_age on events (workspace_id, appended_at);

-- Addresses of customers' programs that events are sent to.
create table webhooks (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  url text not null constraint webhooks_url_length check (char_length(url) <= 2000),
  -- As the client wrote them: types and patterns such as ticket.*.
  types text[] not null,
  description text not null,
  enabled boolean not null,
  -- Why it was disabled by the system; null when a client did it, or while it is enabled.
  disabled_reason text constraint webhooks_disabled_reason check (disabled_reason in ('gone', 'failing')),
  -- The agent who is told when it is disabled.
  owner_id text collate "C" not null,
  -- Its secret is derived from the id and this number, and is nowhere.
  secret_version integer not null constraint webhooks_secret_version check (secret_version > 0),
  -- Until when the secret before signs too; null where there is none.
  previous_secret_until timestamptz(3),
  -- The first failure since the last success; null while the last attempt succeeded.
  failing_since timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id)
);
create index webhooks_created on webhooks (workspace_id, created_at desc, id desc);

-- One event on its way to one webhook.
create table deliveries (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  webhook_id text collate "C" not null,
  event_id text collate "C" not null,
  event_type text collate "C" not null,
  -- What is sent where it is no event of the log: a test. Null: the event.
  body text,
  status text not null constraint deliveries_status check (status in ('pending', 'delivered', 'failed')),
  attempt_count integer not null,
  -- Of a pending one: when it is tried next. While it is tried, when it counts as lost with its process.
  due_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  constraint deliveries_webhook foreign key (workspace_id, webhook_id) references webhooks on delete cascade
);
create index deliveries_due on deliveries (workspace_id, webhook_id, due_at) where status = 'pending';
create index deliveries_of_webhook on deliveries (workspace_id, webhook_id, created_at desc, id desc);
create index deliveries_of_event on deliveries (workspace_id, event_id);
create index deliveries_age on deliveries (workspace_id, created_at);

-- What became of each try.
create table attempts (
  workspace_id text collate "C" not null,
  delivery_id text collate "C" not null,
  number integer not null,
  started_at timestamptz(3) not null,
  duration_ms integer not null,
  -- Null where no response came.
  status_code integer,
  error text,
  -- The first KiB.
  response_body text,
  primary key (workspace_id, delivery_id, number),
  constraint attempts_delivery foreign key (workspace_id, delivery_id) references deliveries on delete cascade
);

-- Claims and stored responses of operations that must take effect once.
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

do $$
declare
  t text;
begin
  for t in select tablename from pg_tables where schemaname = 'events' and tablename not in ('migrations', 'workspaces') loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy workspace on %I
      using (workspace_id = current_setting('app.workspace_id', true))
      with check (workspace_id = current_setting('app.workspace_id', true))$p$, t);
    execute format('grant select, insert, update, delete on %I to supportdesk_events', t);
  end loop;
end $$;

-- Who delivers looks for what is due in every workspace, and sees nothing else of it.
create policy delivering on webhooks for select
  using (current_setting('app.delivers_webhooks', true) = 'on');
create policy delivering_select on deliveries for select
  using (current_setting('app.delivers_webhooks', true) = 'on');
create policy delivering_update on deliveries for update
  using (current_setting('app.delivers_webhooks', true) = 'on');
