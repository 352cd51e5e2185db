-- Outside of a transaction.
-- The words of a ticket as the index of searches has them: without their places, and with the id of the workspace as one
-- more word, which no text has, because `search_text` removes the sign. A frequent word of all workspaces is then read
-- only where the workspace has tickets, as by an index on both columns, without the extension that this would need.
create or replace function tickets.indexed_words(workspace_id text, words tsvector) returns tsvector immutable parallel safe language sql as $$
  select strip(words) || array_to_tsvector(array['=' || workspace_id])
$$;
-- What the index can say of a search: which words a ticket of the workspace must have, in any order.
create or replace function tickets.indexed_query(workspace_id text, search tsquery) returns tsquery immutable parallel safe language sql as $$
  select case when querytree(search) in ('', 'T') then quote_literal('=' || workspace_id)::tsquery
              else quote_literal('=' || workspace_id)::tsquery && regexp_replace(querytree(search), '<(-|[0-9]+)>', '&', 'g')::tsquery
         end
$$;
grant execute on function tickets.indexed_words(text, tsvector), tickets.indexed_query(text, tsquery) to supportdesk_tickets;
drop index concurrently if exists tickets.ticket_search_workspace_words;
create index concurrently ticket_search_workspace_words on tickets.ticket_search
  using gin (tickets.indexed_words(workspace_id, words)) with (fastupdate = off);
-- The planner has to know how frequent the words of the new index are.
analyze tickets.ticket_search;
