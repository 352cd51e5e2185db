-- What the search knows of each published article: its words counted, written with the article, and the meaning of
-- its title and passages, added by a job. Processes load their indexes from here.
create table article_profiles (
  workspace_id text collate "C" not null,
  article_id text collate "C" not null,
  -- Distinct terms, separated by spaces; a term holds none.
  terms text not null,
  -- One byte a term.
  title_counts bytea not null,
  body_counts bytea not null,
  title_length integer not null,
  body_length integer not null,
  -- Name of the encoder that made the vectors; null until they are made.
  encoder text,
  -- Of one vector.
  dimensions integer not null,
  -- int8 vectors, the title's first, then the passages'.
  vectors bytea,
  primary key (workspace_id, article_id),
  constraint article_profiles_vectors check ((encoder is null) = (vectors is null)),
  constraint article_profiles_article foreign key (workspace_id, article_id) references articles on delete cascade
);
create index article_profiles_encoder on article_profiles (workspace_id, encoder);
alter table article_profiles enable row level security;
alter table article_profiles force row level security;
create policy workspace on article_profiles
  using (workspace_id = current_setting('app.workspace_id', true))
  with check (workspace_id = current_setting('app.workspace_id', true));
grant select, insert, update, delete on article_profiles to supportdesk_knowledge;

-- New questions are compared with the wordings themselves, each with the encoder that made its vector.
alter table gaps drop column centroid, drop column encoder;
alter table gap_questions add column encoder text;
alter table gap_questions add constraint gap_questions_vector check ((encoder is null) = (vector is null));
create index gap_questions_recent on gap_questions (workspace_id, last_seen_at desc);
-- The gap may be divided or joined with another; a ticket belongs to the wording it used.
alter table gap_tickets add column question_id bigint not null;
alter table gap_tickets drop column question;
alter table gap_tickets drop column gap_id;
alter table gap_tickets drop constraint gap_tickets_pkey;
alter table gap_tickets add primary key (workspace_id, ticket_id, question_id);
alter table gap_tickets add constraint gap_tickets_question
  foreign key (workspace_id, question_id) references gap_questions on delete cascade;
create index gap_tickets_of_question on gap_tickets (workspace_id, question_id, created_at desc);
