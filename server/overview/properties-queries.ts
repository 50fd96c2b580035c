import { sql } from 'kysely'
import type { Db } from '../core/db/connect.ts'
import { FigureLevel } from '../plans/figure-level.ts'

export type PropertyRow = {
  provinceId: string
  cityId: string | null
  regionId: string | null
  /** Null where it is not registered. */
  cityProperty: number | null
  stage: number
  rated: number
  myopia: number
}

/** A province by district, by city property of the school and by stage. */
export async function selectProperties(db: Db, provinceId: string, planId: number): Promise<PropertyRow[]> {
  const { rows } = await sql<PropertyRow>`
    select f.province_id, f.city_id, f.region_id, school.city_property, f.stage, sum(f.rated)::int as rated,
      sum(f.myopia)::int as myopia
    from figure as f left join school on school.org_id = f.place_id
    where f.plan_id = ${planId} and f.level = ${FigureLevel.code.school} and f.province_id = ${provinceId}
    group by 1, 2, 3, 4, 5 having sum(f.rated) > 0`.execute(db)
  return rows
}
