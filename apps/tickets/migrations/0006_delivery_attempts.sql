-- How often a reply's mail was tried, and why it was given up. Zero and null for messages that are not mailed, and for those
-- of before.
alter table messages
  add column attempts integer not null default 0,
  add column error text;
