-- What agents do again and again with tickets: a text to send, and changes of the ticket.
create table macros (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  name text not null constraint macros_name_length check (char_length(name) between 1 and 200),
  -- Null for a macro that only changes.
  body text,
  -- What the body becomes.
  type text not null constraint macros_type check (type in ('outbound', 'note')),
  -- The changes as the API shows them.
  changes jsonb not null constraint macros_changes check (jsonb_typeof(changes) = 'object'),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  constraint macros_does_something check (body is not null or changes <> '{}')
);
create index macros_created on macros (workspace_id, created_at, id);
create index macros_by_name on macros (workspace_id, name, id);
alter table macros enable row level security;
alter table macros force row level security;
create policy workspace on macros
  using (workspace_id = current_setting('app.workspace_id', true))
  with check (workspace_id = current_setting('app.workspace_id', true));
grant select, insert, update, delete on macros to supportdesk_tickets;
