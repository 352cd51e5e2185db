-- Changes of many tickets that one request has asked for, which a job makes one after the other. What may hold personal
-- data, the filter and the changes, is deleted as soon as it is not needed any more.
create table bulk_jobs (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  status text not null,
  -- JSON, stored as text because it is only read back. Null for given ids, and once the tickets are collected.
  filter text,
  -- Null when the job has ended.
  changes text,
  -- The last ticket that was collected.
  collected_at timestamptz(3),
  collected_id text collate "C",
  -- How many tickets are meant, as far as they are collected.
  total integer not null,
  api_key_id text collate "C" not null,
  request_id text collate "C" not null,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  primary key (workspace_id, id),
  constraint bulk_jobs_status check (status in ('collecting', 'running', 'done', 'cancelled')),
  constraint bulk_jobs_finished check ((status in ('done', 'cancelled')) = (finished_at is not null))
);
-- How many are not finished is counted, and those that ended long ago are deleted.
create index bulk_jobs_finished on bulk_jobs (workspace_id, finished_at);

-- The tickets of each, in their order, with what became of them. An id need not be one of a ticket.
create table bulk_items (
  workspace_id text collate "C" not null,
  job_id text collate "C" not null,
  position integer not null,
  ticket_id text collate "C" not null,
  status text not null default 'pending',
  -- Why it failed.
  code text,
  message text,
  primary key (workspace_id, job_id, position),
  constraint bulk_items_status check (status in ('pending', 'changed', 'unchanged', 'failed')),
  constraint bulk_items_failed check ((status = 'failed') = (code is not null and message is not null)),
  constraint bulk_items_job foreign key (workspace_id, job_id) references bulk_jobs on delete cascade
);
create index bulk_items_pending on bulk_items (workspace_id, job_id, position) where status = 'pending';

alter table bulk_jobs enable row level security;
alter table bulk_jobs force row level security;
create policy workspace on bulk_jobs
  using (workspace_id = current_setting('app.workspace_id', true))
  with check (workspace_id = current_setting('app.workspace_id', true));
alter table bulk_items enable row level security;
alter table bulk_items force row level security;
create policy workspace on bulk_items
  using (workspace_id = current_setting('app.workspace_id', true))
  with check (workspace_id = current_setting('app.workspace_id', true));
grant select, insert, update, delete on bulk_jobs to supportdesk_tickets;
grant select, insert, update, delete on bulk_items to supportdesk_tickets;
