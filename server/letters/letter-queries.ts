import { type RawBuilder, sql } from 'kysely'
import { RecordState } from '#contract/eyesight/record-schemas.ts'
import { codeLiterals } from '../core/db/code-literals.ts'
import type { Db, Tx } from '../core/db/connect.ts'
import { type ScreeningScope, withinTaskClasses, withinTasks } from '../eyesight/plans/access-queries.ts'

const { valid } = codeLiterals(RecordState)

/** Of a record (as `r`) what a letter says: printed with another one it is out of date. */
export const LETTER_MARK: RawBuilder<string> = sql<string>`md5(concat_ws('|', r.state, r.glasses, r.checked_on,
  r.naked_right, '/', r.naked_left, '/', r.corrected_right, '/', r.corrected_left, '/', r.sphere_right, '/', r.sphere_left,
  '/', r.cylinder_right, '/', r.cylinder_left, '/', r.axis_right, '/', r.axis_left, '/', r.se_right, '/', r.se_left,
  r.poor_vision, r.poor_degree, r.myopia, r.myopia_degree, r.pre_myopia, r.high_risk, r.hyperopia, r.hyperopia_degree,
  r.astigmatism, r.astigmatism_degree, r.anisometropia, r.refractive_error, r.reserve_short, r.correction, r.referral,
  r.category))`

export type LetterRow = {
  id: number
  recordId: number
  ticketEnc: Buffer
  printedMark: string | null
  mark: string
}

export type NewLetter = { recordId: number; studentId: number; ticketHash: Buffer; ticketEnc: Buffer }

/** One for each record: where there is one already it stays as it is. */
export async function insertLetters(db: Db, letters: readonly NewLetter[]): Promise<void> {
  const given = letters.map(({ recordId, studentId, ticketHash, ticketEnc }) => ({
    recordId,
    studentId,
    hash: ticketHash.toString('hex'),
    sealed: ticketEnc.toString('hex'),
  }))
  await sql`
    insert into letter (record_id, student_id, ticket_hash, ticket_enc)
    select "recordId", "studentId", decode(hash, 'hex'), decode(sealed, 'hex')
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as given("recordId" bigint, "studentId" bigint, hash text, sealed text)
    on conflict (record_id) where withdrawn_at is null do nothing`.execute(db)
}

/** Of records that were found inside the caller's range. */
export async function selectLetters(db: Db, recordIds: readonly number[]): Promise<LetterRow[]> {
  const { rows } = await sql<LetterRow>`
    select letter.id, letter.record_id, letter.ticket_enc, letter.printed_mark, ${LETTER_MARK} as mark
    from letter join screening_record as r on r.id = letter.record_id
    where letter.record_id = any (${[...recordIds]}::bigint[]) and letter.withdrawn_at is null`.execute(db)
  return rows
}

export type Printed = {
  letterId: number
  /** Of the record as it was drawn. */
  version: number
  templateId: number | null
  sample: string | null
}

/** A record that was changed after it was drawn gets no mark of its own: its letter counts as out of date. */
export async function markPrinted(db: Tx, userId: number, printed: readonly Printed[]): Promise<void> {
  await sql`
    update letter set printed_at = now(), printed_by = ${userId}, prints = prints + 1,
      template_id = given."templateId", sample = given.sample,
      printed_mark = case when r.version = given.version then ${LETTER_MARK} else '' end
    from jsonb_to_recordset(${JSON.stringify(printed)}::jsonb)
        as given("letterId" bigint, version int, "templateId" bigint, sample text), screening_record as r
    where letter.id = given."letterId" and r.id = letter.record_id`.execute(db)
}

export type PastReading = {
  studentId: number
  schoolYear: number | null
  season: number | null
  checkedOn: string
  nakedRight: number | null
  nakedLeft: number | null
  seRight: number | null
  seLeft: number | null
}

/** Valid results of these children up to a day each, the oldest first; who carries out tasks has no others than these. */
export async function selectPast(
  db: Db,
  who: ScreeningScope,
  children: readonly { studentId: number; until: string }[],
): Promise<PastReading[]> {
  const sight = who.carriesOut === null ? sql`true` : withinTaskClasses(who)
  const { rows } = await sql<PastReading>`
    select r.student_id, plan.school_year, plan.season, r.checked_on, r.naked_right, r.naked_left, r.se_right, r.se_left
    from jsonb_to_recordset(${JSON.stringify(children)}::jsonb) as given("studentId" bigint, until date)
      join screening_record as r on r.student_id = given."studentId" and r.checked_on <= given.until
      join plan on plan.id = r.plan_id join task on task.id = r.task_id
      join task_class on task_class.task_id = r.task_id and task_class.class_id = r.class_id
    where r.state = ${valid} and ${sight}
    order by r.student_id, r.checked_on, r.id`.execute(db)
  return rows
}

export async function selectPlanName(db: Db, planId: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from plan where id = ${planId}`.execute(db)
  return rows[0]?.name ?? ''
}

/** The newest record with a referral in the caller's range, with the class to read it from. */
export async function selectPreviewClass(db: Db, who: ScreeningScope) {
  const { rows } = await sql<{ planId: number; planName: string; classId: number; recordId: number }>`
    select plan.id as plan_id, plan.name as plan_name, r.class_id, r.id as record_id
    from (select task.* from task where ${withinTasks(who)} order by task.plan_id desc, task.id limit 20) as task
      join plan on plan.id = task.plan_id
      join task_class on task_class.task_id = task.id
      join screening_record as r on r.task_id = task_class.task_id and r.class_id = task_class.class_id
    where r.state = ${valid} and r.checked_on is not null
    order by plan.id desc, r.referral desc, r.id limit 1`.execute(db)
  return rows[0]
}
