-- What a search server has not confirmed yet is found in the database.
create index articles_unconfirmed on articles (workspace_id, id desc)
  where indexed_at is null and status = 'published' and deleted_at is null;
-- What the purge looks for.
create index articles_deleted on articles (workspace_id, deleted_at) where deleted_at is not null;
