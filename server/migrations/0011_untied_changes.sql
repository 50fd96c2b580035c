-- A change is written in the statement that writes its record; being tied to it by a key as well was a sixth of what writing
-- the results of a sheet took. A record that goes takes its changes along.
alter table record_change drop constraint record_change_record_id_fkey;
create function forget_changes() returns trigger language plpgsql as $$
begin
  delete from record_change using gone where record_change.record_id = gone.id;
  return null;
end $$;
create trigger record_changes_forgotten after delete on screening_record
  referencing old table as gone for each statement execute function forget_changes();
