-- An import writes all messages of a ticket at once, and its words after them: to add those of each message by itself
-- would write the ticket's entry in the search as often as it has messages.
create or replace function index_message() returns trigger language plpgsql set search_path = tickets as $$
declare
  searched text := current_setting('app.search', true);
  t tickets;
begin
  if current_setting('app.indexes_later', true) = 'on' then
    return null;
  end if;
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
