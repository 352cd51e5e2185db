-- Tickets can be merged into others, and separated again. Nothing is lost by it: the row of the merged ticket stays as it
-- was, and its messages, which move, keep the id of the ticket in which they were written.
alter table tickets
  -- The ticket that it was merged into, which may have been merged into another one since; null for none.
  add column merged_into text collate "C",
  add constraint tickets_merged_into foreign key (workspace_id, merged_into) references tickets (workspace_id, id)
    on delete cascade not valid;
alter table messages
  -- The ticket in which it was written, while it is in one that this was merged into; null for its own.
  add column written_in text collate "C";

-- Each merge, also one that was undone, because erasing a contact has to find every ticket in which its words were.
create table ticket_merges (
  workspace_id text collate "C" not null,
  source_id text collate "C" not null,
  target_id text collate "C" not null,
  -- The source's tags, but for those that were removed from the target since.
  tags text[] not null,
  -- Those of them that the target has for no other reason.
  added_tags text[] not null,
  merged_at timestamptz(3) not null,
  unmerged_at timestamptz(3),
  primary key (workspace_id, source_id, merged_at),
  constraint ticket_merges_source foreign key (workspace_id, source_id) references tickets on delete cascade,
  constraint ticket_merges_target foreign key (workspace_id, target_id) references tickets on delete cascade
);
create unique index ticket_merges_one on ticket_merges (workspace_id, source_id) where unmerged_at is null;
create index ticket_merges_of_target on ticket_merges (workspace_id, target_id);
alter table ticket_merges enable row level security;
alter table ticket_merges force row level security;
create policy workspace on ticket_merges
  using (workspace_id = current_setting('app.workspace_id', true))
  with check (workspace_id = current_setting('app.workspace_id', true));
grant select, insert, update, delete on ticket_merges to supportdesk_tickets;
