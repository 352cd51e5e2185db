-- Of the encoder that made the vectors, where it has versions: one that read English alone learned more languages.
alter table article_profiles add column encoder_version text not null default '';
