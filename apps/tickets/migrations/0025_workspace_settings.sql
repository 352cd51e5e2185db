-- How a workspace wants its tickets to be handled; none has a row until it changes a setting.
create table workspace_settings (
  workspace_id text collate "C" not null primary key,
  -- Whether an open ticket becomes pending when an agent replies.
  pending_after_reply boolean not null,
  updated_at timestamptz(3) not null
);
alter table workspace_settings enable row level security;
alter table workspace_settings force row level security;
create policy workspace on workspace_settings
  using (workspace_id = current_setting('app.workspace_id', true))
  with check (workspace_id = current_setting('app.workspace_id', true));
grant select, insert, update, delete on workspace_settings to supportdesk_tickets;
