-- Up to which wording a workspace's gaps have been put together anew: when many have come since, that is due again.
create table gap_regroups (
  workspace_id text collate "C" not null primary key,
  last_question_id bigint not null
);
alter table gap_regroups enable row level security;
alter table gap_regroups force row level security;
create policy workspace on gap_regroups
  using (workspace_id = current_setting('app.workspace_id', true))
  with check (workspace_id = current_setting('app.workspace_id', true));
grant select, insert, update, delete on gap_regroups to supportdesk_knowledge;
