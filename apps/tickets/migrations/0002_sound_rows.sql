-- What a row may hold, in one function a table. PostgreSQL reads a check's expression from text and compiles it anew for
-- every statement that writes; eight checks with their lists of words were a third of what writing a ticket costs. A
-- function is compiled once a connection. It is not in SQL, because that would be put in place of its call again.
create function is_sound(t tickets) returns boolean immutable language plpgsql as $$
begin
  return t.status in ('open', 'pending', 'resolved', 'archived')
     and t.priority in ('urgent', 'high', 'normal', 'low')
     and t.channel in ('email', 'chat', 'widget', 'api', 'phone')
     and cardinality(t.tags) <= 50
     and t.ai_urgency in ('urgent', 'high', 'normal', 'low')
     and t.ai_sentiment in ('frustrated', 'neutral', 'positive', 'unknown')
     and t.ai_confidence between 0 and 100
     and (t.status in ('resolved', 'archived')) = (t.resolved_at is not null);
end $$;

create function is_sound(m messages) returns boolean immutable language plpgsql as $$
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
end $$;

grant execute on function is_sound(tickets), is_sound(messages) to supportdesk_tickets;

alter table tickets
  add constraint tickets_sound check (is_sound(tickets)) not valid,
  drop constraint tickets_status,
  drop constraint tickets_priority,
  drop constraint tickets_channel,
  drop constraint tickets_tags_count,
  drop constraint tickets_ai_urgency,
  drop constraint tickets_ai_sentiment,
  drop constraint tickets_ai_confidence,
  drop constraint tickets_resolved_at;

alter table messages
  add constraint messages_sound check (is_sound(messages)) not valid,
  drop constraint messages_type,
  drop constraint messages_body_format,
  drop constraint messages_status,
  drop constraint messages_author,
  drop constraint messages_status_of_type;
