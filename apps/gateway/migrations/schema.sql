-- Schema gateway, as its migrations make it. Written by `npm run schema`; do not edit.

create role supportdesk_gateway nosuperuser nobypassrls;

create table account_identities (
	workspace_id text collate "C" not null,
	agent_id text collate "C" not null,
	issuer text collate "C" not null,
	subject text collate "C" not null,
	created_at timestamp(3) with time zone not null,
	constraint account_identities_account FOREIGN KEY (workspace_id, agent_id) REFERENCES accounts(workspace_id, agent_id) ON DELETE CASCADE,
	constraint account_identities_issuer_length CHECK (((char_length(issuer) >= 1) AND (char_length(issuer) <= 500))),
	constraint account_identities_pkey PRIMARY KEY (workspace_id, agent_id, issuer),
	constraint account_identities_subject_length CHECK (((char_length(subject) >= 1) AND (char_length(subject) <= 255)))
);
create table account_links (
	workspace_id text collate "C" not null,
	token_hash text collate "C" not null,
	agent_id text collate "C" not null,
	purpose text not null,
	created_at timestamp(3) with time zone not null,
	expires_at timestamp(3) with time zone not null,
	used_at timestamp(3) with time zone,
	constraint account_links_account FOREIGN KEY (workspace_id, agent_id) REFERENCES accounts(workspace_id, agent_id) ON DELETE CASCADE,
	constraint account_links_hash_form CHECK ((token_hash ~ '^[0-9a-f]{64}$'::text)),
	constraint account_links_pkey PRIMARY KEY (workspace_id, token_hash),
	constraint account_links_purpose CHECK ((purpose = ANY (ARRAY['invitation'::text, 'password_reset'::text, 'sign_in'::text])))
);
create table accounts (
	workspace_id text collate "C" not null,
	agent_id text collate "C" not null,
	email text collate "C" not null,
	role text not null,
	password_hash text,
	second_factor_secret text,
	second_factor_confirmed boolean not null default false,
	second_factor_period bigint not null default 0,
	last_sign_in_at timestamp(3) with time zone,
	deactivated_at timestamp(3) with time zone,
	created_at timestamp(3) with time zone not null,
	constraint accounts_email_given CHECK ((email <> ''::text)),
	constraint accounts_pkey PRIMARY KEY (workspace_id, agent_id),
	constraint accounts_role CHECK ((role = ANY (ARRAY['admin'::text, 'agent'::text]))),
	constraint accounts_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
create table api_keys (
	workspace_id text collate "C" not null,
	id text collate "C" not null,
	owner_id text collate "C" not null,
	key_hash text collate "C" not null,
	masked text not null,
	scopes text[] not null,
	plan text not null,
	per_minute integer,
	burst integer,
	per_day integer,
	concurrent integer,
	expires_at timestamp(3) with time zone,
	revoked_at timestamp(3) with time zone,
	created_at timestamp(3) with time zone not null,
	owner_deactivated_at timestamp(3) with time zone,
	last_used_at timestamp(3) with time zone,
	name text,
	api_version text,
	constraint api_keys_api_version_form CHECK ((api_version ~ '^\d{4}-\d{2}-\d{2}$'::text)),
	constraint api_keys_burst CHECK ((burst > 0)),
	constraint api_keys_concurrent CHECK ((concurrent > 0)),
	constraint api_keys_hash_form CHECK ((key_hash ~ '^[0-9a-f]{64}$'::text)),
	constraint api_keys_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
	constraint api_keys_per_day CHECK (((per_day > 0) OR (per_day = '-1'::integer))),
	constraint api_keys_per_minute CHECK ((per_minute > 0)),
	constraint api_keys_pkey PRIMARY KEY (workspace_id, id),
	constraint api_keys_scopes CHECK (((cardinality(scopes) > 0) AND (scopes <@ ARRAY['tickets:read'::text, 'tickets:write'::text, 'knowledge:read'::text, 'knowledge:write'::text, 'events:read'::text, 'webhooks:read'::text, 'webhooks:write'::text, 'contacts:read'::text, 'contacts:write'::text, 'workspace:read'::text, 'workspace:write'::text, 'keys:read'::text, 'keys:write'::text]))),
	constraint api_keys_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
create table audit_events (
	workspace_id text collate "C" not null,
	id text collate "C" not null,
	type text not null,
	agent_id text collate "C" not null,
	actor_id text collate "C" not null,
	address text not null,
	created_at timestamp(3) with time zone not null,
	role text,
	constraint audit_events_pkey PRIMARY KEY (workspace_id, id),
	constraint audit_events_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
create table earlier_key_secrets (
	workspace_id text collate "C" not null,
	api_key_id text collate "C" not null,
	key_hash text collate "C" not null,
	valid_until timestamp(3) with time zone not null,
	constraint earlier_key_secrets_hash_form CHECK ((key_hash ~ '^[0-9a-f]{64}$'::text)),
	constraint earlier_key_secrets_key FOREIGN KEY (workspace_id, api_key_id) REFERENCES api_keys(workspace_id, id) ON DELETE CASCADE,
	constraint earlier_key_secrets_pkey PRIMARY KEY (workspace_id, api_key_id, key_hash)
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
create table migrations (
	id integer not null default nextval('migrations_id_seq'::regclass),
	name character varying(255) not null,
	run_on timestamp without time zone not null,
	constraint migrations_pkey PRIMARY KEY (id)
);
create table recovery_codes (
	workspace_id text collate "C" not null,
	agent_id text collate "C" not null,
	code_hash text collate "C" not null,
	constraint recovery_codes_account FOREIGN KEY (workspace_id, agent_id) REFERENCES accounts(workspace_id, agent_id) ON DELETE CASCADE,
	constraint recovery_codes_pkey PRIMARY KEY (workspace_id, agent_id, code_hash)
);
create table sessions (
	workspace_id text collate "C" not null,
	id text collate "C" not null,
	agent_id text collate "C" not null,
	token_hash text collate "C" not null,
	method text not null,
	user_agent text not null,
	address text not null,
	created_at timestamp(3) with time zone not null,
	last_used_at timestamp(3) with time zone not null,
	expires_at timestamp(3) with time zone not null,
	id_token text,
	constraint sessions_account FOREIGN KEY (workspace_id, agent_id) REFERENCES accounts(workspace_id, agent_id) ON DELETE CASCADE,
	constraint sessions_address_length CHECK ((char_length(address) <= 100)),
	constraint sessions_hash_form CHECK ((token_hash ~ '^[0-9a-f]{64}$'::text)),
	constraint sessions_method CHECK ((method = ANY (ARRAY['password'::text, 'link'::text, 'oidc'::text]))),
	constraint sessions_pkey PRIMARY KEY (workspace_id, id),
	constraint sessions_user_agent_length CHECK ((char_length(user_agent) <= 300))
);
create table workspaces (
	id text collate "C" not null,
	name text not null,
	created_at timestamp(3) with time zone not null,
	deactivated_at timestamp(3) with time zone,
	constraint workspaces_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
	constraint workspaces_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX account_identities_subject ON gateway.account_identities USING btree (issuer, subject, workspace_id);
CREATE INDEX account_links_agent ON gateway.account_links USING btree (workspace_id, agent_id);
CREATE INDEX account_links_expiry ON gateway.account_links USING btree (workspace_id, expires_at);
CREATE UNIQUE INDEX account_links_token ON gateway.account_links USING btree (token_hash);
CREATE UNIQUE INDEX accounts_email ON gateway.accounts USING btree (email, workspace_id);
CREATE INDEX api_keys_created ON gateway.api_keys USING btree (workspace_id, created_at, id);
CREATE UNIQUE INDEX api_keys_hash ON gateway.api_keys USING btree (key_hash);
CREATE UNIQUE INDEX api_keys_id ON gateway.api_keys USING btree (id);
CREATE INDEX audit_events_age ON gateway.audit_events USING btree (workspace_id, created_at);
CREATE INDEX audit_events_agent ON gateway.audit_events USING btree (workspace_id, agent_id, id);
CREATE UNIQUE INDEX earlier_key_secrets_hash ON gateway.earlier_key_secrets USING btree (key_hash);
CREATE INDEX idempotency_keys_created ON gateway.idempotency_keys USING btree (workspace_id, created_at) WHERE (created_at > '-infinity'::timestamp with time zone);
CREATE INDEX sessions_agent ON gateway.sessions USING btree (workspace_id, agent_id, created_at);
CREATE INDEX sessions_expiry ON gateway.sessions USING btree (workspace_id, expires_at);
CREATE UNIQUE INDEX sessions_token ON gateway.sessions USING btree (token_hash);

alter table account_identities enable row level security;
alter table account_identities force row level security;
alter table account_links enable row level security;
alter table account_links force row level security;
alter table accounts enable row level security;
alter table accounts force row level security;
alter table api_keys enable row level security;
alter table api_keys force row level security;
alter table audit_events enable row level security;
alter table audit_events force row level security;
alter table earlier_key_secrets enable row level security;
alter table earlier_key_secrets force row level security;
alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
alter table recovery_codes enable row level security;
alter table recovery_codes force row level security;
alter table sessions enable row level security;
alter table sessions force row level security;

create policy presented_identity on account_identities as permissive for select to public
	using ((issuer = NULLIF(current_setting('app.identity_issuer'::text, true), ''::text)) AND (subject = NULLIF(current_setting('app.identity_subject'::text, true), ''::text)));
create policy workspace on account_identities as permissive for all to public
	using (workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))
	with check (workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text));
create policy presented_link on account_links as permissive for select to public
	using (token_hash = NULLIF(current_setting('app.link_hash'::text, true), ''::text));
create policy workspace on account_links as permissive for all to public
	using (workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))
	with check (workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text));
create policy identified_account on accounts as permissive for select to public
	using ((deactivated_at IS NULL) AND (NOT (EXISTS ( SELECT
   FROM workspaces w
  WHERE ((w.id = accounts.workspace_id) AND (w.deactivated_at IS NOT NULL))))) AND (EXISTS ( SELECT
   FROM account_identities i
  WHERE ((i.workspace_id = accounts.workspace_id) AND (i.agent_id = accounts.agent_id) AND (i.issuer = NULLIF(current_setting('app.identity_issuer'::text, true), ''::text)) AND (i.subject = NULLIF(current_setting('app.identity_subject'::text, true), ''::text))))));
create policy presented_account on accounts as permissive for select to public
	using ((deactivated_at IS NULL) AND (NOT (EXISTS ( SELECT
   FROM workspaces w
  WHERE ((w.id = accounts.workspace_id) AND (w.deactivated_at IS NOT NULL))))) AND ((email = NULLIF(current_setting('app.account_email'::text, true), ''::text)) OR (EXISTS ( SELECT
   FROM sessions s
  WHERE ((s.workspace_id = accounts.workspace_id) AND (s.agent_id = accounts.agent_id) AND (s.token_hash = NULLIF(current_setting('app.session_hash'::text, true), ''::text)))))));
create policy workspace on accounts as permissive for all to public
	using (workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))
	with check (workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text));
create policy presented_key on api_keys as permissive for select to public
	using (((key_hash = NULLIF(current_setting('app.key_hash'::text, true), ''::text)) OR (EXISTS ( SELECT
   FROM earlier_key_secrets s
  WHERE ((s.workspace_id = api_keys.workspace_id) AND (s.api_key_id = api_keys.id) AND (s.key_hash = NULLIF(current_setting('app.key_hash'::text, true), ''::text)))))) AND (owner_deactivated_at IS NULL) AND (NOT (EXISTS ( SELECT
   FROM workspaces w
  WHERE ((w.id = api_keys.workspace_id) AND (w.deactivated_at IS NOT NULL))))));
create policy workspace on api_keys as permissive for all to public
	using (workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))
	with check (workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text));
create policy workspace on audit_events as permissive for all to public
	using (workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))
	with check (workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text));
create policy presented_key on earlier_key_secrets as permissive for select to public
	using (key_hash = NULLIF(current_setting('app.key_hash'::text, true), ''::text));
create policy workspace on earlier_key_secrets as permissive for all to public
	using (workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))
	with check (workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text));
create policy workspace on idempotency_keys as permissive for all to public
	using (workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))
	with check (workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text));
create policy workspace on recovery_codes as permissive for all to public
	using (workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))
	with check (workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text));
create policy presented_session on sessions as permissive for select to public
	using (token_hash = NULLIF(current_setting('app.session_hash'::text, true), ''::text));
create policy workspace on sessions as permissive for all to public
	using (workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))
	with check (workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text));

comment on table migrations is 'Not of one workspace: which migrations the schema has';
comment on table workspaces is 'Not of one workspace: the list of all workspaces';

grant delete, insert, select on account_identities to supportdesk_gateway;
grant delete, insert, select, update on account_links to supportdesk_gateway;
grant insert, select, update on accounts to supportdesk_gateway;
grant insert, select on api_keys to supportdesk_gateway;
grant update on api_keys (api_version) to supportdesk_gateway;
grant update on api_keys (burst) to supportdesk_gateway;
grant update on api_keys (concurrent) to supportdesk_gateway;
grant update on api_keys (expires_at) to supportdesk_gateway;
grant update on api_keys (key_hash) to supportdesk_gateway;
grant update on api_keys (last_used_at) to supportdesk_gateway;
grant update on api_keys (masked) to supportdesk_gateway;
grant update on api_keys (name) to supportdesk_gateway;
grant update on api_keys (owner_deactivated_at) to supportdesk_gateway;
grant update on api_keys (per_day) to supportdesk_gateway;
grant update on api_keys (per_minute) to supportdesk_gateway;
grant update on api_keys (revoked_at) to supportdesk_gateway;
grant update on api_keys (scopes) to supportdesk_gateway;
grant delete, insert, select on audit_events to supportdesk_gateway;
grant delete, insert, select, update on earlier_key_secrets to supportdesk_gateway;
grant delete, insert, select, update on idempotency_keys to supportdesk_gateway;
grant delete, insert, select on recovery_codes to supportdesk_gateway;
grant usage on schema gateway to supportdesk_gateway;
grant delete, insert, select, update on sessions to supportdesk_gateway;
grant select on workspaces to supportdesk_gateway;
