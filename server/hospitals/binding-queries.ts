import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { ApprovalStatus } from '#contract/core/codes.ts'
import type { BindingPageQuery } from '#contract/hospitals/schemas.ts'
import type { Db, Tx } from '../core/db/connect.ts'
import { paged, pageOf, totalCount } from '../core/db/paging.ts'
import { withinScope } from '../core/db/scope.ts'
import { likePattern } from '../core/db/text.ts'
import type { Scope } from '../core/scope.ts'

/** Of the schools an organisation serves the viewer sees those in range; the organisation itself sees all. */
export function servedWithin(scope: Scope, school: string): RawBuilder<SqlBool> {
  if (scope.kind === 'org') return sql<SqlBool>`true`
  return withinScope(scope, {
    province: `${school}.provinceId`,
    city: `${school}.cityId`,
    region: `${school}.regionId`,
    org: `${school}.id`,
  })
}

/** Schools that are or could be bound: those in range that were approved; for the organisation itself the bound ones. */
export async function selectBindings(db: Db, scope: Scope, query: z.output<typeof BindingPageQuery>) {
  let matching = db
    .selectFrom('org as s')
    .innerJoin('school', 'school.orgId', 's.id')
    .leftJoin('orgBinding as b', (join) =>
      join.onRef('b.schoolOrgId', '=', 's.id').on('b.orgId', '=', query.orgId),
    )
    .where(servedWithin(scope, 's'))
    .where((eb) => eb.or([eb('b.orgId', 'is not', null), eb('s.status', '=', ApprovalStatus.code.passed)]))
  if (scope.kind === 'org' || query.bound === '1') matching = matching.where('b.orgId', 'is not', null)
  if (query.bound === '0') matching = matching.where('b.orgId', 'is', null)
  if (query.keyword) matching = matching.where('s.name', 'like', likePattern(query.keyword))
  const counting = matching.select(totalCount.as('total'))
  const rows = matching
    .select(['s.id as schoolId', 's.name as schoolName', 's.provinceId', 's.cityId', 's.regionId'])
    .select('school.stages')
    .select(
      sql<number>`(select coalesce(sum(student_count), 0)::int from school_stage where org_id = s.id)`.as(
        'studentCount',
      ),
    )
    .select(sql<boolean>`b.org_id is not null`.as('bound'))
    .select(counting.as('total'))
    .orderBy(sql`b.org_id is not null`, 'desc')
    .orderBy('s.id')
  const list = await paged(rows, query).execute()
  return pageOf(query, list, () => counting.executeTakeFirstOrThrow())
}

/** How many of the ids are schools. */
export async function countSchools(db: Db, orgIds: number[]): Promise<number> {
  const { total } = await db
    .selectFrom('school')
    .select(totalCount.as('total'))
    .where('orgId', '=', sql<number>`any (${orgIds}::bigint[])`)
    .executeTakeFirstOrThrow()
  return total
}

export async function insertBindings(db: Tx, orgId: number, schoolIds: number[], boundBy: number) {
  const result = await db
    .insertInto('orgBinding')
    .values(schoolIds.map((schoolOrgId) => ({ orgId, schoolOrgId, boundBy })))
    .onConflict((conflict) => conflict.columns(['orgId', 'schoolOrgId']).doNothing())
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows ?? 0)
}

export async function deleteBindings(db: Tx, orgId: number, schoolIds: number[]) {
  const result = await db
    .deleteFrom('orgBinding')
    .where('orgId', '=', orgId)
    .where('schoolOrgId', '=', sql<number>`any (${schoolIds}::bigint[])`)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
