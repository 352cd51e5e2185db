-- Rows of workspaces, as the services have them.
create table notes (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  body text not null constraint notes_body check (body <> 'forbidden'),
  parent_id text collate "C",
  primary key (workspace_id, id),
  constraint notes_parent foreign key (workspace_id, parent_id) references notes on delete restrict deferrable
);

create table idempotency_keys (
  workspace_id text collate "C" not null,
  api_key_id text collate "C" not null,
  scope text collate "C" not null,
  key text collate "C" not null,
  fingerprint text not null,
  status smallint,
  body text,
  resource_id text collate "C",
  created_at timestamptz(3) not null,
  primary key (workspace_id, api_key_id, scope, key)
);

do $$
declare
  t text;
begin
  foreach t in array array['notes', 'idempotency_keys'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy workspace on %I
      using (workspace_id = current_setting('app.workspace_id', true))
      with check (workspace_id = current_setting('app.workspace_id', true))$p$, t);
    execute format('grant select, insert, update, delete on %I to supportdesk_sample', t);
  end loop;
end $$;
