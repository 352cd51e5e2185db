-- A deactivated agent or group gets no more tickets, and the agent writes no more messages; what is there keeps its name.
alter table agents
  add column deactivated_at timestamptz(3);
alter table groups
  add column deactivated_at timestamptz(3);
