import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../core/db/connect.ts'
import { inAreaOf, type Stage } from '../figure-queries.ts'
import type { AreaLevel } from '../unit.ts'

export type RefractionRow = {
  stage: Stage
  /** As in others of its area: junior highs of the five-four system begin with 0. */
  gradeNo: number
  age: number
  /** Of the right eye, thousandths of a dioptre. */
  se: number
  records: number
}

/** Valid records of an area by the equivalent of the right eye; those whose eyes were not measured are not among them. */
export async function selectRefraction(
  db: Db,
  { areaId }: { level: AreaLevel; areaId: string },
  planId: number,
): Promise<RefractionRow[]> {
  const { rows } = await sql<RefractionRow>`
    select stage, grade_no, age, se, records from refraction
    where plan_id = ${planId} and place_id = ${areaId}::bigint and records > 0`.execute(db)
  return rows
}

export type MeasuredEyes = {
  cityId: string | null
  regionId: string | null
  stage: Stage
  gradeNo: number
  rightEyes: number
  /** Thousandths of a dioptre. */
  rightSum: number
  leftEyes: number
  leftSum: number
}

/** Eyes measured in an area, by its smallest areas and by grade. */
export async function selectMeasuredEyes(
  db: Db,
  place: { level: AreaLevel; areaId: string },
  planId: number,
): Promise<MeasuredEyes[]> {
  const here: RawBuilder<SqlBool> = inAreaOf(place)
  const { rows } = await sql<MeasuredEyes>`
    select f.city_id, f.region_id, f.stage, f.grade_no, f.right_eyes, f.right_sum, f.left_eyes, f.left_sum
    from refraction_grade as f
    where f.plan_id = ${planId} and ${here} and (f.right_eyes > 0 or f.left_eyes > 0)`.execute(db)
  return rows
}
