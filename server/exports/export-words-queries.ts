import { sql } from 'kysely'
import type { SchoolSystem } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { Db } from '../core/db/connect.ts'

export type NamedPlace = {
  planId?: number
  taskId?: number
  areaId?: string
  prefix?: number
  gradeNo?: number
  orgId?: number
  gradeId?: number
  classId?: number
  provinceId?: string
  cityId?: string
  regionId?: string
}
export type PlaceNames = {
  plan: string | null
  area: string | null
  school: string | null
  class: string | null
  stage: number | null
  gradeNo: number | null
  schoolSystem: CodeOf<typeof SchoolSystem> | null
  /** In China, by the database's clock: YYYY-MM-DD HH:MM:SS. */
  now: string
}

/** The names of what a filter names by id, and the time. */
export async function selectPlaceNames(db: Db, place: NamedPlace): Promise<PlaceNames> {
  const areaId = place.areaId ?? place.regionId ?? place.cityId ?? place.provinceId ?? null
  const { rows } = await sql<PlaceNames>`
    select (select name from plan where id = ${place.planId ?? null}) as plan,
      (select full_name from area where id = ${areaId}) as area,
      (select name from org where id = coalesce(${place.orgId ?? null}::bigint,
        (select school_org_id from task where id = ${place.taskId ?? null}))) as school,
      (select name from class where id = ${place.classId ?? null}) as class,
      grade.stage, grade.grade_no, school.school_system,
      to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as now
    from (select 1) one left join grade on grade.id = ${place.gradeId ?? null}
      left join school on school.org_id = grade.org_id`.execute(db)
  return rows[0] as PlaceNames
}
