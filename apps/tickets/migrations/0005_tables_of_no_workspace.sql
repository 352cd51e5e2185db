-- The service refuses to start on a table that row-level security does not protect, unless its comment says why.
comment on table workspaces is 'Not of one workspace: the list of all workspaces';
comment on table answered_tickets_read is 'Not of one workspace: the position in the list of answered tickets, which is read for all workspaces';
