-- A deactivated workspace keeps its data, and its keys are refused; so are the keys of a deactivated agent.
alter table workspaces
  add column deactivated_at timestamptz(3);
alter table api_keys
  -- The agent is the tickets service's: the command line writes here, in one transaction, what it writes there.
  add column owner_deactivated_at timestamptz(3),
  -- The hour of the last request, written in the background at most once an hour.
  add column last_used_at timestamptz(3);
grant update (last_used_at) on api_keys to supportdesk_gateway;

-- A refused key is invisible to a request that presents it, for gateways of the version before as well. A deactivation sends
-- the same notification as a revocation.
alter policy presented_key on api_keys
  using (key_hash = nullif(current_setting('app.key_hash', true), '')
    and owner_deactivated_at is null
    and not exists (select from workspaces w where w.id = api_keys.workspace_id and w.deactivated_at is not null));
