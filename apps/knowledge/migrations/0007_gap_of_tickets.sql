-- The gap of the ticket's wording, so that a page of gaps finds the latest tickets along an index, however many there
-- are. Null once the ticket is deleted: gaps do not name it. Kept by the database, for processes that do not know it.
alter table gap_tickets add column gap_id text collate "C";

create function take_gap_of_wording() returns trigger language plpgsql as $$
begin
  select gap_id into new.gap_id
    from knowledge.gap_questions
   where workspace_id = new.workspace_id and id = new.question_id;
  return new;
end $$;
create trigger take_gap before insert on gap_tickets
  for each row execute function take_gap_of_wording();

create function move_tickets_of_wording() returns trigger language plpgsql as $$
begin
  update knowledge.gap_tickets
     set gap_id = new.gap_id
   where workspace_id = new.workspace_id and question_id = new.id and gap_id is not null;
  return null;
end $$;
create trigger move_tickets after update of gap_id on gap_questions
  for each row when (new.gap_id <> old.gap_id) execute function move_tickets_of_wording();
