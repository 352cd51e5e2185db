-- The service refuses to start on a table that row-level security does not protect, unless its comment says why.
comment on table workspaces is 'Not of one workspace: the list of all workspaces';
