-- Questions with the article that searches have to find for them, checked after each change of articles.
create table knowledge_tests (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  question text not null constraint knowledge_tests_question_length check (char_length(question) between 1 and 1000),
  -- Null where no article answers. A deleted article stays named: the test fails from then on.
  article_id text collate "C",
  -- Null until the test was run as it is now.
  passed boolean,
  -- What the last run found; null for nothing.
  found_article_id text collate "C",
  run_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id)
);
create index knowledge_tests_created on knowledge_tests (workspace_id, created_at, id);
alter table knowledge_tests enable row level security;
alter table knowledge_tests force row level security;
create policy workspace on knowledge_tests
  using (workspace_id = current_setting('app.workspace_id', true))
  with check (workspace_id = current_setting('app.workspace_id', true));
grant select, insert, update, delete on knowledge_tests to supportdesk_knowledge;
