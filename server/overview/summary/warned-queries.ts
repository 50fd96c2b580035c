import { sql } from 'kysely'
import { WarningScope } from '#contract/warning/rules.ts'
import type { WarningStatusCode } from '#contract/warning/warning-schemas.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db } from '../../core/db/connect.ts'
import { withinPlace } from '../../warning/warning-queries.ts'
import type { AreaPlace } from '../progress-queries.ts'

const { student } = codeLiterals(WarningScope)

export type WarnedRow = {
  areaId: string | null
  /** Of a school directly in the area. */
  orgId: number | null
  status: WarningStatusCode
  warned: number
}

/** Children with a warning that counts, by the place right below an area. */
export async function selectWarnedBelow(db: Db, place: AreaPlace, planId: number): Promise<WarnedRow[]> {
  // Where a school lies in no such area there is an empty text.
  const below =
    place.level === 'province'
      ? sql`nullif(w.city_id, '')`
      : place.level === 'city'
        ? sql`nullif(w.region_id, '')`
        : sql`null::text`
  const { rows } = await sql<WarnedRow>`
    select ${below} as area_id, case when ${below} is null then w.school_org_id end as org_id, w.status,
      sum(w.warnings)::int as warned
    from warning_tally as w
    where w.plan_id = ${planId} and w.scope = ${student} and ${withinPlace(place)}
    group by 1, 2, 3 having sum(w.warnings) > 0`.execute(db)
  return rows
}
