-- The condition on `words` alone decides, and the one before it is what lets a search use the index of the workspace's
-- words. As a function it has no estimate of its own: the planner would multiply both shares. Processes of the version
-- before set the same two settings, so their searches use the index as well.
alter policy workspace on ticket_search
  using (workspace_id = current_setting('app.workspace_id', true)
         and indexed_words(workspace_id, words)
             @@ indexed_query(current_setting('app.workspace_id', true), current_setting('app.search', true)::tsquery)
         and ts_match_vq(words, current_setting('app.search', true)::tsquery));
