import { sql } from 'kysely'
import { ApprovalStatus, StudentType, YesNo } from '#contract/core/codes.ts'
import { RowOutcome } from '#contract/core/import-states.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Tx } from '../../core/db/connect.ts'

const { pending } = codeLiterals(ApprovalStatus)
const { mainland, mainlandWithoutId } = codeLiterals(StudentType)
const { no } = codeLiterals(YesNo)
const { error, insert, update, locked, back } = RowOutcome.code

/** The rows that a writing is about: those of the present round of a batch. */
export type ImportRound = { orgId: number; batchId: number; round: number }

const rowsOf = ({ batchId, round }: ImportRound) => sql`r.batch_id = ${batchId} and r.round = ${round}`

/** Students to be changed are locked before anything is compared, always in the same order. */
export async function lockMatched(db: Tx, of: ImportRound) {
  await sql`
    select 1 from student where id in (
      select r.student_id from import_row r where ${rowsOf(of)} and r.outcome in (${update}, ${back}))
    order by id for update`.execute(db)
}

const failing = (code: number, key: string | null, message: string, advice: string) => sql`
  outcome = ${error}, issues = jsonb_build_array(jsonb_build_object('code', ${code}::int, 'key', ${key}::text,
    'message', ${message}::text, 'advice', ${advice}::text))`

/** What has changed since it was looked at is not written over. */
export async function failStaleRows(db: Tx, of: ImportRound, classKey = 'class') {
  const stale = failing(9999, null, '检查之后该学生的信息已被他人修改', '请重新检查这一行')
  await sql`
    update import_row r set ${stale}
    where ${rowsOf(of)} and r.outcome in (${update}, ${back}) and not exists (
      select from student s where s.id = r.student_id and s.version = r.student_version
        and (r.outcome = ${back}) = (s.class_id is null)
        and (r.outcome = ${back} or s.org_id = ${of.orgId}))`.execute(db)
  const waiting = failing(9999, classKey, '有待审核的转学申请，不能调班', '请先处理转学申请')
  await sql`
    update import_row r set ${waiting}
    from student s
    where ${rowsOf(of)} and r.outcome = ${update} and s.id = r.student_id and s.class_id <> r.class_id
      and exists (select from approval a where a.student_id = s.id and a.status = ${pending})`.execute(db)
  const closed = failing(90, classKey, '班级已停用或被删除', '请更正班级')
  await sql`
    update import_row r set ${closed}
    where ${rowsOf(of)} and r.outcome in (${insert}, ${update}, ${back}) and not exists (
      select from class c where c.id = r.class_id and c.org_id = ${of.orgId} and c.closed_on is null)`.execute(
    db,
  )
}

/** A result that came in since it was looked at keeps the identity under which it was recorded. */
export async function lockScreenedRows(db: Tx, of: ImportRound) {
  const differs = ['id_card_hash', 'passport_hash'].map(
    (column) => sql`${sql.ref(`r.${column}`)} is not null
      and ${sql.ref(`r.${column}`)} is distinct from ${sql.ref(`s.${column}`)}`,
  )
  await sql`
    update import_row r set outcome = ${locked}, issues = '[{"code": 170, "key": null}]'
    from student s
    where ${rowsOf(of)} and r.outcome in (${update}, ${back}) and s.id = r.student_id
      and exists (select from student_screened l where l.student_id = s.id and l.last_on is not null)
      and ((r.name, r.sex, r.birth_date, r.student_type) <> (s.name, s.sex, s.birth_date, s.student_type)
        or ${sql.join(differs, sql` or `)})`.execute(db)
}

/** A number that somebody else has got meanwhile, by a change of ours or of another school. */
export async function failTakenNumbers(db: Tx, of: ImportRound) {
  const taken = (column: string) => sql`exists (
    select from student s where ${sql.ref(`s.${column}`)} = ${sql.ref(`r.${column}`)} and s.id <> r.student_id)`
  const changed = sql`r.outcome in (${update}, ${back})`
  for (const [column, whose, code, key, message] of [
    ['id_card_hash', changed, 190, 'idCard', '身份证号已存在'],
    ['passport_hash', changed, 200, 'passport', '学生已存在'],
    [
      'student_no_hash',
      sql`r.outcome in (${insert}, ${update}, ${back})`,
      120,
      'studentNo',
      '学籍号已被其他学生使用',
    ],
  ] as const) {
    const fault = failing(code, key, message, '检查之后有其他学生登记了该号码，请核对')
    await sql`
      update import_row r set ${fault}
      where ${rowsOf(of)} and ${whose} and ${sql.ref(`r.${column}`)} is not null and ${taken(column)}`.execute(
      db,
    )
  }
  const exists = failing(200, 'name', '学生已存在', '检查之后该学生已被登记，请重新检查这一行')
  await sql`
    update import_row r set ${exists}
    where ${rowsOf(of)} and r.outcome = ${back} and r.student_type = ${mainlandWithoutId} and exists (
      select from student s where s.org_id = ${of.orgId} and s.name = r.name and s.sex = r.sex
        and s.birth_date = r.birth_date and s.student_type = ${mainlandWithoutId} and s.class_id is not null)`.execute(
    db,
  )
}

/**
 * Everybody new in one statement, so that each class and stage is counted once, and in the order of their numbers, so
 * that two schools with the same children cannot deadlock. Rows whose student exists already are left out and
 * reported.
 */
export async function insertStudents(db: Tx, of: ImportRound) {
  await sql`
    insert into student (id, org_id, class_id, name, sex, birth_date, student_type, status, id_card_enc, id_card_hash,
      id_card_mask, passport_enc, passport_hash, passport_mask, student_no_enc, student_no_hash, student_no_mask,
      nation, native_place, parent_name, parent_phone_enc, parent_phone_mask)
    overriding system value
    select r.student_id, ${of.orgId}, r.class_id, r.name, r.sex, r.birth_date, r.student_type, r.status,
      r.id_card_enc, r.id_card_hash, r.id_card_mask, r.passport_enc, r.passport_hash, r.passport_mask,
      r.student_no_enc, r.student_no_hash, r.student_no_mask, r.nation, r.native_place, r.parent_name,
      r.parent_phone_enc, r.parent_phone_mask
    from import_row r where ${rowsOf(of)} and r.outcome = ${insert}
    order by r.id_card_hash, r.passport_hash, r.student_no_hash
    on conflict do nothing`.execute(db)
  const exists = (code: number, key: string, message: string) =>
    failing(code, key, message, '检查之后该学生已被登记，请重新检查这一行')
  for (const [condition, issue] of [
    [sql`r.student_type = ${mainland}`, exists(190, 'idCard', '身份证号已存在')],
    [sql`r.student_type <> ${mainland}`, exists(200, 'name', '学生已存在')],
  ]) {
    await sql`
      update import_row r set ${issue}
      where ${rowsOf(of)} and r.outcome = ${insert} and ${condition}
        and not exists (select from student s where s.id = r.student_id)`.execute(db)
  }
}

/** What the students were before, for taking it back. */
export async function saveBefore(db: Tx, of: ImportRound) {
  await sql`
    update import_row r set before = to_jsonb(s) || jsonb_build_object('last_screened_on',
      (select l.last_on from student_screened l where l.student_id = s.id))
    from student s
    where ${rowsOf(of)} and r.outcome in (${update}, ${back}) and s.id = r.student_id`.execute(db)
}

/** Enrolments of those who change classes end today; the grade is the one their class is in. */
export async function endMovedEnrolments(db: Tx, of: ImportRound, by: number | null, today: string) {
  await sql`
    update enrolment e set to_on = greatest(${today}::date, e.from_on), grade_id = c.grade_id, ended_by = ${by},
      updated_at = clock_timestamp()
    from import_row r, student s, class c
    where ${rowsOf(of)} and r.outcome = ${update} and s.id = r.student_id and s.class_id <> r.class_id
      and e.student_id = s.id and e.to_on is null and c.id = e.class_id`.execute(db)
}

/** Those who come into a class: new ones, those back at school, those from another class. */
export async function openArrivals(db: Tx, of: ImportRound, today: string) {
  await sql`
    insert into enrolment (student_id, org_id, class_id, from_on, created_at, updated_at)
    select r.student_id, ${of.orgId}, r.class_id, ${today}::date, clock_timestamp(), clock_timestamp()
    from import_row r
    where ${rowsOf(of)} and (r.outcome in (${insert}, ${back})
      or r.outcome = ${update} and (r.before ->> 'class_id')::bigint <> r.class_id)`.execute(db)
}

/** What a row leaves empty stays as it was. Who comes from another school has to be asked anew about the photo. */
export async function updateStudents(db: Tx, of: ImportRound) {
  // A number of another school's own means nothing here.
  const ownNumber = (column: string) =>
    sql`case when s.org_id = ${of.orgId} then ${sql.ref(`s.${column}`)} end`
  await sql`
    delete from student_face f using import_row r
    where ${rowsOf(of)} and r.outcome = ${back} and f.student_id = r.student_id`.execute(db)
  await sql`
    update student s set
      org_id = ${of.orgId}, class_id = r.class_id, left_as = null, left_on = null,
      name = coalesce(r.name, s.name), sex = coalesce(r.sex, s.sex), birth_date = coalesce(r.birth_date, s.birth_date),
      student_type = coalesce(r.student_type, s.student_type), status = coalesce(r.status, s.status),
      id_card_enc = coalesce(r.id_card_enc, s.id_card_enc), id_card_hash = coalesce(r.id_card_hash, s.id_card_hash),
      id_card_mask = coalesce(r.id_card_mask, s.id_card_mask),
      passport_enc = coalesce(r.passport_enc, s.passport_enc),
      passport_hash = coalesce(r.passport_hash, s.passport_hash),
      passport_mask = coalesce(r.passport_mask, s.passport_mask),
      student_no_enc = coalesce(r.student_no_enc, ${ownNumber('student_no_enc')}),
      student_no_hash = coalesce(r.student_no_hash, ${ownNumber('student_no_hash')}),
      student_no_mask = coalesce(r.student_no_mask, ${ownNumber('student_no_mask')}),
      nation = coalesce(r.nation, s.nation), native_place = coalesce(r.native_place, s.native_place),
      parent_name = coalesce(r.parent_name, s.parent_name),
      parent_phone_enc = coalesce(r.parent_phone_enc, s.parent_phone_enc),
      parent_phone_mask = coalesce(r.parent_phone_mask, s.parent_phone_mask),
      face_collected = case when r.outcome = ${back} then ${no} else s.face_collected end,
      face_consent = r.outcome <> ${back} and s.face_consent,
      version = s.version + 1, updated_at = now()
    from import_row r
    where ${rowsOf(of)} and r.outcome in (${update}, ${back}) and s.id = r.student_id`.execute(db)
}

/** Class division: nothing but the class. */
export async function moveImportedStudents(db: Tx, of: ImportRound) {
  await sql`
    update student s set class_id = r.class_id, version = s.version + 1, updated_at = now()
    from import_row r
    where ${rowsOf(of)} and r.outcome = ${update} and s.id = r.student_id`.execute(db)
}
