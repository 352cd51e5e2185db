-- The role that an invitation or a change gave; null for other events, and for those of earlier versions.
alter table audit_events add column role text;
