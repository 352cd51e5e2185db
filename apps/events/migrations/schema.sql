-- Schema events, as its migrations make it. Written by `npm run schema`; do not edit.

create role supportdesk_events nosuperuser nobypassrls;

create table attempts (
	workspace_id text collate "C" not null,
	delivery_id text collate "C" not null,
	number integer not null,
	started_at timestamp(3) with time zone not null,
	duration_ms integer not null,
	status_code integer,
	error text,
	response_body text,
	constraint attempts_delivery FOREIGN KEY (workspace_id, delivery_id) REFERENCES deliveries(workspace_id, id) ON DELETE CASCADE,
	constraint attempts_pkey PRIMARY KEY (workspace_id, delivery_id, number)
);
create table deliveries (
	workspace_id text collate "C" not null,
	id text collate "C" not null,
	webhook_id text collate "C" not null,
	event_id text collate "C" not null,
	event_type text collate "C" not null,
	body text,
	status text not null,
	attempt_count integer not null,
	due_at timestamp(3) with time zone not null,
	created_at timestamp(3) with time zone not null,
	constraint deliveries_pkey PRIMARY KEY (workspace_id, id),
	constraint deliveries_status CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text]))),
	constraint deliveries_webhook FOREIGN KEY (workspace_id, webhook_id) REFERENCES webhooks(workspace_id, id) ON DELETE CASCADE
);
create table events (
	workspace_id text collate "C" not null,
	sequence bigint not null,
	id text collate "C" not null,
	type text collate "C" not null,
	created_at timestamp(3) with time zone not null,
	actor_type text not null,
	actor_id text collate "C" not null,
	request_id text collate "C" not null,
	resource_type text not null,
	resource_id text collate "C" not null,
	ticket_id text collate "C",
	contact_id text collate "C",
	object text not null,
	previous text not null,
	appended_at timestamp(3) with time zone not null,
	constraint events_actor_type CHECK ((actor_type = ANY (ARRAY['api_key'::text, 'agent'::text, 'contact'::text, 'system'::text]))),
	constraint events_pkey PRIMARY KEY (workspace_id, sequence),
	constraint events_sequence CHECK ((sequence > 0))
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
create table logs (
	workspace_id text collate "C" not null,
	last_sequence bigint not null,
	constraint logs_last_sequence CHECK ((last_sequence >= 0)),
	constraint logs_pkey PRIMARY KEY (workspace_id)
);
create table migrations (
	id integer not null default nextval('migrations_id_seq'::regclass),
	name character varying(255) not null,
	run_on timestamp without time zone not null,
	constraint migrations_pkey PRIMARY KEY (id)
);
create table webhooks (
	workspace_id text collate "C" not null,
	id text collate "C" not null,
	url text not null,
	types text[] not null,
	description text not null,
	enabled boolean not null,
	disabled_reason text,
	owner_id text collate "C" not null,
	secret_version integer not null,
	previous_secret_until timestamp(3) with time zone,
	failing_since timestamp(3) with time zone,
	created_at timestamp(3) with time zone not null,
	updated_at timestamp(3) with time zone not null,
	notice_id text collate "C",
	notice_due_at timestamp(3) with time zone,
	constraint webhooks_disabled_reason CHECK ((disabled_reason = ANY (ARRAY['gone'::text, 'failing'::text]))),
	constraint webhooks_notice CHECK (((notice_id IS NULL) = (notice_due_at IS NULL))),
	constraint webhooks_pkey PRIMARY KEY (workspace_id, id),
	constraint webhooks_secret_version CHECK ((secret_version > 0)),
	constraint webhooks_url_length CHECK ((char_length(url) <= 2000))
);
create table workspaces (
	id text collate "C" not null,
	constraint workspaces_pkey PRIMARY KEY (id)
);

CREATE INDEX deliveries_age ON events.deliveries USING btree (workspace_id, created_at);
CREATE INDEX deliveries_due ON events.deliveries USING btree (workspace_id, webhook_id, due_at) WHERE (status = 'pending'::text);
CREATE INDEX deliveries_of_event ON events.deliveries USING btree (workspace_id, event_id);
CREATE INDEX deliveries_of_webhook ON events.deliveries USING btree (workspace_id, webhook_id, created_at DESC, id DESC);
CREATE INDEX events_age ON events.events USING btree (workspace_id, appended_at);
CREATE INDEX events_contact ON events.events USING btree (workspace_id, contact_id) WHERE (contact_id IS NOT NULL);
CREATE INDEX events_erased ON events.events USING btree (workspace_id, contact_id) WHERE (type = 'contact.erased'::text);
CREATE UNIQUE INDEX events_id ON events.events USING btree (workspace_id, id);
CREATE INDEX events_merged ON events.events USING btree (workspace_id, contact_id) WHERE (type = 'contact.merged'::text);
CREATE INDEX events_merged_into ON events.events USING btree (workspace_id, (((object)::json ->> 'id'::text))) WHERE (type = 'contact.merged'::text);
CREATE INDEX events_resource ON events.events USING btree (workspace_id, resource_id, sequence);
CREATE INDEX events_ticket ON events.events USING btree (workspace_id, ticket_id, sequence) WHERE (ticket_id IS NOT NULL);
CREATE INDEX events_type ON events.events USING btree (workspace_id, type, sequence);
CREATE INDEX idempotency_keys_created ON events.idempotency_keys USING btree (workspace_id, created_at) WHERE (created_at > '-infinity'::timestamp with time zone);
CREATE INDEX webhooks_created ON events.webhooks USING btree (workspace_id, created_at DESC, id DESC);
CREATE INDEX webhooks_failing ON events.webhooks USING btree (failing_since) WHERE (enabled AND (failing_since IS NOT NULL));
CREATE INDEX webhooks_notice_due ON events.webhooks USING btree (notice_due_at) WHERE (notice_due_at IS NOT NULL);

alter table attempts enable row level security;
alter table attempts force row level security;
alter table deliveries enable row level security;
alter table deliveries force row level security;
alter table events enable row level security;
alter table events force row level security;
alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
alter table logs enable row level security;
alter table logs force row level security;
alter table webhooks enable row level security;
alter table webhooks force row level security;

create policy workspace on attempts as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy delivering_select on deliveries as permissive for select to public
	using (current_setting('app.delivers_webhooks'::text, true) = 'on'::text);
create policy delivering_update on deliveries as permissive for update to public
	using (current_setting('app.delivers_webhooks'::text, true) = 'on'::text);
create policy workspace on deliveries as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy workspace on events as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy workspace on idempotency_keys as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy workspace on logs as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));
create policy delivering on webhooks as permissive for select to public
	using (current_setting('app.delivers_webhooks'::text, true) = 'on'::text);
create policy workspace on webhooks as permissive for all to public
	using (workspace_id = current_setting('app.workspace_id'::text, true))
	with check (workspace_id = current_setting('app.workspace_id'::text, true));

comment on table migrations is 'Not of one workspace: which migrations the schema has';
comment on table workspaces is 'Not of one workspace: the list of all workspaces';

grant delete, insert, select, update on attempts to supportdesk_events;
grant delete, insert, select, update on deliveries to supportdesk_events;
grant delete, insert, select, update on events to supportdesk_events;
grant delete, insert, select, update on idempotency_keys to supportdesk_events;
grant delete, insert, select, update on logs to supportdesk_events;
grant usage on schema events to supportdesk_events;
grant delete, insert, select, update on webhooks to supportdesk_events;
grant insert, select on workspaces to supportdesk_events;
