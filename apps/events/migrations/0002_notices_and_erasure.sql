-- The mail to the owner of a webhook that the system has disabled.
alter table webhooks
  -- The id of its event webhook.disabled, which is also the id of the mail; null when no mail has to be sent.
  add column notice_id text collate "C",
  -- When the mail is requested next; while it is requested, when the request counts as lost with its process.
  add column notice_due_at timestamptz(3),
  add constraint webhooks_notice check ((notice_id is null) = (notice_due_at is null));
create index webhooks_notice_due on webhooks (notice_due_at) where notice_due_at is not null;
create index webhooks_failing on webhooks (failing_since) where enabled and failing_since is not null;

-- Contacts whose data must not be in the log any more.
create index events_erased on events (workspace_id, contact_id) where type = 'contact.erased';
