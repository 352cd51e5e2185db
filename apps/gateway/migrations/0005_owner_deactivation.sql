-- Agents are deactivated through the API, too: the gateway refuses their keys.
grant update (owner_deactivated_at) on api_keys to supportdesk_gateway;
