-- Outside of a transaction.
-- Purges name the condition, which every row meets. Lookups do not, so they can only use the primary key: in a plan made for a
-- table of few keys the smaller index would find a key among all of the workspace's.
drop index concurrently if exists knowledge.idempotency_keys_created;
create index concurrently idempotency_keys_created on knowledge.idempotency_keys (workspace_id, created_at)
  where created_at > '-infinity';
drop index concurrently if exists knowledge.idempotency_keys_age;
