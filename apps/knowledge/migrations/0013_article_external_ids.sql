-- The name that another system has for the article. A deleted article does not keep its name from others.
alter table articles add column external_id text collate "C";
create unique index articles_external_id on articles (workspace_id, external_id)
  where external_id is not null and deleted_at is null;
