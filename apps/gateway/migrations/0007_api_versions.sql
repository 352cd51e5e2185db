-- The dated version of the API that a key's requests have where they name none. Null: the first one, which every key had
-- before versions were stored, and which gateways of the version before give to keys that they create.
alter table api_keys
  add column api_version text constraint api_keys_api_version_form check (api_version ~ '^\d{4}-\d{2}-\d{2}$');
grant update (api_version) on api_keys to supportdesk_gateway;
