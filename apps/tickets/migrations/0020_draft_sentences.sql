-- A draft's sentences, and the parts of articles that support them; null for drafts of earlier versions.
alter table drafts add column sentences jsonb;
