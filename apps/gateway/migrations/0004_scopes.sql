-- Keys may be given scopes for events and webhooks, and for what is still to come.
alter table api_keys drop constraint api_keys_scopes;
alter table api_keys add constraint api_keys_scopes check (cardinality(scopes) > 0 and
  scopes <@ array['tickets:read', 'tickets:write', 'knowledge:read', 'knowledge:write', 'events:read',
                  'webhooks:read', 'webhooks:write', 'contacts:read', 'contacts:write', 'workspace:read',
                  'workspace:write', 'keys:read', 'keys:write']);
