-- By which version of the analysis the words and passages of a profile were read. What an earlier one has read, from
-- before this migration too, is read anew by a job.
alter table article_profiles add column analysis_version smallint not null default 1;
create index article_profiles_made_by on article_profiles (workspace_id, encoder, analysis_version);
drop index article_profiles_encoder;
