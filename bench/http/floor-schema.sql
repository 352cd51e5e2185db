-- The tables of the floor: the product's columns that its four requests touch and every index that the product's tables
-- carry, for a create has to maintain them all. No row-level security, and no foreign keys or checks but those that are here.
create schema floor;
create table floor.contacts (
  workspace_id text collate "C" not null,
  id text collate "C" not null primary key,
  name text not null,
  email text not null
);
create unique index on floor.contacts (workspace_id, email);
create table floor.tickets (
  workspace_id text collate "C" not null,
  id text collate "C" not null primary key,
  subject text not null,
  status text not null default 'open',
  priority text not null default 'normal',
  priority_rank smallint not null generated always as (
    case priority when 'urgent' then 3 when 'high' then 2 when 'normal' then 1 else 0 end) stored,
  channel text not null default 'api',
  contact_id text collate "C" not null references floor.contacts,
  assignee_id text collate "C",
  group_id text collate "C",
  tags text[] not null default '{}',
  custom_attributes jsonb not null default '{}',
  ai_intent text not null default 'other',
  ai_urgency text not null default 'normal',
  ai_sentiment text not null default 'unknown',
  ai_confidence real not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  resolved_at timestamptz(3),
  deleted_at timestamptz(3)
);
create index on floor.tickets (workspace_id, created_at desc, id desc) where deleted_at is null;
create index on floor.tickets (workspace_id, status, created_at desc, id desc) where deleted_at is null;
create index on floor.tickets (workspace_id, contact_id, created_at desc, id desc) where deleted_at is null;
create index on floor.tickets (workspace_id, assignee_id, status, created_at desc, id desc) where deleted_at is null;
create index on floor.tickets (workspace_id, group_id, created_at desc, id desc) where deleted_at is null;
create index on floor.tickets (workspace_id, ai_intent, created_at desc, id desc) where deleted_at is null;
create index on floor.tickets (workspace_id, priority_rank desc, id desc) where deleted_at is null;
create index on floor.tickets (workspace_id, resolved_at desc, id desc) where deleted_at is null;
create index on floor.tickets (workspace_id, updated_at desc, id desc) where deleted_at is null;
create index on floor.tickets (workspace_id, deleted_at) where deleted_at is not null;
create table floor.messages (
  workspace_id text collate "C" not null,
  ticket_id text collate "C" not null references floor.tickets,
  id text collate "C" not null primary key,
  body text not null,
  created_at timestamptz(3) not null default now()
);
create index on floor.messages (workspace_id, ticket_id, created_at, id);
create table floor.jobs (
  id bigint generated always as identity primary key,
  payload json not null,
  priority smallint not null default 0,
  run_at timestamptz not null default now(),
  locked_at timestamptz
);
-- The two that graphile-worker's queue has.
create index on floor.jobs (priority, run_at) where locked_at is null;
create index on floor.jobs (priority, run_at, id) where locked_at is null;
