-- The words of a ticket, for searches: of its subject, tags and contact, and of its messages. Triggers write them in the
-- transaction of every change, so that a search finds what has been answered, whichever version of the service wrote it.
create table ticket_search (
  workspace_id text collate "C" not null,
  ticket_id text collate "C" not null,
  heading tsvector not null,
  body tsvector not null,
  words tsvector not null generated always as (heading || body) stored,
  primary key (workspace_id, ticket_id),
  constraint ticket_search_ticket foreign key (workspace_id, ticket_id) references tickets (workspace_id, id) on delete cascade
);
create index ticket_search_words on ticket_search using gin (words) with (fastupdate = off);
-- A statement's own condition may not look into rows that a policy has not let through, because operators of text search
-- may report what they see: no index on words would ever be used. So the policy itself has the condition: of a
-- workspace's rows it shows those that match the search of the transaction.
alter table ticket_search enable row level security;
alter table ticket_search force row level security;
create policy workspace on ticket_search
  using (workspace_id = current_setting('app.workspace_id', true)
         and words @@ current_setting('app.search', true)::tsquery)
  with check (workspace_id = current_setting('app.workspace_id', true));
grant select, insert, update, delete on ticket_search to supportdesk_tickets;

-- Workspaces whose tickets of earlier versions are still to be put into the search, and the last one that was.
create table ticket_search_backfill (
  id text collate "C" primary key,
  after_id text collate "C" not null
);
comment on table ticket_search_backfill is 'Not of one workspace: which workspaces are not in the search yet';
insert into ticket_search_backfill select id, '' from workspaces;
grant select, update, delete on ticket_search_backfill to supportdesk_tickets;

-- Scripts without spaces: pairs of neighbours, and the last of a row alone. A text of a hundred thousand such characters
-- would take a fifth of a second, and more than a tsvector holds.
create function spaced_pairs(words text) returns text immutable language sql as $$
  select string_agg(case when c !~ '[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]' then c
                         when following ~ '[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]' then c || following || ' '
                         else c || ' ' end, '' order by place)
    from (select c, place, coalesce(lead(c) over (order by place), ' ') as following
            from unnest(string_to_array(left(words, 20000), null)) with ordinality as t (c, place)) as characters
$$;

-- A text as its words are compared: in lower case, and without what is between words.
create function search_text(given text) returns text immutable language plpgsql set search_path = tickets as $$
declare
  words text := lower(normalize(translate(given, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~«»„“”‘’…—–', repeat(' ', 60)), nfkc) collate "pg_c_utf8");
begin
  if words ~ '\S{64}' then
    words := regexp_replace(words, '(\S{63})\S+', '\1', 'g');
  end if;
  if words ~ '[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]' then
    return spaced_pairs(words);
  end if;
  return words;
end $$;

create function search_heading(t tickets) returns tsvector stable language sql set search_path = tickets as $$
  select setweight(to_tsvector('simple', search_text(concat_ws(' . ', t.subject, array_to_string(t.tags, ' . '), c.name, c.email))), 'A')
    from contacts c
   where c.workspace_id = t.workspace_id
     and c.id = t.contact_id
$$;

-- The path of the functions is set, because not all logins that write have it.
-- Writes all words of a ticket. A ticket of more words than a tsvector holds is found by those of its first messages.
create function index_ticket(t tickets) returns void language plpgsql set search_path = tickets as $$
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
end $$;

create function index_message() returns trigger language plpgsql set search_path = tickets as $$
declare
  searched text := current_setting('app.search', true);
  t tickets;
begin
  perform set_config('app.search', '!''''''''', true);
  begin
    update ticket_search s
       set body = s.body || to_tsvector('simple', search_text(new.body_text))
     where s.workspace_id = new.workspace_id
       and s.ticket_id = new.ticket_id;
  exception when program_limit_exceeded then
    return null;
  end;
  if not found then
    select * into t from tickets where workspace_id = new.workspace_id and id = new.ticket_id;
    perform index_ticket(t);
  end if;
  perform set_config('app.search', coalesce(searched, ''), true);
  return null;
end $$;

create function index_heading() returns trigger language plpgsql set search_path = tickets as $$
begin
  perform set_config('app.search', '!''''''''', true);
  update ticket_search s
     set heading = search_heading(new)
   where s.workspace_id = new.workspace_id
     and s.ticket_id = new.id;
  return null;
end $$;

-- What is erased or changed is not found by its old words. An erasure changes thousands of messages in one statement: each
-- of their tickets is written once.
create function index_changed_messages() returns trigger language plpgsql set search_path = tickets as $$
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
end $$;

create function index_contact() returns trigger language plpgsql set search_path = tickets as $$
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
end $$;

grant execute on function spaced_pairs(text), search_text(text), search_heading(tickets), index_ticket(tickets) to supportdesk_tickets;

create trigger messages_search after insert on messages
  for each row execute function index_message();
create trigger tickets_search after update of subject, tags, contact_id on tickets
  for each row when (new.subject is distinct from old.subject or new.tags is distinct from old.tags or new.contact_id is distinct from old.contact_id)
  execute function index_heading();
create trigger messages_search_change after update on messages
  referencing old table as former new table as changed
  for each statement execute function index_changed_messages();
create trigger contacts_search after update of name, email on contacts
  for each row when (new.name is distinct from old.name or new.email is distinct from old.email)
  execute function index_contact();
