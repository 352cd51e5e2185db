-- Of each article that the draft quotes, the version it was written from: `{"kb_…": "…"}`. Drafts made before this was
-- kept have none.
alter table drafts add column source_versions jsonb not null default '{}';
