-- The workspaces there are: what is done by the clock enters them one after the other.
create table workspaces (
  id text collate "C" not null primary key
);
grant select on workspaces to supportdesk_tickets;

-- The people of a workspace who answer tickets.
create table agents (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  name text not null constraint agents_name_length check (char_length(name) between 1 and 200),
  email text not null constraint agents_email_length check (char_length(email) between 3 and 254),
  created_at timestamptz(3) not null,
  primary key (workspace_id, id)
);
create unique index agents_email on agents (workspace_id, lower(email));

-- The teams a ticket can be given to.
create table groups (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  name text not null constraint groups_name_length check (char_length(name) between 1 and 200),
  created_at timestamptz(3) not null,
  primary key (workspace_id, id)
);
create unique index groups_name on groups (workspace_id, lower(name));

-- The custom attributes that tickets of a workspace may carry.
create table attribute_definitions (
  workspace_id text collate "C" not null,
  key text collate "C" not null constraint attribute_definitions_key_length check (char_length(key) between 1 and 64),
  type text not null constraint attribute_definitions_type check (type in ('string', 'number', 'boolean', 'date', 'enum')),
  enum_values text[] constraint attribute_definitions_enum check ((type = 'enum') = (cardinality(enum_values) is not null)),
  created_at timestamptz(3) not null,
  primary key (workspace_id, key)
);

-- The customers. One contact per address: that is what lets twenty parallel creates with one new address agree.
create table contacts (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  -- As the customer wrote it, with the domain in its ASCII form.
  email text not null,
  -- The same in lower case: what contacts are found by.
  email_key text collate "C" not null,
  avatar_url text,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id)
);
create unique index contacts_email_key on contacts (workspace_id, email_key);

-- A support request, and what lists sort and filter by.
create table tickets (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  subject text not null,
  status text not null constraint tickets_status check (status in ('open', 'pending', 'resolved', 'archived')),
  priority text not null constraint tickets_priority check (priority in ('urgent', 'high', 'normal', 'low')),
  -- low 0 to urgent 3: what sorting by priority means.
  priority_rank smallint not null generated always as
    (case priority when 'urgent' then 3 when 'high' then 2 when 'normal' then 1 else 0 end) stored,
  channel text not null constraint tickets_channel check (channel in ('email', 'chat', 'widget', 'api', 'phone')),
  contact_id text collate "C" not null,
  assignee_id text collate "C",
  group_id text collate "C",
  -- In the order in which they were added; ticket_tags holds the same for the tag filter.
  tags text[] not null default '{}' constraint tickets_tags_count check (cardinality(tags) <= 50),
  custom_attributes jsonb not null default '{}',
  ai_intent text not null,
  ai_urgency text not null constraint tickets_ai_urgency check (ai_urgency in ('urgent', 'high', 'normal', 'low')),
  ai_sentiment text not null constraint tickets_ai_sentiment check (ai_sentiment in ('frustrated', 'neutral', 'positive', 'unknown')),
  ai_confidence real not null constraint tickets_ai_confidence check (ai_confidence between 0 and 100),
  -- The draft a reader is shown; null when there is none to approve.
  ready_draft_id text collate "C",
  -- What the help centre suggested when the last draft was tried: [{article_id, title, relevance_score}].
  suggested_articles jsonb not null default '[]',
  message_count integer not null,
  last_message_at timestamptz(3) not null,
  -- Time of the oldest inbound message that nobody has answered.
  waiting_since timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  resolved_at timestamptz(3) constraint tickets_resolved_at check ((status in ('resolved', 'archived')) = (resolved_at is not null)),
  deleted_at timestamptz(3),
  primary key (workspace_id, id),
  constraint tickets_contact foreign key (workspace_id, contact_id) references contacts on delete restrict,
  constraint tickets_assignee foreign key (workspace_id, assignee_id) references agents on delete restrict,
  constraint tickets_group foreign key (workspace_id, group_id) references groups on delete restrict
);
create index tickets_created on tickets (workspace_id, created_at desc, id desc) where deleted_at is null;
create index tickets_updated on tickets (workspace_id, updated_at desc, id desc) where deleted_at is null;
create index tickets_resolved on tickets (workspace_id, resolved_at desc, id desc) where deleted_at is null;
create index tickets_priority_rank on tickets (workspace_id, priority_rank desc, id desc) where deleted_at is null;
create index tickets_status_created on tickets (workspace_id, status, created_at desc, id desc) where deleted_at is null;
create index tickets_assignee_created on tickets (workspace_id, assignee_id, status, created_at desc, id desc) where deleted_at is null;
create index tickets_contact_created on tickets (workspace_id, contact_id, created_at desc, id desc) where deleted_at is null;
create index tickets_group_created on tickets (workspace_id, group_id, created_at desc, id desc) where deleted_at is null;
create index tickets_intent_created on tickets (workspace_id, ai_intent, created_at desc, id desc) where deleted_at is null;
create index tickets_deleted on tickets (workspace_id, deleted_at) where deleted_at is not null;

-- One row a ticket and tag: a GIN index on tickets.tags cannot be walked in the order of a list.
create table ticket_tags (
  workspace_id text collate "C" not null,
  tag text collate "C" not null,
  created_at timestamptz(3) not null,
  ticket_id text collate "C" not null,
  primary key (workspace_id, ticket_id, tag),
  constraint ticket_tags_ticket foreign key (workspace_id, ticket_id) references tickets on delete cascade
);
create index ticket_tags_tag on ticket_tags (workspace_id, tag, created_at desc, ticket_id desc);

-- What was said on a ticket.
create table messages (
  workspace_id text collate "C" not null,
  ticket_id text collate "C" not null,
  id text collate "C" not null,
  type text not null constraint messages_type check (type in ('inbound', 'outbound', 'note')),
  body_format text not null constraint messages_body_format check (body_format in ('text', 'html')),
  -- What readers and mails get: sanitised when it is HTML.
  body text not null,
  body_text text not null,
  -- As it came in; null when it is equal to body. Kept for audits, never sent.
  body_raw text,
  -- One of the two wrote it.
  contact_id text collate "C",
  agent_id text collate "C",
  ai_generated boolean not null default false,
  status text not null constraint messages_status check (status in ('received', 'posted', 'queued', 'sent', 'failed')),
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  constraint messages_author check ((contact_id is null) <> (agent_id is null)),
  constraint messages_status_of_type check (case type
    when 'inbound' then status = 'received'
    when 'note' then status = 'posted'
    else status in ('queued', 'sent', 'failed') end),
  constraint messages_ticket foreign key (workspace_id, ticket_id) references tickets on delete cascade,
  constraint messages_contact foreign key (workspace_id, contact_id) references contacts on delete restrict,
  constraint messages_agent foreign key (workspace_id, agent_id) references agents on delete restrict
);
create index messages_of_ticket on messages (workspace_id, ticket_id, created_at, id);

-- What is known of a message's attachment; its bytes lie apart so that lists of messages never read them.
create table attachments (
  workspace_id text collate "C" not null,
  message_id text collate "C" not null,
  id text collate "C" not null,
  position smallint not null,
  filename text not null,
  content_type text not null,
  size integer not null,
  primary key (workspace_id, id),
  constraint attachments_message foreign key (workspace_id, message_id) references messages on delete cascade
);
create index attachments_of_message on attachments (workspace_id, message_id, position);

create table attachment_data (
  workspace_id text collate "C" not null,
  attachment_id text collate "C" not null,
  data bytea not null,
  primary key (workspace_id, attachment_id),
  constraint attachment_data_attachment foreign key (workspace_id, attachment_id) references attachments on delete cascade
);
-- Attachments are mostly compressed already.
alter table attachment_data alter column data set storage external;

-- Replies written for an agent to approve. At most one of a ticket is ready.
create table drafts (
  workspace_id text collate "C" not null,
  ticket_id text collate "C" not null,
  id text collate "C" not null,
  -- The inbound message it answers.
  in_reply_to text collate "C" not null,
  body text not null,
  status text not null constraint drafts_status check (status in ('ready', 'approved', 'superseded')),
  confidence real not null constraint drafts_confidence check (confidence between 0 and 100),
  sources jsonb not null,
  generated_by text not null,
  -- The message it became.
  message_id text collate "C",
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  constraint drafts_approved check ((status = 'approved') = (message_id is not null)),
  constraint drafts_ticket foreign key (workspace_id, ticket_id) references tickets on delete cascade
);
create index drafts_of_ticket on drafts (workspace_id, ticket_id, created_at desc, id desc);
create unique index drafts_one_ready on drafts (workspace_id, ticket_id) where status = 'ready';

-- Claims and stored answers of operations that must take effect once.
create table idempotency_keys (
  workspace_id text collate "C" not null,
  api_key_id text collate "C" not null,
  scope text collate "C" not null,
  key text collate "C" not null,
  fingerprint text not null,
  -- 0 for a refusal, whose error the body then holds; null only within the transaction that claims.
  status smallint,
  body text,
  resource_id text collate "C",
  created_at timestamptz(3) not null,
  primary key (workspace_id, api_key_id, scope, key)
);
create index idempotency_keys_age on idempotency_keys (workspace_id, created_at);

-- What agents confirmed or corrected: examples that a workspace's own model learns from.
create table labels (
  workspace_id text collate "C" not null,
  ticket_id text collate "C" not null,
  intent text,
  urgency text,
  sentiment text,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, ticket_id),
  constraint labels_ticket foreign key (workspace_id, ticket_id) references tickets on delete cascade
);

-- The model a workspace's labels were last made into; the AI service, which keeps nothing, is handed it when it asks.
create table models (
  workspace_id text collate "C" not null primary key,
  model_id text collate "C" not null,
  model bytea not null,
  example_count integer not null,
  created_at timestamptz(3) not null
);

-- How far the knowledge service's list of answered tickets was read. One row.
create table answered_tickets_read (
  sequence bigint not null
);
create unique index answered_tickets_read_one on answered_tickets_read ((true));
insert into answered_tickets_read (sequence) values (0);
grant select, update on answered_tickets_read to supportdesk_tickets;

-- Every row belongs to a workspace, and a transaction sees the rows of the one it entered.
do $$
declare
  t text;
begin
  for t in select tablename from pg_tables where schemaname = 'tickets' and tablename not in ('migrations', 'workspaces', 'answered_tickets_read') loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy workspace on %I
      using (workspace_id = current_setting('app.workspace_id', true))
      with check (workspace_id = current_setting('app.workspace_id', true))$p$, t);
    execute format('grant select, insert, update, delete on %I to supportdesk_tickets', t);
  end loop;
end $$;
