-- Schema knowledge, as its migrations make it. Written by `npm run schema`; do not edit.

create role supportdesk_knowledge nosuperuser nobypassrls;

create table answered_tickets (
	sequence bigint not null generated always as identity,
	workspace text collate "C" not null,
	ticket_id text collate "C" not null,
	created_at timestamp(3) with time zone not null,
	article_changed boolean not null default false,
	constraint answered_tickets_pkey PRIMARY KEY (sequence)
);
create table article_profiles (
	workspace_id text collate "C" not null,
	article_id text collate "C" not null,
	terms text not null,
	title_counts bytea not null,
	body_counts bytea not null,
	title_length integer not null,
	body_length integer not null,
	encoder text,
	dimensions integer not null,
	vectors bytea,
	analysis_version smallint not null default 1,
	encoder_version text not null default ''::text,
	constraint article_profiles_article FOREIGN KEY (workspace_id, article_id) REFERENCES articles(workspace_id, id) ON DELETE CASCADE,
	constraint article_profiles_pkey PRIMARY KEY (workspace_id, article_id),
	constraint article_profiles_vectors CHECK (((encoder IS NULL) = (vectors IS NULL)))
);
create table article_tags (
	workspace_id text collate "C" not null,
	tag text collate "C" not null,
	article_id text collate "C" not null,
	constraint article_tags_article FOREIGN KEY (workspace_id, article_id) REFERENCES articles(workspace_id, id) ON DELETE CASCADE,
	constraint article_tags_pkey PRIMARY KEY (workspace_id, tag, article_id)
);
create table articles (
	workspace_id text collate "C" not null,
	id text collate "C" not null,
	title text not null,
	body text not null,
	tags text[] not null,
	status text not null,
	word_count integer not null,
	retrieval_count bigint not null default 0,
	revision bigint not null,
	indexed_at timestamp(3) with time zone,
	created_at timestamp(3) with time zone not null,
	updated_at timestamp(3) with time zone not null,
	deleted_at timestamp(3) with time zone,
	external_id text collate "C",
	constraint articles_pkey PRIMARY KEY (workspace_id, id),
	constraint articles_status CHECK ((status = ANY (ARRAY['published'::text, 'draft'::text, 'archived'::text])))
);
create table deleted_tickets (
	workspace_id text collate "C" not null,
	ticket_id text collate "C" not null,
	deleted_at timestamp(3) with time zone not null,
	constraint deleted_tickets_pkey PRIMARY KEY (workspace_id, ticket_id)
);
create table gap_questions (
	workspace_id text collate "C" not null,
	id bigint not null generated always as identity,
	gap_id text collate "C" not null,
	question text not null,
	question_key text collate "C" not null,
	vector bytea,
	frequency integer not null,
	last_seen_at timestamp(3) with time zone not null,
	encoder text,
	inherited integer not null default 0,
	constraint gap_questions_gap FOREIGN KEY (workspace_id, gap_id) REFERENCES gaps(workspace_id, id) ON DELETE CASCADE,
	constraint gap_questions_pkey PRIMARY KEY (workspace_id, id),
	constraint gap_questions_vector CHECK (((encoder IS NULL) = (vector IS NULL)))
);
create table gap_regroups (
	workspace_id text collate "C" not null,
	last_question_id bigint not null,
	constraint gap_regroups_pkey PRIMARY KEY (workspace_id)
);
create table gap_tickets (
	workspace_id text collate "C" not null,
	ticket_id text collate "C" not null,
	created_at timestamp(3) with time zone not null,
	question_id bigint not null,
	gap_id text collate "C",
	constraint gap_tickets_pkey PRIMARY KEY (workspace_id, ticket_id, question_id),
	constraint gap_tickets_question FOREIGN KEY (workspace_id, question_id) REFERENCES gap_questions(workspace_id, id) ON DELETE CASCADE
);
create table gaps (
	workspace_id text collate "C" not null,
	id text collate "C" not null,
	topic text not null,
	frequency integer not null,
	status text not null,
	resolved_by_article_id text collate "C",
	first_seen_at timestamp(3) with time zone not null,
	last_seen_at timestamp(3) with time zone not null,
	created_at timestamp(3) with time zone not null,
	updated_at timestamp(3) with time zone not null,
	constraint gaps_frequency CHECK ((frequency > 0)),
	constraint gaps_pkey PRIMARY KEY (workspace_id, id),
	constraint gaps_resolved CHECK (((status = 'resolved'::text) = (resolved_by_article_id IS NOT NULL))),
	constraint gaps_status CHECK ((status = ANY (ARRAY['open'::text, 'resolved'::text])))
);
create table idempotency_keys (
	workspace_id text collate "C" not null,
	api_key_id text collate "C" not null,
	scope text collate "C" not null,
	key text collate "C" not null,
	fingerprint text not null,
	status smallint,
	body text,
	resource_id text collate "C",
	created_at timestamp(3) with time zone not null,
	constraint idempotency_keys_pkey PRIMARY KEY (workspace_id, api_key_id, scope, key)
);
create table knowledge_tests (
	workspace_id text collate "C" not null,
	id text collate "C" not null,
	question text not null,
	article_id text collate "C",
	passed boolean,
	found_article_id text collate "C",
	run_at timestamp(3) with time zone,
	created_at timestamp(3) with time zone not null,
	updated_at timestamp(3) with time zone not null,
	constraint knowledge_tests_pkey PRIMARY KEY (workspace_id, id),
	constraint knowledge_tests_question_length CHECK (((char_length(question) >= 1) AND (char_length(question) <= 1000)))
);
create table migrations (
	id integer not null default nextval('migrations_id_seq'::regclass),
	name character varying(255) not null,
	run_on timestamp without time zone not null,
	constraint migrations_pkey PRIMARY KEY (id)
);
create table outbox (
	"position" bigint not null generated always as identity,
	workspace_id text collate "C" not null,
	id text collate "C" not null,
	type text collate "C" not null,
	created_at timestamp(3) with time zone not null,
	actor_type text not null,
	actor_id text collate "C" not null,
	request_id text collate "C" not null,
	resource_type text not null,
	resource_id text collate "C" not null,
	ticket_id text collate "C" not null,
	contact_id text collate "C" not null,
	object text not null,
	previous text not null,
	constraint outbox_pkey PRIMARY KEY ("position")
);
create table revisions (
	workspace_id text collate "C" not null,
	revision bigint not null,
	constraint revisions_pkey PRIMARY KEY (workspace_id)
);
create table ticket_retrievals (
	workspace_id text collate "C" not null,
	ticket_id text collate "C" not null,
	article_id text collate "C" not null,
	constraint ticket_retrievals_pkey PRIMARY KEY (workspace_id, ticket_id, article_id)
);
create table unanswered_queries (
	workspace_id text collate "C" not null,
	sequence bigint not null generated always as identity,
	id text collate "C" not null,
	question text not null,
	question_key text collate "C" not null,
	encoder text,
	vector bytea,
	ticket_id text collate "C",
	searched_at timestamp(3) with time zone not null,
	constraint unanswered_queries_pkey PRIMARY KEY (workspace_id, sequence),
	constraint unanswered_queries_vector CHECK (((encoder IS NULL) = (vector IS NULL)))
);
create table workspaces (
	id text collate "C" not null,
	constraint workspaces_pkey PRIMARY KEY (id)
);

CREATE INDEX article_profiles_made_by ON knowledge.article_profiles USING btree (workspace_id, encoder, analysis_version);
CREATE INDEX article_tags_of_article ON knowledge.article_tags USING btree (workspace_id, article_id);
CREATE INDEX articles_created ON knowledge.articles USING btree (workspace_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX articles_deleted ON knowledge.articles USING btree (workspace_id, deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE UNIQUE INDEX articles_external_id ON knowledge.articles USING btree (workspace_id, external_id) WHERE ((external_id IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX articles_retrieved ON knowledge.articles USING btree (workspace_id, retrieval_count DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX articles_revision ON knowledge.articles USING btree (workspace_id, revision);
CREATE INDEX articles_title ON knowledge.articles USING btree (workspace_id, title COLLATE "C" DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX articles_unconfirmed ON knowledge.articles USING btree (workspace_id, id DESC) WHERE ((indexed_at IS NULL) AND (status = 'published'::text) AND (deleted_at IS NULL));
CREATE INDEX articles_updated ON knowledge.articles USING btree (workspace_id, updated_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX deleted_tickets_deleted ON knowledge.deleted_tickets USING btree (workspace_id, deleted_at);
CREATE INDEX gap_questions_asked ON knowledge.gap_questions USING btree (workspace_id, gap_id, frequency DESC, id);
CREATE UNIQUE INDEX gap_questions_key ON knowledge.gap_questions USING btree (workspace_id, question_key);
CREATE INDEX gap_questions_recent ON knowledge.gap_questions USING btree (workspace_id, last_seen_at DESC);
CREATE INDEX gap_tickets_of_gap ON knowledge.gap_tickets USING btree (workspace_id, gap_id, created_at DESC, ticket_id DESC) WHERE (gap_id IS NOT NULL);
CREATE INDEX gap_tickets_of_question ON knowledge.gap_tickets USING btree (workspace_id, question_id, created_at DESC);
CREATE INDEX gaps_first_seen ON knowledge.gaps USING btree (workspace_id, status, first_seen_at DESC, id DESC);
CREATE INDEX gaps_last_seen ON knowledge.gaps USING btree (workspace_id, status, last_seen_at DESC, id DESC);
CREATE INDEX idempotency_keys_created ON knowledge.idempotency_keys USING btree (workspace_id, created_at) WHERE (created_at > '-infinity'::timestamp with time zone);
CREATE INDEX knowledge_tests_created ON knowledge.knowledge_tests USING btree (workspace_id, created_at, id);
CREATE INDEX ticket_retrievals_of_article ON knowledge.ticket_retrievals USING btree (workspace_id, article_id, ticket_id);

CREATE OR REPLACE FUNCTION knowledge.move_tickets_of_wording()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update knowledge.gap_tickets
     set gap_id = new.gap_id
   where workspace_id = new.workspace_id and question_id = new.id and gap_id is not null;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION knowledge.take_gap_of_wording()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select gap_id into new.gap_id
    from knowledge.gap_questions
   where workspace_id = new.workspace_id and id = new.question_id;
  return new;
end $function$
;

CREATE TRIGGER move_tickets AFTER UPDATE OF gap_id ON knowledge.gap_questions FOR EACH ROW WHEN ((new.gap_id <> old.gap_id)) EXECUTE FUNCTION move_tickets_of_wording();
CREATE TRIGGER take_gap BEFORE INSERT ON knowledge.gap_tickets FOR EACH ROW EXECUTE FUNCTION take_gap_of_wording();

alter table answered_tickets enable row level security;
alter table answered_tickets force row level security;
alter table article_profiles enable row level security;
alter table article_profiles force row level security;
alter table article_tags enable row level security;
alter table article_tags force row level security;
alter table articles enable row level security;
alter table articles force row level security;
alter table deleted_tickets enable row level security;
alter table deleted_tickets force row level security;
alter table gap_questions enable row level security;
alter table gap_questions force row level security;
alter table gap_regroups enable row level security;
alter table gap_regroups force row level security;
alter table gap_tickets enable row level security;
alter table gap_tickets force row level security;
alter table gaps enable row level security;
alter table gaps force row level security;
alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
alter table knowledge_tests enable row level security;
alter table knowledge_tests force row level security;
alter table outbox enable row level security;
alter table outbox force row level security;
alter table revisions enable row level security;
alter table revisions force row level security;
alter table ticket_retrievals enable row level security;
alter table ticket_retrievals force row level security;
alter table unanswered_queries enable row level security;
alter table unanswered_queries force row level security;

create policy purge_for_all_workspaces on answered_tickets as permissive for delete to public
	using (COALESCE(current_setting('app.workspace_id'::text, true), ''::text) = ''::text);
create policy read_for_all_workspaces on answered_tickets as permissive for select to public
	using (COALESCE(current_setting('app.workspace_id'::text, true), ''::text) = ''::text);
create policy workspace on answered_tickets as permissive for all to public
	using (workspace = current_setting('app.workspace_id'::text, true))
	with check (workspace = current_setting('app.workspace_id'::text, true));
create policy workspace on article_profiles as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy workspace on article_tags as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy workspace on articles as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy workspace on deleted_tickets as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy workspace on gap_questions as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy workspace on gap_regroups as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy workspace on gap_tickets as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy workspace on gaps as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy workspace on idempotency_keys as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy workspace on knowledge_tests as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy collecting_delete on outbox as permissive for delete to public
	using (current_setting('app.collects_outbox'::text, true) = 'on'::text);
create policy collecting_select on outbox as permissive for select to public
	using (current_setting('app.collects_outbox'::text, true) = 'on'::text);
create policy workspace on outbox as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy workspace on revisions as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy workspace on ticket_retrievals as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy workspace on unanswered_queries as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));

comment on table migrations is 'Not of one workspace: which migrations the schema has';
comment on table workspaces is 'Not of one workspace: the list of all workspaces';

grant delete, insert, select on answered_tickets to supportdesk_knowledge;
grant delete, insert, select, update on article_profiles to supportdesk_knowledge;
grant delete, insert, select, update on article_tags to supportdesk_knowledge;
grant delete, insert, select, update on articles to supportdesk_knowledge;
grant delete, insert, select, update on deleted_tickets to supportdesk_knowledge;
grant delete, insert, select, update on gap_questions to supportdesk_knowledge;
grant delete, insert, select, update on gap_regroups to supportdesk_knowledge;
grant delete, insert, select, update on gap_tickets to supportdesk_knowledge;
grant delete, insert, select, update on gaps to supportdesk_knowledge;
grant delete, insert, select, update on idempotency_keys to supportdesk_knowledge;
grant delete, insert, select, update on knowledge_tests to supportdesk_knowledge;
grant delete, insert, select on outbox to supportdesk_knowledge;
grant delete, insert, select, update on revisions to supportdesk_knowledge;
grant usage on schema knowledge to supportdesk_knowledge;
grant delete, insert, select, update on ticket_retrievals to supportdesk_knowledge;
grant delete, insert, select, update on unanswered_queries to supportdesk_knowledge;
grant select on workspaces to supportdesk_knowledge;
