import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { ScreeningFilter } from '#contract/exports/screening-filter.ts'
import type { ScreeningRow } from '#contract/exports/screening-row.ts'
import type { PlanItems } from '#contract/eyesight/plan-schemas.ts'
import { RecordState } from '#contract/eyesight/record-schemas.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db } from '../../core/db/connect.ts'
import { formerOf, KNOWN_BIRTH_DATE, KNOWN_NAME, knownSeal, knownText } from '../../core/db/known-student.ts'
import { type ScreeningScope, withinRecords, withinTaskClasses } from '../../eyesight/plans/access-queries.ts'
import type { ConcludedRow } from '../../eyesight/records/record-row.ts'
import { type BlindViewer, isBlind } from '../../eyesight/retests/blind-queries.ts'
import { FigureLevel } from '../../plans/figure-level.ts'
import type { ExportSchool, StoredNumber } from './export-source.ts'
import type { ClassPart } from './place-batches.ts'

const { notScreened } = codeLiterals(RecordState)

export type ScreeningAsked = {
  who: ScreeningScope
  filter: z.output<typeof ScreeningFilter>
  stages: readonly number[]
  /** All who are listed, or those with a result. */
  counter: 'expected' | 'screened'
}

/** The classes (as `task` and `task_class`) that are asked for, inside the caller's range whatever is named. */
function askedClasses({ who, filter, stages }: ScreeningAsked): RawBuilder<SqlBool> {
  const { planId, taskId, areaId, orgId, prefix, gradeNo, classId, stage } = filter
  const conditions = [
    sql`task.plan_id = ${planId}`,
    withinTaskClasses(who),
    sql`task_class.stage = any (${[...stages]}::smallint[])`,
    taskId !== undefined && sql`task.id = ${taskId}`,
    areaId !== undefined && sql`${areaId} in (task.province_id, task.city_id, task.region_id)`,
    orgId !== undefined && sql`task.school_org_id = ${orgId}`,
    prefix !== undefined && sql`task_class.stage = ${prefix}`,
    gradeNo !== undefined && sql`task_class.grade_no = ${gradeNo}`,
    classId !== undefined && sql`task_class.class_id = ${classId}`,
    stage !== undefined && sql`task_class.stage = ${stage}`,
  ].filter((condition) => condition !== false)
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

const ORDER = sql`task.school_org_id, task_class.stage, task_class.grade_no, task_class.class_no, task_class.class_id`

/** Classes with their counters; a class is screened once in a plan. */
const countedClasses = (asked: ScreeningAsked) => sql`
  task join task_class on task_class.task_id = task.id
    join figure as f on f.plan_id = task.plan_id and f.level = ${FigureLevel.code.class} and f.place_id = task_class.class_id
      and f.stage = task_class.stage and f.grade_no = task_class.grade_no
  where ${askedClasses(asked)}`

const counted = ({ counter }: ScreeningAsked) => sql`coalesce(sum(${sql.ref(`f.${counter}`)}), 0)::int`

/** The classes somebody of whom goes into the file, in the order in which they are written. */
export async function selectScreeningPlaces(db: Db, asked: ScreeningAsked): Promise<ClassPart[]> {
  const { rows } = await sql<ClassPart>`
    select task_class.class_id, task.school_org_id as org_id, ${counted(asked)} as rows
    from ${countedClasses(asked)}
    group by ${ORDER} having ${counted(asked)} > 0
    order by ${ORDER}`.execute(db)
  return rows
}

export async function selectScreeningSchools(db: Db, asked: ScreeningAsked): Promise<ExportSchool[]> {
  const { rows } = await sql<ExportSchool>`
    select org.id as org_id, org.name, area.full_name as area_name
    from (select task.school_org_id from ${countedClasses(asked)} group by task.school_org_id
      having ${counted(asked)} > 0) as asked
      join org on org.id = asked.school_org_id
      join area on area.id = coalesce(org.region_id, org.city_id, org.province_id)
    order by org.id`.execute(db)
  return rows
}

/** How many of each stage. */
export async function countScreeningStages(db: Db, asked: ScreeningAsked) {
  const { rows } = await sql<{ stage: ScreeningRow['stage']; students: number }>`
    select task_class.stage, ${counted(asked)} as students from ${countedClasses(asked)}
    group by task_class.stage having ${counted(asked)} > 0 order by task_class.stage`.execute(db)
  return rows
}

export async function countScreening(db: Db, asked: ScreeningAsked): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select ${counted(asked)} as n from ${countedClasses(asked)}`.execute(db)
  return rows[0]?.n ?? 0
}

type Numbers = 'studentNo' | 'idCard' | 'passport'
export type ScreeningExportRow = ConcludedRow &
  Omit<ScreeningRow, Numbers | 'fields' | 'judgement'> &
  Record<Numbers, StoredNumber> & {
    id: number
    version: number
    studentId: number
    classId: number
    planId: number
    planName: string
    executorName: string
    items: PlanItems
  }

const MASKED = sql`${knownText('studentNoMask')} as student_no, ${knownText('idCardMask')} as id_card,
  ${knownText('passportMask')} as passport`
const SEALED = sql`${knownSeal('studentNoEnc')} as student_no, ${knownSeal('idCardEnc')} as id_card,
  ${knownSeal('passportEnc')} as passport`

type Read = { viewer: BlindViewer; personal: boolean }

async function selectRowsWhere(db: Db, where: RawBuilder<SqlBool>, { viewer, personal }: Read) {
  const { rows } = await sql<ScreeningExportRow>`
    select r.*, task.province_id, task.city_id, task.region_id, org.name as school_name, executor.name as executor_name, school.school_system,
      school.area_grade, school.city_property, school.monitoring_code, n.number as monitoring_no, task_class.stage, task_class.grade_no, task_class.class_name,
      task_class.class_no, ${KNOWN_NAME} as student_name, ${KNOWN_BIRTH_DATE} as birth_date,
      ${knownText('nation')} as nation,
      ${personal ? SEALED : MASKED}, plan.name as plan_name, plan.items, ${isBlind(viewer)} as blind,
      (select full_name from area
        where area.id = coalesce(task.region_id, task.city_id, task.province_id)) as area_name
    from task join task_class on task_class.task_id = task.id
      join screening_record as r on r.task_id = task_class.task_id and r.class_id = task_class.class_id
      join plan on plan.id = task.plan_id join student on student.id = r.student_id
      join org on org.id = task.school_org_id join org as executor on executor.id = task.org_id join school on school.org_id = task.school_org_id
      left join ${formerOf('task.schoolOrgId')}
      left join monitoring_number as n on n.record_id = r.id and n.stage = task_class.stage
        and n.grade_no = task_class.grade_no
    where ${where}
    order by ${ORDER}, student.id`.execute(db)
  return rows
}

/** One batch: range and filter hold here too, whatever classes are named. */
export const selectScreeningRows = (
  db: Db,
  asked: ScreeningAsked,
  classIds: readonly number[],
  options: Read,
): Promise<ScreeningExportRow[]> =>
  selectRowsWhere(
    db,
    sql<SqlBool>`${askedClasses(asked)} and task_class.class_id = any (${[...classIds]}::bigint[])
      and ${asked.counter === 'screened' ? sql`r.state <> ${notScreened}` : sql`true`}`,
    options,
  )

/** The rows of these children among those that are asked for. */
export const selectChosenRows = (
  db: Db,
  asked: ScreeningAsked,
  studentIds: readonly number[],
  options: Read,
): Promise<ScreeningExportRow[]> =>
  selectRowsWhere(
    db,
    sql<SqlBool>`${askedClasses(asked)} and r.student_id = any (${[...studentIds]}::bigint[])`,
    options,
  )

/** The last result of each of these children in the caller's range, of whatever plan. */
export const selectLatestRows = (
  db: Db,
  who: ScreeningScope,
  studentIds: readonly number[],
  options: Read,
): Promise<ScreeningExportRow[]> =>
  selectRowsWhere(
    db,
    sql<SqlBool>`r.id in (
      select distinct on (r.student_id) r.id
      from screening_record as r join task on task.id = r.task_id join plan on plan.id = r.plan_id
        join task_class on task_class.task_id = r.task_id and task_class.class_id = r.class_id
        join student on student.id = r.student_id
      where r.student_id = any (${[...studentIds]}::bigint[]) and r.state <> ${notScreened} and ${withinRecords(who)}
      order by r.student_id, coalesce(r.checked_on, plan.starts_on) desc, r.id desc)`,
    options,
  )
