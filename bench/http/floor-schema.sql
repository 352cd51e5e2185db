-- The tables of the floor: the product's columns and indexes that its four requests touch, no row-level security.
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
  channel text not null default 'api',
  contact_id text collate "C" not null references floor.contacts,
  tags text[] not null default '{}',
  custom_attributes jsonb not null default '{}',
  ai_intent text not null default 'other',
  ai_urgency text not null default 'normal',
  ai_sentiment text not null default 'unknown',
  ai_confidence real not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  resolved_at timestamptz(3)
);
create index on floor.tickets (workspace_id, created_at desc, id desc);
create index on floor.tickets (workspace_id, status, created_at desc, id desc);
create index on floor.tickets (workspace_id, contact_id, created_at desc, id desc);
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
  payload json not null
);
