-- The workspaces there are: what is done by the clock enters them one after the other.
create table workspaces (
  id text collate "C" not null primary key
);
grant select on workspaces to supportdesk_knowledge;

-- How often the articles of a workspace have changed. The row's lock puts changes in an order, so that whoever has seen
-- revision n has missed no change before it: an index in memory asks for what came after.
create table revisions (
  workspace_id text collate "C" not null primary key,
  revision bigint not null
);

-- What the help centre says. A deleted article stays as an empty row, so that indexes learn that it is gone.
create table articles (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  title text not null,
  body text not null,
  tags text[] not null,
  status text not null constraint articles_status check (status in ('published', 'draft', 'archived')),
  word_count integer not null,
  retrieval_count bigint not null default 0,
  -- The workspace's revision of its last change.
  revision bigint not null,
  -- When the search engine confirmed this very revision.
  indexed_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (workspace_id, id)
);
create index articles_created on articles (workspace_id, created_at desc, id desc) where deleted_at is null;
create index articles_updated on articles (workspace_id, updated_at desc, id desc) where deleted_at is null;
create index articles_title on articles (workspace_id, title collate "C" desc, id desc) where deleted_at is null;
create index articles_retrieved on articles (workspace_id, retrieval_count desc, id desc) where deleted_at is null;
create index articles_revision on articles (workspace_id, revision);

-- One row an article and tag, for the tag filter.
create table article_tags (
  workspace_id text collate "C" not null,
  tag text collate "C" not null,
  article_id text collate "C" not null,
  primary key (workspace_id, tag, article_id),
  constraint article_tags_article foreign key (workspace_id, article_id) references articles on delete cascade
);
create index article_tags_of_article on article_tags (workspace_id, article_id);

-- A question that customers asked and no article answers, in all its wordings.
create table gaps (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  -- The wording that stands for the others.
  topic text not null,
  frequency integer not null constraint gaps_frequency check (frequency > 0),
  status text not null constraint gaps_status check (status in ('open', 'resolved')),
  resolved_by_article_id text collate "C",
  -- Sum of the members' vectors, float32 little endian, and the encoder that made them: what new questions are compared with.
  centroid bytea,
  encoder text,
  first_seen_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  constraint gaps_resolved check ((status = 'resolved') = (resolved_by_article_id is not null))
);
create index gaps_frequency on gaps (workspace_id, status, frequency desc, id desc);
create index gaps_last_seen on gaps (workspace_id, status, last_seen_at desc, id desc);
create index gaps_first_seen on gaps (workspace_id, status, first_seen_at desc, id desc);

-- The wordings of a gap: each once, with how often it was asked.
create table gap_questions (
  workspace_id text collate "C" not null,
  id bigint generated always as identity,
  gap_id text collate "C" not null,
  question text not null,
  -- The same without what does not tell questions apart: case, spaces, punctuation.
  question_key text collate "C" not null,
  vector bytea,
  frequency integer not null,
  last_seen_at timestamptz(3) not null,
  primary key (workspace_id, id),
  constraint gap_questions_gap foreign key (workspace_id, gap_id) references gaps on delete cascade
);
create unique index gap_questions_key on gap_questions (workspace_id, question_key);
create index gap_questions_of_gap on gap_questions (workspace_id, gap_id, frequency desc);

-- The tickets a gap was counted for: each counts once.
create table gap_tickets (
  workspace_id text collate "C" not null,
  ticket_id text collate "C" not null,
  gap_id text collate "C" not null,
  question text not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, ticket_id),
  constraint gap_tickets_gap foreign key (workspace_id, gap_id) references gaps on delete cascade
);
create index gap_tickets_of_gap on gap_tickets (workspace_id, gap_id, created_at desc);

-- Tickets for which a draft has retrieved articles: retrieval counts once a ticket and article.
create table ticket_retrievals (
  workspace_id text collate "C" not null,
  ticket_id text collate "C" not null,
  article_id text collate "C" not null,
  primary key (workspace_id, ticket_id, article_id)
);

-- Tickets whose question has an article now, in the order in which that became so. The tickets service reads on from the
-- last number it has seen; the rows belong to workspaces, but it asks for itself, so they carry no content.
create table answered_tickets (
  sequence bigint generated always as identity primary key,
  workspace text collate "C" not null,
  ticket_id text collate "C" not null,
  created_at timestamptz(3) not null
);
grant select, insert, delete on answered_tickets to supportdesk_knowledge;

-- Claims and stored answers of operations that must take effect once.
create table idempotency_keys (
  workspace_id text collate "C" not null,
  api_key_id text collate "C" not null,
  scope text collate "C" not null,
  key text collate "C" not null,
  fingerprint text not null,
  -- 0 for a refusal, whose error the body then holds; null only within the transaction that claims.
  status smallint,
  body text,
  resource_id text collate "C",
  created_at timestamptz(3) not null,
  primary key (workspace_id, api_key_id, scope, key)
);
create index idempotency_keys_age on idempotency_keys (workspace_id, created_at);

-- Every row belongs to a workspace, and a transaction sees the rows of the one it entered.
do $$
declare
  t text;
begin
  for t in select table_name from information_schema.columns where table_schema = 'knowledge' and column_name = 'workspace_id' loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy workspace on %I
      using (workspace_id = current_setting('app.workspace_id', true))
      with check (workspace_id = current_setting('app.workspace_id', true))$p$, t);
    execute format('grant select, insert, update, delete on %I to supportdesk_knowledge', t);
  end loop;
end $$;
