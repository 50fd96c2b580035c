import { sql } from 'kysely'
import { RecordState } from '#contract/eyesight/record-schemas.ts'
import type { AxialGrowth, ReasonReading } from '#contract/warning/reason-words.ts'
import type { IndicatorName } from '#contract/warning/rules.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db } from '../../core/db/connect.ts'
import { withinTaskClasses } from '../../eyesight/plans/access-queries.ts'
import { isBlind } from '../../eyesight/retests/blind-queries.ts'
import type { WarningViewer } from '../warning-queries.ts'

const { valid } = codeLiterals(RecordState)
const AXIAL_GROWTH: IndicatorName = 'axialGrowth'

export type ReadingOfRecord = ReasonReading & { recordId: number }

/**
 * The screenings that warnings in sight speak of: of who carries out tasks only those of its tasks, and of nobody those
 * that are to be examined once more.
 */
export async function selectReasonReadings(
  db: Db,
  { who, viewer }: WarningViewer,
  recordIds: readonly number[],
): Promise<ReadingOfRecord[]> {
  const own = who.carriesOut === null ? sql`true` : withinTaskClasses(who)
  const { rows } = await sql<ReadingOfRecord>`
    select r.id as record_id, r.checked_on as "on", task_class.stage, r.age, r.glasses, r.naked_right, r.naked_left,
      r.corrected_right, r.corrected_left, r.sphere_right, r.sphere_left, r.cylinder_right, r.cylinder_left, r.myopia,
      r.myopia_degree = 3 as high_myopia, r.anisometropia
    from screening_record as r join task on task.id = r.task_id join plan on plan.id = r.plan_id
      join task_class on task_class.task_id = r.task_id and task_class.class_id = r.class_id
    where r.id = any (${[...recordIds]}::bigint[]) and r.state = ${valid} and r.checked_on is not null and ${own}
      and not ${isBlind(viewer)}`.execute(db)
  return rows
}

/** Two screenings of a child, and the eye that is compared. */
export type Pair = { warningId: number; recordId: number; fromId: number; eye: 1 | 2 }
export type RateOfWarning = { warningId: number; rate: number }

/** How fast an eye changed between two screenings, in the way in which 近视进展快 is found. */
export async function selectProgressionRates(db: Db, pairs: readonly Pair[]): Promise<RateOfWarning[]> {
  const column = (name: keyof Pair) => pairs.map((pair) => pair[name])
  const { rows } = await sql<RateOfWarning>`
    select given.warning_id, round(progression_per_year(case given.eye when 1 then y.se_right - r.se_right
      else y.se_left - r.se_left end, r.checked_on - y.checked_on), 4)::float8 as rate
    from unnest(${column('warningId')}::bigint[], ${column('recordId')}::bigint[], ${column('fromId')}::bigint[],
        ${column('eye')}::int[]) as given (warning_id, record_id, from_id, eye)
      join screening_record as r on r.id = given.record_id
      join screening_record as y on y.id = given.from_id and y.checked_on < r.checked_on`.execute(db)
  return rows
}

export type GrowthOfWarning = AxialGrowth & { warningId: number }

/** How the eyes of children grew whose warning speaks of it; of those who left the school nobody learns it by the warning. */
export async function selectAxialGrowth(db: Db, warningIds: readonly number[]): Promise<GrowthOfWarning[]> {
  const { rows } = await sql<GrowthOfWarning>`
    select w.id as warning_id, g.eye, round(g.rate, 4)::float8 as rate, g.margin, g.from_length as "from",
      g.to_length as "to", g.from_on, g.to_on
    from warning as w join student on student.id = w.student_id and student.org_id = w.school_org_id
      cross join lateral axial_growth(array[w.student_id]) as g
    where w.id = any (${[...warningIds]}::bigint[]) and ${AXIAL_GROWTH} = any (w.indicators)`.execute(db)
  return rows
}
