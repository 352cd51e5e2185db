-- Changes as events, until the events service has appended them to its log: each row is written in the transaction of
-- its change and deleted when it is in the log.
create table outbox (
  -- Grows with each change of one resource. It has gaps, and a lower position may be committed later than a higher one.
  position bigint generated always as identity primary key,
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  type text collate "C" not null,
  created_at timestamptz(3) not null,
  actor_type text not null,
  -- Empty for the system.
  actor_id text collate "C" not null,
  -- Empty where no request caused it.
  request_id text collate "C" not null,
  resource_type text not null,
  resource_id text collate "C" not null,
  -- Empty for none, as is contact_id.
  ticket_id text collate "C" not null,
  contact_id text collate "C" not null,
  -- JSON, stored as text because it is only copied.
  object text not null,
  previous text not null
);
alter table outbox enable row level security;
alter table outbox force row level security;
create policy workspace on outbox
  using (workspace_id = current_setting('app.workspace_id', true))
  with check (workspace_id = current_setting('app.workspace_id', true));
-- The events service collects the changes of all workspaces.
create policy collecting_select on outbox for select
  using (current_setting('app.collects_outbox', true) = 'on');
create policy collecting_delete on outbox for delete
  using (current_setting('app.collects_outbox', true) = 'on');
grant select, insert, delete on outbox to supportdesk_knowledge;
-- Rows are deleted within a second: the space of dead rows is reused soon.
alter table outbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
