-- Tickets that were deleted. Gaps do not name them, also where a draft that was being made has counted them since; what
-- they alone have asked is kept for as long as they are.
create table deleted_tickets (
  workspace_id text collate "C" not null,
  ticket_id text collate "C" not null,
  deleted_at timestamptz(3) not null,
  primary key (workspace_id, ticket_id)
);
create index deleted_tickets_deleted on deleted_tickets (workspace_id, deleted_at);
alter table deleted_tickets enable row level security;
alter table deleted_tickets force row level security;
create policy workspace on deleted_tickets
  using (workspace_id = current_setting('app.workspace_id', true))
  with check (workspace_id = current_setting('app.workspace_id', true));
grant select, insert, update, delete on deleted_tickets to supportdesk_knowledge;

-- How many of a wording's askings were in other words, of tickets that are purged.
alter table gap_questions add column inherited integer not null default 0;
