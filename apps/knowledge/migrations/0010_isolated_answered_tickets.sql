-- The service refuses to start on a table that row-level security does not protect, unless its comment says why.
comment on table workspaces is 'Not of one workspace: the list of all workspaces';

-- A transaction that entered a workspace reads and writes the rows of that workspace only. The tickets service reads the
-- list, and the purge shortens it, for all workspaces: outside of any workspace, where nothing can be inserted.
alter table answered_tickets enable row level security;
alter table answered_tickets force row level security;
create policy workspace on answered_tickets
  using (workspace = current_setting('app.workspace_id', true))
  with check (workspace = current_setting('app.workspace_id', true));
create policy read_for_all_workspaces on answered_tickets for select
  using (coalesce(current_setting('app.workspace_id', true), '') = '');
create policy purge_for_all_workspaces on answered_tickets for delete
  using (coalesce(current_setting('app.workspace_id', true), '') = '');
