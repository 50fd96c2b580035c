import { sql } from 'kysely'
import type { ExportFilter } from '#contract/exports/catalogue.ts'
import type { Db } from '../../core/db/connect.ts'
import { totalCount } from '../../core/db/paging.ts'
import type { Scope } from '../../core/scope.ts'
import { schoolFields, schoolsMatching } from '../../schools/school-queries.ts'

type Filter = ExportFilter<'schools'>

const SCHOOLS_AT_ONCE = 500

export async function countExportedSchools(db: Db, scope: Scope, filter: Filter): Promise<number> {
  const { total } = await schoolsMatching(db, scope, filter)
    .select(totalCount.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** The next ones after an id. */
export function selectSchoolRows(db: Db, scope: Scope, filter: Filter, after: number) {
  return schoolFields(schoolsMatching(db, scope, filter), scope)
    .select(
      sql<string | null>`(select full_name from area
        where area.id = coalesce(org.region_id, org.city_id, org.province_id))`.as('areaName'),
    )
    .where('org.id', '>', after)
    .orderBy('org.id')
    .limit(SCHOOLS_AT_ONCE)
    .execute()
}
export type SchoolExportRow = Awaited<ReturnType<typeof selectSchoolRows>>[number]
