-- Participants that the target has for no other reason than the merge: [{"email", "name"}].
alter table ticket_merges add column added_participants jsonb not null default '[]';
