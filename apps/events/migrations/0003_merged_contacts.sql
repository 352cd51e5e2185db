-- Merged contacts by the contact that they became, and the other way round: erasing a contact erases the data of all
-- contacts that were merged into it.
create index events_merged_into on events (workspace_id, ((object::json ->> 'id'))) where type = 'contact.merged';
create index events_merged on events (workspace_id, contact_id) where type = 'contact.merged';
