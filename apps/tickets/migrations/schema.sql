-- Schema tickets, as its migrations make it. Written by `npm run schema`; do not edit.

create role supportdesk_tickets nosuperuser nobypassrls;

create table agents (
	workspace_id text collate "C" not null,
	id text collate "C" not null,
	name text not null,
	email text not null,
	created_at timestamp(3) with time zone not null,
	deactivated_at timestamp(3) with time zone,
	constraint agents_email_length CHECK (((char_length(email) >= 3) AND (char_length(email) <= 254))),
	constraint agents_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
	constraint agents_pkey PRIMARY KEY (workspace_id, id)
);
create table answered_tickets_read (
	sequence bigint not null
);
create table attachment_data (
	workspace_id text collate "C" not null,
	attachment_id text collate "C" not null,
	data bytea not null,
	constraint attachment_data_attachment FOREIGN KEY (workspace_id, attachment_id) REFERENCES attachments(workspace_id, id) ON DELETE CASCADE,
	constraint attachment_data_pkey PRIMARY KEY (workspace_id, attachment_id)
);
create table attachments (
	workspace_id text collate "C" not null,
	message_id text collate "C" not null,
	id text collate "C" not null,
	"position" smallint not null,
	filename text not null,
	content_type text not null,
	size integer not null,
	constraint attachments_message FOREIGN KEY (workspace_id, message_id) REFERENCES messages(workspace_id, id) ON DELETE CASCADE,
	constraint attachments_pkey PRIMARY KEY (workspace_id, id)
);
create table attribute_definitions (
	workspace_id text collate "C" not null,
	key text collate "C" not null,
	type text not null,
	enum_values text[],
	created_at timestamp(3) with time zone not null,
	label text,
	description text,
	constraint attribute_definitions_description_length CHECK (((char_length(description) >= 1) AND (char_length(description) <= 1000))),
	constraint attribute_definitions_enum CHECK (((type = 'enum'::text) = (cardinality(enum_values) IS NOT NULL))),
	constraint attribute_definitions_key_length CHECK (((char_length(key) >= 1) AND (char_length(key) <= 64))),
	constraint attribute_definitions_label_length CHECK (((char_length(label) >= 1) AND (char_length(label) <= 200))),
	constraint attribute_definitions_pkey PRIMARY KEY (workspace_id, key),
	constraint attribute_definitions_type CHECK ((type = ANY (ARRAY['string'::text, 'number'::text, 'boolean'::text, 'date'::text, 'enum'::text])))
);
create table auto_replies (
	workspace_id text collate "C" not null,
	address_key text collate "C" not null,
	sent_at timestamp(3) with time zone not null,
	constraint auto_replies_pkey PRIMARY KEY (workspace_id, address_key)
);
create table bulk_items (
	workspace_id text collate "C" not null,
	job_id text collate "C" not null,
	"position" integer not null,
	ticket_id text collate "C" not null,
	status text not null default 'pending'::text,
	code text,
	message text,
	constraint bulk_items_failed CHECK (((status = 'failed'::text) = ((code IS NOT NULL) AND (message IS NOT NULL)))),
	constraint bulk_items_job FOREIGN KEY (workspace_id, job_id) REFERENCES bulk_jobs(workspace_id, id) ON DELETE CASCADE,
	constraint bulk_items_pkey PRIMARY KEY (workspace_id, job_id, "position"),
	constraint bulk_items_status CHECK ((status = ANY (ARRAY['pending'::text, 'changed'::text, 'unchanged'::text, 'failed'::text])))
);
create table bulk_jobs (
	workspace_id text collate "C" not null,
	id text collate "C" not null,
	status text not null,
	filter text,
	changes text,
	collected_at timestamp(3) with time zone,
	collected_id text collate "C",
	total integer not null,
	api_key_id text collate "C" not null,
	request_id text collate "C" not null,
	created_at timestamp(3) with time zone not null,
	finished_at timestamp(3) with time zone,
	constraint bulk_jobs_finished CHECK (((status = ANY (ARRAY['done'::text, 'cancelled'::text])) = (finished_at IS NOT NULL))),
	constraint bulk_jobs_pkey PRIMARY KEY (workspace_id, id),
	constraint bulk_jobs_status CHECK ((status = ANY (ARRAY['collecting'::text, 'running'::text, 'done'::text, 'cancelled'::text])))
);
create table contacts (
	workspace_id text collate "C" not null,
	id text collate "C" not null,
	name text not null,
	email text not null,
	email_key text collate "C" not null,
	avatar_url text,
	created_at timestamp(3) with time zone not null,
	external_id text collate "C",
	custom_attributes jsonb not null default '{}'::jsonb,
	updated_at timestamp(3) with time zone,
	last_seen_at timestamp(3) with time zone,
	merged_into text collate "C",
	erased_at timestamp(3) with time zone,
	undeliverable_since timestamp(3) with time zone,
	undeliverable_reason text,
	constraint contacts_external_id_length CHECK (((char_length(external_id) >= 1) AND (char_length(external_id) <= 255))),
	constraint contacts_merged_into FOREIGN KEY (workspace_id, merged_into) REFERENCES contacts(workspace_id, id) ON DELETE RESTRICT,
	constraint contacts_pkey PRIMARY KEY (workspace_id, id)
);
create table draft_feedback (
	workspace_id text collate "C" not null,
	draft_id text collate "C" not null,
	ticket_id text collate "C" not null,
	kind text not null,
	body text,
	reason text,
	agent_id text collate "C" not null,
	created_at timestamp(3) with time zone not null,
	constraint draft_feedback_edited CHECK (((kind = 'edited'::text) = (body IS NOT NULL))),
	constraint draft_feedback_kind CHECK ((kind = ANY (ARRAY['edited'::text, 'discarded'::text]))),
	constraint draft_feedback_pkey PRIMARY KEY (workspace_id, draft_id),
	constraint draft_feedback_ticket FOREIGN KEY (workspace_id, ticket_id) REFERENCES tickets(workspace_id, id) ON DELETE CASCADE
);
create table drafts (
	workspace_id text collate "C" not null,
	ticket_id text collate "C" not null,
	id text collate "C" not null,
	in_reply_to text collate "C" not null,
	body text not null,
	status text not null,
	confidence real not null,
	sources jsonb not null,
	generated_by text not null,
	message_id text collate "C",
	created_at timestamp(3) with time zone not null,
	updated_at timestamp(3) with time zone not null,
	source_versions jsonb not null default '{}'::jsonb,
	sentences jsonb,
	constraint drafts_approved CHECK (((status = 'approved'::text) = (message_id IS NOT NULL))),
	constraint drafts_confidence CHECK (((confidence >= (0)::double precision) AND (confidence <= (100)::double precision))),
	constraint drafts_pkey PRIMARY KEY (workspace_id, id),
	constraint drafts_status CHECK ((status = ANY (ARRAY['ready'::text, 'approved'::text, 'superseded'::text]))),
	constraint drafts_ticket FOREIGN KEY (workspace_id, ticket_id) REFERENCES tickets(workspace_id, id) ON DELETE CASCADE
);
create table group_agents (
	workspace_id text collate "C" not null,
	group_id text collate "C" not null,
	agent_id text collate "C" not null,
	constraint group_agents_agent FOREIGN KEY (workspace_id, agent_id) REFERENCES agents(workspace_id, id) ON DELETE CASCADE,
	constraint group_agents_group FOREIGN KEY (workspace_id, group_id) REFERENCES groups(workspace_id, id) ON DELETE CASCADE,
	constraint group_agents_pkey PRIMARY KEY (workspace_id, group_id, agent_id)
);
create table groups (
	workspace_id text collate "C" not null,
	id text collate "C" not null,
	name text not null,
	created_at timestamp(3) with time zone not null,
	deactivated_at timestamp(3) with time zone,
	constraint groups_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
	constraint groups_pkey PRIMARY KEY (workspace_id, id)
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
create table imap_accounts (
	workspace_id text collate "C" not null,
	mailbox_id text collate "C" not null,
	reader text collate "C" not null,
	leased_until timestamp(3) with time zone not null,
	state text not null,
	error text,
	last_mail_at timestamp(3) with time zone,
	skipped_at timestamp(3) with time zone,
	skipped_reason text,
	source text collate "C",
	uid_validity bigint,
	last_uid bigint,
	since timestamp(3) with time zone,
	constraint imap_accounts_failed CHECK (((state = 'failed'::text) = (error IS NOT NULL))),
	constraint imap_accounts_mailbox FOREIGN KEY (workspace_id, mailbox_id) REFERENCES mailboxes(workspace_id, id) ON DELETE CASCADE,
	constraint imap_accounts_pkey PRIMARY KEY (workspace_id, mailbox_id),
	constraint imap_accounts_position CHECK ((num_nulls(source, uid_validity, last_uid, since) = ANY (ARRAY[0, 4]))),
	constraint imap_accounts_skipped CHECK (((skipped_at IS NULL) = (skipped_reason IS NULL))),
	constraint imap_accounts_state CHECK ((state = ANY (ARRAY['connecting'::text, 'connected'::text, 'failed'::text])))
);
create table labels (
	workspace_id text collate "C" not null,
	ticket_id text collate "C" not null,
	intent text,
	urgency text,
	sentiment text,
	updated_at timestamp(3) with time zone not null,
	constraint labels_pkey PRIMARY KEY (workspace_id, ticket_id),
	constraint labels_ticket FOREIGN KEY (workspace_id, ticket_id) REFERENCES tickets(workspace_id, id) ON DELETE CASCADE
);
create table macros (
	workspace_id text collate "C" not null,
	id text collate "C" not null,
	name text not null,
	body text,
	type text not null,
	changes jsonb not null,
	created_at timestamp(3) with time zone not null,
	updated_at timestamp(3) with time zone not null,
	constraint macros_changes CHECK ((jsonb_typeof(changes) = 'object'::text)),
	constraint macros_does_something CHECK (((body IS NOT NULL) OR (changes <> '{}'::jsonb))),
	constraint macros_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
	constraint macros_pkey PRIMARY KEY (workspace_id, id),
	constraint macros_type CHECK ((type = ANY (ARRAY['outbound'::text, 'note'::text])))
);
create table mailboxes (
	workspace_id text collate "C" not null,
	id text collate "C" not null,
	address text not null,
	address_key text collate "C" not null,
	name text not null,
	group_id text collate "C",
	signature text not null,
	auto_reply_enabled boolean not null,
	auto_reply_body text not null,
	intake text not null,
	imap_url bytea,
	created_at timestamp(3) with time zone not null,
	updated_at timestamp(3) with time zone not null,
	constraint mailboxes_address_length CHECK (((char_length(address) >= 3) AND (char_length(address) <= 254))),
	constraint mailboxes_group FOREIGN KEY (workspace_id, group_id) REFERENCES groups(workspace_id, id) ON DELETE RESTRICT,
	constraint mailboxes_imap CHECK (((intake <> 'imap'::text) OR (imap_url IS NOT NULL))),
	constraint mailboxes_intake CHECK ((intake = ANY (ARRAY['smtp'::text, 'imap'::text, 'api'::text]))),
	constraint mailboxes_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
	constraint mailboxes_pkey PRIMARY KEY (workspace_id, id)
);
create table mails (
	workspace_id text collate "C" not null,
	id text collate "C" not null,
	mailbox_id text collate "C" not null,
	state text not null,
	reason text,
	content_hash bytea not null,
	message_id_header text collate "C",
	from_key text collate "C" not null,
	from_name text not null,
	subject text not null,
	envelope_from text,
	recipients text[] not null,
	authentication jsonb not null,
	contact_id text collate "C",
	ticket_id text collate "C",
	message_id text collate "C",
	received_at timestamp(3) with time zone not null,
	constraint mails_pkey PRIMARY KEY (workspace_id, id),
	constraint mails_state CHECK ((state = ANY (ARRAY['message'::text, 'bounce'::text, 'quarantined'::text, 'dropped'::text])))
);
create table messages (
	workspace_id text collate "C" not null,
	ticket_id text collate "C" not null,
	id text collate "C" not null,
	type text not null,
	body_format text not null,
	body text not null,
	body_text text not null,
	body_raw text,
	contact_id text collate "C",
	agent_id text collate "C",
	ai_generated boolean not null default false,
	status text not null,
	created_at timestamp(3) with time zone not null,
	attempts integer not null default 0,
	error text,
	written_in text collate "C",
	quoted_text text,
	authentication jsonb,
	constraint messages_agent FOREIGN KEY (workspace_id, agent_id) REFERENCES agents(workspace_id, id) ON DELETE RESTRICT,
	constraint messages_contact FOREIGN KEY (workspace_id, contact_id) REFERENCES contacts(workspace_id, id) ON DELETE RESTRICT,
	constraint messages_pkey PRIMARY KEY (workspace_id, id),
	constraint messages_sound CHECK (is_sound(messages.*)),
	constraint messages_ticket FOREIGN KEY (workspace_id, ticket_id) REFERENCES tickets(workspace_id, id) ON DELETE CASCADE
);
create table migrations (
	id integer not null default nextval('migrations_id_seq'::regclass),
	name character varying(255) not null,
	run_on timestamp without time zone not null,
	constraint migrations_pkey PRIMARY KEY (id)
);
create table models (
	workspace_id text collate "C" not null,
	model_id text collate "C" not null,
	model bytea not null,
	example_count integer not null,
	created_at timestamp(3) with time zone not null,
	constraint models_pkey PRIMARY KEY (workspace_id)
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
create table raw_mails (
	workspace_id text collate "C" not null,
	mail_id text collate "C" not null,
	data bytea not null,
	constraint raw_mails_mail FOREIGN KEY (workspace_id, mail_id) REFERENCES mails(workspace_id, id) ON DELETE CASCADE,
	constraint raw_mails_pkey PRIMARY KEY (workspace_id, mail_id)
);
create table ticket_merges (
	workspace_id text collate "C" not null,
	source_id text collate "C" not null,
	target_id text collate "C" not null,
	tags text[] not null,
	added_tags text[] not null,
	merged_at timestamp(3) with time zone not null,
	unmerged_at timestamp(3) with time zone,
	added_participants jsonb not null default '[]'::jsonb,
	constraint ticket_merges_pkey PRIMARY KEY (workspace_id, source_id, merged_at),
	constraint ticket_merges_source FOREIGN KEY (workspace_id, source_id) REFERENCES tickets(workspace_id, id) ON DELETE CASCADE,
	constraint ticket_merges_target FOREIGN KEY (workspace_id, target_id) REFERENCES tickets(workspace_id, id) ON DELETE CASCADE
);
create table ticket_search (
	workspace_id text collate "C" not null,
	ticket_id text collate "C" not null,
	heading tsvector not null,
	body tsvector not null,
	words tsvector not null generated always as ((heading || body)) stored,
	constraint ticket_search_pkey PRIMARY KEY (workspace_id, ticket_id),
	constraint ticket_search_ticket FOREIGN KEY (workspace_id, ticket_id) REFERENCES tickets(workspace_id, id) ON DELETE CASCADE
);
create table ticket_search_backfill (
	id text collate "C" not null,
	after_id text collate "C" not null,
	constraint ticket_search_backfill_pkey PRIMARY KEY (id)
);
create table ticket_tags (
	workspace_id text collate "C" not null,
	tag text collate "C" not null,
	created_at timestamp(3) with time zone not null,
	ticket_id text collate "C" not null,
	constraint ticket_tags_pkey PRIMARY KEY (workspace_id, ticket_id, tag),
	constraint ticket_tags_ticket FOREIGN KEY (workspace_id, ticket_id) REFERENCES tickets(workspace_id, id) ON DELETE CASCADE
);
create table tickets (
	workspace_id text collate "C" not null,
	id text collate "C" not null,
	subject text not null,
	status text not null,
	priority text not null,
	priority_rank smallint not null generated always as (
CASE priority
    WHEN 'urgent'::text THEN 3
    WHEN 'high'::text THEN 2
    WHEN 'normal'::text THEN 1
    ELSE 0
END) stored,
	channel text not null,
	contact_id text collate "C" not null,
	assignee_id text collate "C",
	group_id text collate "C",
	tags text[] not null default '{}'::text[],
	custom_attributes jsonb not null default '{}'::jsonb,
	ai_intent text not null,
	ai_urgency text not null,
	ai_sentiment text not null,
	ai_confidence real not null,
	ready_draft_id text collate "C",
	suggested_articles jsonb not null default '[]'::jsonb,
	message_count integer not null,
	last_message_at timestamp(3) with time zone not null,
	waiting_since timestamp(3) with time zone,
	created_at timestamp(3) with time zone not null,
	updated_at timestamp(3) with time zone not null,
	resolved_at timestamp(3) with time zone,
	deleted_at timestamp(3) with time zone,
	changed_in xid8 not null default pg_current_xact_id(),
	external_id text collate "C",
	merged_into text collate "C",
	mailbox_id text collate "C",
	participants jsonb not null default '[]'::jsonb,
	constraint tickets_assignee FOREIGN KEY (workspace_id, assignee_id) REFERENCES agents(workspace_id, id) ON DELETE RESTRICT,
	constraint tickets_contact FOREIGN KEY (workspace_id, contact_id) REFERENCES contacts(workspace_id, id) ON DELETE RESTRICT,
	constraint tickets_group FOREIGN KEY (workspace_id, group_id) REFERENCES groups(workspace_id, id) ON DELETE RESTRICT,
	constraint tickets_merged_into FOREIGN KEY (workspace_id, merged_into) REFERENCES tickets(workspace_id, id) ON DELETE CASCADE,
	constraint tickets_pkey PRIMARY KEY (workspace_id, id),
	constraint tickets_sound CHECK (is_sound(tickets.*))
);
create table workspace_settings (
	workspace_id text collate "C" not null,
	pending_after_reply boolean not null,
	updated_at timestamp(3) with time zone not null,
	constraint workspace_settings_pkey PRIMARY KEY (workspace_id)
);
create table workspaces (
	id text collate "C" not null,
	deactivated_at timestamp(3) with time zone,
	constraint workspaces_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX agents_email ON tickets.agents USING btree (workspace_id, lower(email));
CREATE UNIQUE INDEX answered_tickets_read_one ON tickets.answered_tickets_read USING btree ((true));
CREATE INDEX attachments_of_message ON tickets.attachments USING btree (workspace_id, message_id, "position");
CREATE INDEX auto_replies_age ON tickets.auto_replies USING btree (workspace_id, sent_at);
CREATE INDEX bulk_items_pending ON tickets.bulk_items USING btree (workspace_id, job_id, "position") WHERE (status = 'pending'::text);
CREATE INDEX contacts_created ON tickets.contacts USING btree (workspace_id, created_at DESC, id DESC) WHERE ((merged_into IS NULL) AND (erased_at IS NULL));
CREATE UNIQUE INDEX contacts_email_key ON tickets.contacts USING btree (workspace_id, email_key);
CREATE UNIQUE INDEX contacts_external_id ON tickets.contacts USING btree (workspace_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX contacts_merged ON tickets.contacts USING btree (workspace_id, merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX contacts_name ON tickets.contacts USING btree (workspace_id, name, id) WHERE ((merged_into IS NULL) AND (erased_at IS NULL));
CREATE INDEX contacts_seen ON tickets.contacts USING btree (workspace_id, COALESCE(last_seen_at, created_at) DESC, id DESC) WHERE ((merged_into IS NULL) AND (erased_at IS NULL));
CREATE INDEX draft_feedback_of_ticket ON tickets.draft_feedback USING btree (workspace_id, ticket_id);
CREATE INDEX drafts_of_ticket ON tickets.drafts USING btree (workspace_id, ticket_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX drafts_one_ready ON tickets.drafts USING btree (workspace_id, ticket_id) WHERE (status = 'ready'::text);
CREATE UNIQUE INDEX groups_name ON tickets.groups USING btree (workspace_id, lower(name));
CREATE INDEX idempotency_keys_created ON tickets.idempotency_keys USING btree (workspace_id, created_at) WHERE (created_at > '-infinity'::timestamp with time zone);
CREATE INDEX macros_by_name ON tickets.macros USING btree (workspace_id, name, id);
CREATE INDEX macros_created ON tickets.macros USING btree (workspace_id, created_at, id);
CREATE UNIQUE INDEX mailboxes_address ON tickets.mailboxes USING btree (address_key);
CREATE INDEX mailboxes_created ON tickets.mailboxes USING btree (workspace_id, created_at, id);
CREATE INDEX mailboxes_imap_accounts ON tickets.mailboxes USING btree (workspace_id, id) WHERE (intake = 'imap'::text);
CREATE UNIQUE INDEX mails_content ON tickets.mails USING btree (workspace_id, content_hash);
CREATE INDEX mails_message_id ON tickets.mails USING btree (workspace_id, message_id_header) WHERE (message_id_header IS NOT NULL);
CREATE INDEX mails_of_contact ON tickets.mails USING btree (workspace_id, contact_id) WHERE (contact_id IS NOT NULL);
CREATE INDEX mails_of_message ON tickets.mails USING btree (workspace_id, message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX mails_of_sender ON tickets.mails USING btree (workspace_id, mailbox_id, from_key, received_at);
CREATE INDEX mails_of_ticket ON tickets.mails USING btree (workspace_id, ticket_id) WHERE (ticket_id IS NOT NULL);
CREATE INDEX mails_quarantined ON tickets.mails USING btree (workspace_id, mailbox_id, received_at DESC, id DESC) WHERE (state = 'quarantined'::text);
CREATE INDEX messages_of_ticket ON tickets.messages USING btree (workspace_id, ticket_id, created_at, id);
CREATE INDEX messages_written_in ON tickets.messages USING btree (workspace_id, written_in) WHERE (written_in IS NOT NULL);
CREATE INDEX ticket_merges_of_target ON tickets.ticket_merges USING btree (workspace_id, target_id);
CREATE UNIQUE INDEX ticket_merges_one ON tickets.ticket_merges USING btree (workspace_id, source_id) WHERE (unmerged_at IS NULL);
CREATE INDEX ticket_search_workspace_words ON tickets.ticket_search USING gin (indexed_words(workspace_id, words)) WITH (fastupdate='on', gin_pending_list_limit='64');
CREATE INDEX ticket_tags_tag ON tickets.ticket_tags USING btree (workspace_id, tag, created_at DESC, ticket_id DESC);
CREATE INDEX tickets_assignee_created ON tickets.tickets USING btree (workspace_id, assignee_id, status, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX tickets_contact_created ON tickets.tickets USING btree (workspace_id, contact_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX tickets_created ON tickets.tickets USING btree (workspace_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX tickets_deleted ON tickets.tickets USING btree (workspace_id, deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX tickets_deleted_contact ON tickets.tickets USING btree (workspace_id, contact_id) WHERE (deleted_at IS NOT NULL);
CREATE UNIQUE INDEX tickets_external_id ON tickets.tickets USING btree (workspace_id, external_id) WHERE ((external_id IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX tickets_group_created ON tickets.tickets USING btree (workspace_id, group_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX tickets_intent_created ON tickets.tickets USING btree (workspace_id, ai_intent, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX tickets_mailbox_created ON tickets.tickets USING btree (workspace_id, mailbox_id, created_at DESC, id DESC) WHERE ((mailbox_id IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX tickets_merged ON tickets.tickets USING btree (workspace_id, merged_into, created_at DESC, id DESC) WHERE (merged_into IS NOT NULL);
CREATE INDEX tickets_priority_rank ON tickets.tickets USING btree (workspace_id, priority_rank DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX tickets_resolved ON tickets.tickets USING btree (workspace_id, resolved_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX tickets_status_created ON tickets.tickets USING btree (workspace_id, status, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX tickets_updated ON tickets.tickets USING btree (workspace_id, updated_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX tickets_waiting ON tickets.tickets USING btree (workspace_id, created_at DESC, id DESC) WHERE ((waiting_since IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX tickets_with_participants ON tickets.tickets USING btree (workspace_id, id) WHERE (participants <> '[]'::jsonb);

CREATE OR REPLACE FUNCTION tickets.index_changed_messages()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'tickets'
AS $function$
declare
  t tickets;
begin
  for t in
    select tickets.*
      from (select distinct n.workspace_id, n.ticket_id
              from changed n
              join former o using (workspace_id, id)
             where n.body_text is distinct from o.body_text) as c
      join tickets on tickets.workspace_id = c.workspace_id and tickets.id = c.ticket_id
  loop
    perform index_ticket(t);
  end loop;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION tickets.index_contact()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'tickets'
AS $function$
begin
  perform set_config('app.search', '!''''''''', true);
  update ticket_search s
     set heading = search_heading(t)
    from tickets t
   where t.workspace_id = new.workspace_id
     and t.contact_id = new.id
     and s.workspace_id = t.workspace_id
     and s.ticket_id = t.id;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION tickets.index_heading()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'tickets'
AS $function$
begin
  perform set_config('app.search', '!''''''''', true);
  update ticket_search s
     set heading = search_heading(new)
   where s.workspace_id = new.workspace_id
     and s.ticket_id = new.id;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION tickets.index_message(given messages)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'tickets'
AS $function$
declare
  t tickets;
begin
  update ticket_search s
     set body = s.body || to_tsvector('simple', search_text(given.body_text))
   where s.workspace_id = given.workspace_id
     and s.ticket_id = given.ticket_id;
  if not found then
    select * into t from tickets where workspace_id = given.workspace_id and id = given.ticket_id;
    perform index_ticket(t);
  end if;
exception when program_limit_exceeded then
  -- More words than a tsvector holds: those before them stay.
  return;
end $function$
;
CREATE OR REPLACE FUNCTION tickets.index_new_messages()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'tickets'
AS $function$
declare
  searched text := current_setting('app.search', true);
  total int;
  inbound int;
  indexed text[] := '{}';
  message messages;
begin
  -- Imports index their tickets once they have all their messages.
  if current_setting('app.indexes_later', true) = 'on' then
    return null;
  end if;
  -- Every row matches this search: what writes sees all rows of the workspace.
  perform set_config('app.search', '!''''''''', true);
  select count(*), count(*) filter (where type = 'inbound') into total, inbound from added;
  if inbound > 0 then
    begin
      with opened as (
        insert into ticket_search (workspace_id, ticket_id, heading, body)
        select a.workspace_id, a.ticket_id, search_heading(row(t.*)::tickets), to_tsvector('simple', search_text(a.body_text))
          from added a
         -- `limit 1` makes this a lookup by primary key for each message, whatever the statistics of the table are.
         cross join lateral (
               select *
                 from tickets
                where workspace_id = a.workspace_id
                  and id = a.ticket_id
                limit 1) as t
         where t.message_count = 1
            on conflict do nothing
        returning ticket_id
      )
      select coalesce(array_agg(ticket_id), '{}') into indexed from opened;
    exception when program_limit_exceeded then
      indexed := '{}';
    end;
  end if;
  if cardinality(indexed) < total then
    for message in select * from added where ticket_id <> all(indexed) loop
      perform index_message(message);
    end loop;
  end if;
  perform set_config('app.search', coalesce(searched, ''), true);
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION tickets.index_ticket(t tickets)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'tickets'
AS $function$
declare
  all_words tsvector := '';
  message record;
begin
  -- Every row matches this search: what writes sees all rows of the workspace.
  perform set_config('app.search', '!''''''''', true);
  for message in
    select body_text from messages m
     where m.workspace_id = t.workspace_id and m.ticket_id = t.id
     order by created_at, id
  loop
    begin
      all_words := all_words || to_tsvector('simple', search_text(message.body_text));
    exception when program_limit_exceeded then
      exit;
    end;
  end loop;
  insert into ticket_search (workspace_id, ticket_id, heading, body)
  values (t.workspace_id, t.id, search_heading(t), all_words)
      on conflict (workspace_id, ticket_id)
      do update set heading = excluded.heading, body = excluded.body;
end $function$
;
CREATE OR REPLACE FUNCTION tickets.indexed_query(workspace_id text, search tsquery)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when querytree(search) in ('', 'T') then quote_literal('=' || workspace_id)::tsquery
              else quote_literal('=' || workspace_id)::tsquery && regexp_replace(querytree(search), '<(-|[0-9]+)>', '&', 'g')::tsquery
         end
$function$
;
CREATE OR REPLACE FUNCTION tickets.indexed_words(workspace_id text, words tsvector)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select strip(words) || array_to_tsvector(array['=' || workspace_id])
$function$
;
CREATE OR REPLACE FUNCTION tickets.is_sound(m messages)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  return m.type in ('inbound', 'outbound', 'note')
     and m.body_format in ('text', 'html')
     -- One of the two wrote it.
     and (m.contact_id is null) <> (m.agent_id is null)
     and case m.type
           when 'inbound' then m.status = 'received'
           when 'note' then m.status = 'posted'
           else m.status in ('queued', 'sent', 'failed')
         end;
end $function$
;
CREATE OR REPLACE FUNCTION tickets.is_sound(t tickets)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  return t.status in ('open', 'pending', 'resolved', 'archived')
     and t.priority in ('urgent', 'high', 'normal', 'low')
     and t.channel in ('email', 'chat', 'widget', 'api', 'phone')
     and cardinality(t.tags) <= 50
     and t.ai_urgency in ('urgent', 'high', 'normal', 'low')
     and t.ai_sentiment in ('frustrated', 'neutral', 'positive', 'unknown')
     and t.ai_confidence between 0 and 100
     and (t.status in ('resolved', 'archived')) = (t.resolved_at is not null);
end $function$
;
CREATE OR REPLACE FUNCTION tickets.note_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION tickets.search_heading(t tickets)
 RETURNS tsvector
 LANGUAGE sql
 STABLE
 SET search_path TO 'tickets'
AS $function$
  select setweight(to_tsvector('simple', search_text(concat_ws(' . ', t.subject, array_to_string(t.tags, ' . '), c.name, c.email))), 'A')
    from contacts c
   where c.workspace_id = t.workspace_id
     and c.id = t.contact_id
$function$
;
CREATE OR REPLACE FUNCTION tickets.search_text(given text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
declare
  words text := regexp_replace(given, '[!-/:-@\[-`{-~«»„“”‘’…—–]', ' ', 'g');
begin
  if octet_length(words) > length(words) then
    words := normalize(words, nfkc);
  end if;
  words := lower(words collate "pg_c_utf8");
  if words ~ '\S{64}' then
    words := regexp_replace(words, '(\S{63})\S+', '\1', 'g');
  end if;
  if words ~ '[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]' then
    return tickets.spaced_pairs(words);
  end if;
  return words;
end $function$
;
CREATE OR REPLACE FUNCTION tickets.spaced_pairs(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select string_agg(case when c !~ '[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]' then c
                         when following ~ '[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]' then c || following || ' '
                         else c || ' ' end, '' order by place)
    from (select c, place, coalesce(lead(c) over (order by place), ' ') as following
            from unnest(string_to_array(left(words, 20000), null)) with ordinality as t (c, place)) as characters
$function$
;

CREATE TRIGGER contacts_search AFTER UPDATE OF name, email ON tickets.contacts FOR EACH ROW WHEN (((new.name IS DISTINCT FROM old.name) OR (new.email IS DISTINCT FROM old.email))) EXECUTE FUNCTION index_contact();
CREATE TRIGGER messages_search AFTER INSERT ON tickets.messages REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION index_new_messages();
CREATE TRIGGER messages_search_change AFTER UPDATE ON tickets.messages REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION index_changed_messages();
CREATE TRIGGER tickets_changed_in BEFORE UPDATE OF updated_at ON tickets.tickets FOR EACH ROW WHEN ((new.updated_at IS DISTINCT FROM old.updated_at)) EXECUTE FUNCTION note_change();
CREATE TRIGGER tickets_search AFTER UPDATE OF subject, tags, contact_id ON tickets.tickets FOR EACH ROW WHEN (((new.subject IS DISTINCT FROM old.subject) OR (new.tags IS DISTINCT FROM old.tags) OR (new.contact_id IS DISTINCT FROM old.contact_id))) EXECUTE FUNCTION index_heading();

alter table agents enable row level security;
alter table agents force row level security;
alter table attachment_data enable row level security;
alter table attachment_data force row level security;
alter table attachments enable row level security;
alter table attachments force row level security;
alter table attribute_definitions enable row level security;
alter table attribute_definitions force row level security;
alter table auto_replies enable row level security;
alter table auto_replies force row level security;
alter table bulk_items enable row level security;
alter table bulk_items force row level security;
alter table bulk_jobs enable row level security;
alter table bulk_jobs force row level security;
alter table contacts enable row level security;
alter table contacts force row level security;
alter table draft_feedback enable row level security;
alter table draft_feedback force row level security;
alter table drafts enable row level security;
alter table drafts force row level security;
alter table group_agents enable row level security;
alter table group_agents force row level security;
alter table groups enable row level security;
alter table groups force row level security;
alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
alter table imap_accounts enable row level security;
alter table imap_accounts force row level security;
alter table labels enable row level security;
alter table labels force row level security;
alter table macros enable row level security;
alter table macros force row level security;
alter table mailboxes enable row level security;
alter table mailboxes force row level security;
alter table mails enable row level security;
alter table mails force row level security;
alter table messages enable row level security;
alter table messages force row level security;
alter table models enable row level security;
alter table models force row level security;
alter table outbox enable row level security;
alter table outbox force row level security;
alter table raw_mails enable row level security;
alter table raw_mails force row level security;
alter table ticket_merges enable row level security;
alter table ticket_merges force row level security;
alter table ticket_search enable row level security;
alter table ticket_search force row level security;
alter table ticket_tags enable row level security;
alter table ticket_tags force row level security;
alter table tickets enable row level security;
alter table tickets force row level security;
alter table workspace_settings enable row level security;
alter table workspace_settings force row level security;

create policy workspace on agents as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy workspace on attachment_data as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy workspace on attachments as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy workspace on attribute_definitions as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy workspace on auto_replies as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy workspace on bulk_items as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy workspace on bulk_jobs as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy workspace on contacts as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy workspace on draft_feedback as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy workspace on drafts as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy workspace on group_agents as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy workspace on groups as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy workspace on idempotency_keys as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy fetched on imap_accounts as permissive for all to public
	using (current_setting('app.fetches_mail'::text, true) = 'on'::text)
	with check (current_setting('app.fetches_mail'::text, true) = 'on'::text);
create policy workspace on imap_accounts as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy workspace on labels as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy workspace on macros as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy addressed on mailboxes as permissive for select to public
	using (address_key = ANY (string_to_array(current_setting('app.mail_addresses'::text, true), ' '::text)));
create policy fetched on mailboxes as permissive for select to public
	using ((intake = 'imap'::text) AND (current_setting('app.fetches_mail'::text, true) = 'on'::text));
create policy workspace on mailboxes as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy workspace on mails as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy workspace on messages as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy workspace on models as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy collecting_delete on outbox as permissive for delete to public
	using (current_setting('app.collects_outbox'::text, true) = 'on'::text);
create policy collecting_select on outbox as permissive for select to public
	using (current_setting('app.collects_outbox'::text, true) = 'on'::text);
create policy workspace on outbox as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy workspace on raw_mails as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy workspace on ticket_merges as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy workspace on ticket_search as permissive for all to public
	using ((workspace_id = current_setting('app.workspace_id'::text, true)) AND (indexed_words(workspace_id, words) @@ indexed_query(current_setting('app.workspace_id'::text, true), (current_setting('app.search'::text, true))::tsquery)) AND ts_match_vq(words, (current_setting('app.search'::text, true))::tsquery))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy workspace on ticket_tags as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy workspace on tickets as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy workspace on workspace_settings as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));

comment on table answered_tickets_read is 'Not of one workspace: the position in the list of answered tickets, which is read for all workspaces';
comment on table migrations is 'Not of one workspace: which migrations the schema has';
comment on table ticket_search_backfill is 'Not of one workspace: which workspaces are not in the search yet';
comment on table workspaces is 'Not of one workspace: the list of all workspaces';

grant delete, insert, select, update on agents to supportdesk_tickets;
grant select, update on answered_tickets_read to supportdesk_tickets;
grant delete, insert, select, update on attachment_data to supportdesk_tickets;
grant delete, insert, select, update on attachments to supportdesk_tickets;
grant delete, insert, select, update on attribute_definitions to supportdesk_tickets;
grant delete, insert, select, update on auto_replies to supportdesk_tickets;
grant delete, insert, select, update on bulk_items to supportdesk_tickets;
grant delete, insert, select, update on bulk_jobs to supportdesk_tickets;
grant delete, insert, select, update on contacts to supportdesk_tickets;
grant delete, insert, select, update on draft_feedback to supportdesk_tickets;
grant delete, insert, select, update on drafts to supportdesk_tickets;
grant delete, insert, select, update on group_agents to supportdesk_tickets;
grant delete, insert, select, update on groups to supportdesk_tickets;
grant delete, insert, select, update on idempotency_keys to supportdesk_tickets;
grant delete, insert, select, update on imap_accounts to supportdesk_tickets;
grant delete, insert, select, update on labels to supportdesk_tickets;
grant delete, insert, select, update on macros to supportdesk_tickets;
grant delete, insert, select, update on mailboxes to supportdesk_tickets;
grant delete, insert, select, update on mails to supportdesk_tickets;
grant delete, insert, select, update on messages to supportdesk_tickets;
grant delete, insert, select, update on models to supportdesk_tickets;
grant delete, insert, select on outbox to supportdesk_tickets;
grant update on outbox (object) to supportdesk_tickets;
grant update on outbox (previous) to supportdesk_tickets;
grant delete, insert, select, update on raw_mails to supportdesk_tickets;
grant usage on schema tickets to supportdesk_tickets;
grant delete, insert, select, update on ticket_merges to supportdesk_tickets;
grant delete, insert, select, update on ticket_search to supportdesk_tickets;
grant delete, select, update on ticket_search_backfill to supportdesk_tickets;
grant delete, insert, select, update on ticket_tags to supportdesk_tickets;
grant delete, insert, select, update on tickets to supportdesk_tickets;
grant delete, insert, select, update on workspace_settings to supportdesk_tickets;
grant select on workspaces to supportdesk_tickets;
