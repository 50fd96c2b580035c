-- A mask showed the first six and the last four signs of an id number. Birth date and sex stand beside it, so the number
-- could be worked out. From now on only the first six are shown; whatever was stored with the last four loses them.
create function shorten_masks(shown text) returns text language sql immutable as $$
  select regexp_replace(shown, '([0-9A-Za-z]{6}[*]{5,})[0-9A-Za-z]{4}', '\1****', 'g')
$$;

-- Neither class nor sex changes, so nothing is counted again.
alter table student disable trigger student_counted_over;
update student set
  id_card_mask = shorten_masks(id_card_mask),
  student_no_mask = shorten_masks(student_no_mask),
  -- a permit of Hong Kong, Macau or Taiwan or a residence card may be built like an id number; its last sign is a check digit
  passport_mask = regexp_replace(passport_mask, '^([89][0-9][*]{3}).$', '\1')
where num_nonnulls(id_card_mask, student_no_mask, passport_mask) > 0;
alter table student enable trigger student_counted_over;

update import_row set
  id_card_mask = shorten_masks(id_card_mask),
  student_no_mask = shorten_masks(student_no_mask),
  passport_mask = regexp_replace(passport_mask, '^([89][0-9][*]{3}).$', '\1'),
  before = shorten_masks(before::text)::jsonb,
  issues = shorten_masks(issues::text)::jsonb
where num_nonnulls(id_card_mask, student_no_mask, passport_mask, before, issues) > 0;

-- The trail names what an export was filtered by, masked.
alter table audit_log disable trigger audit_log_append_only;
update audit_log set detail = shorten_masks(detail::text)::jsonb where detail::text ~ '[0-9A-Za-z]{6}[*]{5,}[0-9A-Za-z]{4}';
alter table audit_log enable trigger audit_log_append_only;

-- Frozen class reports list students with their masked number. They are the only thing that is changed in them; the
-- checksum under which such a report was frozen, as the trail names it, stays beside the new one.
alter table frozen_report add column sha256_as_frozen text;
alter table frozen_report disable trigger frozen_report_kept;
update frozen_report set
  content = shorten_masks(content),
  sha256 = encode(sha256(convert_to(shorten_masks(content), 'UTF8')), 'hex'),
  sha256_as_frozen = sha256
where content ~ '[0-9A-Za-z]{6}[*]{5,}[0-9A-Za-z]{4}';
alter table frozen_report enable trigger frozen_report_kept;

-- Files of finished exports cannot be rewritten, they are sealed; they would expire within a day and do so now.
update export_task set expires_at = now() where file_id is not null and expires_at > now();
delete from stored_file where id in (select file_id from export_task where file_id is not null);

drop function shorten_masks(text);
