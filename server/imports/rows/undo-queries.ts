import { sql } from 'kysely'
import { ApprovalStatus, StudentType, YesNo } from '#contract/core/codes.ts'
import { RowOutcome } from '#contract/core/import-states.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db, Tx } from '../../core/db/connect.ts'
import { hasResultOrHistory } from '../../plans/result-queries.ts'
import type { ChangeSince, Dependent } from './dependents.ts'
import type { ImportRound } from './write-queries.ts'

const { pending } = codeLiterals(ApprovalStatus)
const { mainlandWithoutId } = codeLiterals(StudentType)
const { no } = codeLiterals(YesNo)
const { insert, update, back } = RowOutcome.code

/** Everything that was written: rows of the rounds before the present one. */
const written = ({ batchId, round }: ImportRound) => sql`r.batch_id = ${batchId} and r.round < ${round}`

const since = (change: ChangeSince) => sql`${change}::text`

/** What was said about the student in a screening, or the record of a decision, would go with them. */
const NOTED_SINCE = sql`when exists (select from screening_record q where q.student_id = s.id and ${hasResultOrHistory('q')})
    then ${since('screeningNoted')}
  when exists (select from approval a where a.student_id = s.id) then ${since('transferDecided')}`

/** What happened to a student since; null where nothing did. */
const changeOf = (of: ImportRound, isNew: boolean) => sql`case
  when (select l.last_on from student_screened l where l.student_id = s.id) is distinct from ${isNew ? sql`null` : sql`b.last_screened_on`}
    then ${since('screened')}
  when exists (select from approval a where a.student_id = s.id and a.status = ${pending}) then ${since('transferPending')}
  when s.org_id <> ${of.orgId} or s.class_id is null then ${since('left')}
  when s.class_id <> r.class_id then ${since('classChanged')}
  when s.face_collected <> ${isNew ? no : sql`case when r.outcome = ${back} then ${no} else b.face_collected end`}
    then ${since('photographed')}
  when s.version <> ${isNew ? sql`1` : sql`b.version + 1`} then ${since('edited')}
  ${isNew ? NOTED_SINCE : cannotReturn(of)}
end`

/** Where a class, a number or a place among those without a document is no longer free, nobody can be put back. */
function cannotReturn(of: ImportRound) {
  const isAnother = sql`o.id <> s.id and not exists (select from import_row n where n.batch_id = ${of.batchId}
    and n.round < ${of.round} and n.outcome = ${insert} and n.student_id = o.id)`
  const taken = ['id_card_hash', 'passport_hash', 'student_no_hash'].map(
    (column) => sql`exists (select from student o
      where ${sql.ref(`o.${column}`)} = ${sql.ref(`b.${column}`)} and ${isAnother})`,
  )
  return sql`when b.class_id is not null and not exists (
      select from class c where c.id = b.class_id and c.closed_on is null) then ${since('classClosed')}
    when ${sql.join(taken, sql` or `)} then ${since('numberTaken')}
    when b.student_type = ${mainlandWithoutId} and b.class_id is not null and exists (
      select from student o where o.org_id = ${of.orgId} and o.name = b.name
        and o.sex = b.sex and o.birth_date = b.birth_date
        and o.student_type = ${mainlandWithoutId} and o.class_id is not null and ${isAnother}) then ${since('namesakeEnrolled')}`
}

/** Students to whom something happened since, or whom nothing can be given back to; the first few, and how many. */
export async function selectDependents(db: Db, of: ImportRound): Promise<Dependent[]> {
  const { rows } = await sql<Dependent>`
    with touched as (
      select r.row_no, r.name, ${changeOf(of, true)} as change
      from import_row r join student s on s.id = r.student_id
      where ${written(of)} and r.outcome = ${insert}
      union all
      select r.row_no, r.name, ${changeOf(of, false)}
      from import_row r join student s on s.id = r.student_id
        cross join lateral jsonb_to_record(r.before) as b(class_id bigint, name text, sex int, birth_date date,
          student_type int, id_card_hash bytea, passport_hash bytea, student_no_hash bytea, face_collected int,
          last_screened_on date, version int)
      where ${written(of)} and r.outcome in (${update}, ${back}))
    select name, change, count(*) over ()::int as total from touched
    where change is not null order by row_no limit 3`.execute(db)
  return rows
}

export async function lockWritten(db: Tx, of: ImportRound) {
  await sql`
    select 1 from student where id in (
      select r.student_id from import_row r where ${written(of)} and r.outcome in (${insert}, ${update}, ${back}))
    order by id for update`.execute(db)
}

/** Those who were new are gone again, with their enrolments. */
export async function deleteInserted(db: Tx, of: ImportRound) {
  const inserted = sql`select r.student_id from import_row r where ${written(of)} and r.outcome = ${insert}`
  await sql`delete from screening_record s where s.student_id in (${inserted}) and not ${hasResultOrHistory('s')}`.execute(
    db,
  )
  await sql`delete from student where id in (${inserted})`.execute(db)
}

/** The enrolment that the import opened ends as if it had never been; the one before it goes on. */
export async function restoreEnrolments(db: Tx, of: ImportRound) {
  const moved = sql`(r.outcome = ${back} or (r.before ->> 'class_id')::bigint <> r.class_id)`
  await sql`
    delete from enrolment e using import_row r
    where ${written(of)} and r.outcome in (${update}, ${back}) and ${moved}
      and e.student_id = r.student_id and e.to_on is null and e.class_id = r.class_id`.execute(db)
  await sql`
    update enrolment e set to_on = null, grade_id = null, ended_by = null, updated_at = clock_timestamp()
    from (select max(old.id) as id from import_row r join enrolment old on old.student_id = r.student_id
            and old.class_id = (r.before ->> 'class_id')::bigint
          where ${written(of)} and r.outcome = ${update} and ${moved}
            and old.to_on is not null and old.history_type is null
          group by r.student_id) as last
    where e.id = last.id`.execute(db)
}

/** Every column as it was; the version goes on, so that nobody saves over it what they saw in between. */
export async function restoreUpdated(db: Tx, of: ImportRound) {
  await sql`
    update student s set org_id = b.org_id, class_id = b.class_id, left_as = b.left_as, left_on = b.left_on,
      name = b.name, sex = b.sex, birth_date = b.birth_date, student_type = b.student_type, status = b.status,
      id_card_enc = b.id_card_enc, id_card_hash = b.id_card_hash, id_card_mask = b.id_card_mask,
      passport_enc = b.passport_enc, passport_hash = b.passport_hash, passport_mask = b.passport_mask,
      student_no_enc = b.student_no_enc, student_no_hash = b.student_no_hash, student_no_mask = b.student_no_mask,
      nation = b.nation, native_place = b.native_place, parent_name = b.parent_name,
      parent_phone_enc = b.parent_phone_enc, parent_phone_mask = b.parent_phone_mask,
      version = s.version + 1, updated_at = now()
    from import_row r, jsonb_populate_record(null::student, r.before) as b
    where ${written(of)} and r.outcome in (${update}, ${back}) and s.id = r.student_id`.execute(db)
}
