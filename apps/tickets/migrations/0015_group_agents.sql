-- Which agents a group consists of.
create table group_agents (
  workspace_id text collate "C" not null,
  group_id text collate "C" not null,
  agent_id text collate "C" not null,
  primary key (workspace_id, group_id, agent_id),
  constraint group_agents_group foreign key (workspace_id, group_id) references groups on delete cascade,
  constraint group_agents_agent foreign key (workspace_id, agent_id) references agents on delete cascade
);
alter table group_agents enable row level security;
alter table group_agents force row level security;
create policy workspace on group_agents
  using (workspace_id = current_setting('app.workspace_id', true))
  with check (workspace_id = current_setting('app.workspace_id', true));
grant select, insert, update, delete on group_agents to supportdesk_tickets;
