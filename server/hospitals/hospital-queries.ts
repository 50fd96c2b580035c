import { sql } from 'kysely'
import type { HospitalPageQuery } from '#contract/hospitals/schemas.ts'
import { TaskStatus } from '#contract/plans/statuses.ts'
import { codeLiterals } from '../core/db/code-literals.ts'
import type { Db } from '../core/db/connect.ts'
import { paged, pageOf, totalCount } from '../core/db/paging.ts'
import { ORG_COLUMNS, withinScope } from '../core/db/scope.ts'
import { likePattern } from '../core/db/text.ts'
import type { Scope } from '../core/scope.ts'
import { servedWithin } from './binding-queries.ts'

const { completed } = codeLiterals(TaskStatus)

type HospitalQuery = HospitalPageQuery & Required<Pick<HospitalPageQuery, 'orgType'>>

function hospitalsMatching(db: Db, scope: Scope, query: HospitalQuery) {
  let matching = db
    .selectFrom('org')
    .leftJoin('hospital', 'hospital.orgId', 'org.id')
    .where('org.orgType', '=', query.orgType)
    .where(withinScope(scope, ORG_COLUMNS))
  if (query.provinceId) matching = matching.where('org.provinceId', '=', query.provinceId)
  if (query.cityId) matching = matching.where('org.cityId', '=', query.cityId)
  if (query.regionId) matching = matching.where('org.regionId', '=', query.regionId)
  const { hospitalType, hospitalLevel, ownership, status } = query
  if (hospitalType !== undefined) matching = matching.where('hospital.hospitalType', '=', hospitalType)
  if (hospitalLevel !== undefined) matching = matching.where('hospital.hospitalLevel', '=', hospitalLevel)
  if (ownership !== undefined) matching = matching.where('hospital.ownership', '=', ownership)
  if (status !== undefined) matching = matching.where('org.status', '=', status)
  if (query.keyword) matching = matching.where('org.name', 'like', likePattern(query.keyword))
  return matching
}

export async function selectHospitals(db: Db, scope: Scope, query: HospitalQuery) {
  const matching = hospitalsMatching(db, scope, query)
  const counting = matching.select(totalCount.as('total'))
  const rows = matching
    .select(['org.id as orgId', 'org.name as orgName', 'org.orgType', 'org.property as orgProperty'])
    .select(['org.provinceId', 'org.cityId', 'org.regionId', 'org.contactName', 'org.contactPhoneEnc'])
    .select(['org.status', 'org.expiresOn', 'org.enabled', 'org.version'])
    .select(['hospital.hospitalType', 'hospital.hospitalLevel', 'hospital.ownership'])
    .select(
      sql<number>`(select count(*)::int from org_binding b join org s on s.id = b.school_org_id
        where b.org_id = org.id and ${servedWithin(scope, 's')})`.as('schoolCount'),
    )
    .select(
      sql<number>`(select count(*)::int from task where task.org_id = org.id and task.status = ${completed})`.as(
        'tasksDone',
      ),
    )
    .select(counting.as('total'))
    .orderBy('org.id')
  const list = await paged(rows, query).execute()
  return pageOf(query, list, () => counting.executeTakeFirstOrThrow())
}
