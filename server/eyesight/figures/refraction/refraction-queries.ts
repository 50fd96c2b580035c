import { sql } from 'kysely'
import type { CodeOf } from '#contract/core/enums.ts'
import type { Db } from '../../../core/db/connect.ts'
import type { Stage } from '../figure-queries.ts'
import type { AreaLevel } from '../unit.ts'
import type { MeasuredEye } from './eye.ts'

export type RefractionRow = {
  stage: Stage
  gradeNo: number
  age: number
  eye: CodeOf<typeof MeasuredEye>
  /** Thousandths of a dioptre. */
  se: number
  records: number
}

const AREA_COLUMNS: Record<AreaLevel, string> = {
  province: 'place.provinceId',
  city: 'place.cityId',
  region: 'place.regionId',
}

/** Valid records of an area by spherical equivalent; wearers of ortho-K whose eyes were not measured are not among them. */
export async function selectRefraction(
  db: Db,
  { level, areaId }: { level: AreaLevel; areaId: string },
  planId: number,
): Promise<RefractionRow[]> {
  const { rows } = await sql<RefractionRow>`
    select r.stage, r.grade_no, r.age, r.eye, r.se, sum(r.records)::int as records
    from plan_place as place join refraction as r on r.plan_id = place.plan_id and r.area_id = place.area_id
    where place.plan_id = ${planId} and ${sql.ref(AREA_COLUMNS[level])} = ${areaId}
    group by r.stage, r.grade_no, r.age, r.eye, r.se having sum(r.records) > 0`.execute(db)
  return rows
}
