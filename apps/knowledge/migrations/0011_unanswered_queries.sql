-- Queries that no article answered, until a job has counted them in gaps: a search only inserts, without a lock.
create table unanswered_queries (
  workspace_id text collate "C" not null,
  sequence bigint generated always as identity,
  -- Becomes the id of its gap if it opens one.
  id text collate "C" not null,
  question text not null,
  question_key text collate "C" not null,
  -- Of the direction in which the question points; null where it could not be encoded.
  encoder text,
  vector bytea,
  -- Of a draft's question; a search has none.
  ticket_id text collate "C",
  searched_at timestamptz(3) not null,
  primary key (workspace_id, sequence),
  constraint unanswered_queries_vector check ((encoder is null) = (vector is null))
);
alter table unanswered_queries enable row level security;
alter table unanswered_queries force row level security;
create policy workspace on unanswered_queries
  using (workspace_id = current_setting('app.workspace_id', true))
  with check (workspace_id = current_setting('app.workspace_id', true));
grant select, insert, update, delete on unanswered_queries to supportdesk_knowledge;
