-- What agents made of drafts: sent with other words, or discarded. Drafts learn from it.
create table draft_feedback (
  workspace_id text collate "C" not null,
  draft_id text collate "C" not null,
  ticket_id text collate "C" not null,
  kind text not null,
  -- What was sent in place of an edited draft.
  body text,
  -- Why a draft was discarded, in the agent's words.
  reason text,
  -- The agent whose key it was.
  agent_id text collate "C" not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, draft_id),
  constraint draft_feedback_kind check (kind in ('edited', 'discarded')),
  constraint draft_feedback_edited check ((kind = 'edited') = (body is not null)),
  constraint draft_feedback_ticket foreign key (workspace_id, ticket_id) references tickets (workspace_id, id) on delete cascade
);
create index draft_feedback_of_ticket on draft_feedback (workspace_id, ticket_id);
alter table draft_feedback enable row level security;
alter table draft_feedback force row level security;
create policy workspace on draft_feedback
  using (workspace_id = current_setting('app.workspace_id', true))
  with check (workspace_id = current_setting('app.workspace_id', true));
grant select, insert, update, delete on draft_feedback to supportdesk_tickets;
