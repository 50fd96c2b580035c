import { sql } from 'kysely'
import { ApprovalStatus } from '#contract/core/codes.ts'
import { termState } from './authority/org-terms-queries.ts'
import { codeLiterals } from './core/db/code-literals.ts'
import type { Db } from './core/db/connect.ts'
import { totalCount } from './core/db/paging.ts'
import { likePattern } from './core/db/text.ts'

const { passed } = codeLiterals(ApprovalStatus)

/** Today and the same day years from now, by the database's calendar. */
export async function findDays(db: Db, years: number): Promise<{ today: string; later: string }> {
  const today = sql`(now() at time zone 'Asia/Shanghai')::date`
  return db
    .selectNoFrom([
      sql<string>`to_char(${today}, 'YYYY-MM-DD')`.as('today'),
      sql<string>`to_char(${today} + ${years} * interval '1 year', 'YYYY-MM-DD')`.as('later'),
    ])
    .executeTakeFirstOrThrow()
}

/** Every approved organisation; a command has no range. */
function approvedOrgs(db: Db) {
  return db
    .selectFrom('org')
    .innerJoin('area', (join) =>
      join.on('area.id', '=', sql<string>`coalesce(org.region_id, org.city_id, org.province_id)`),
    )
    .where('org.status', '=', passed)
}

function listed(query: ReturnType<typeof approvedOrgs>) {
  return query
    .select(['org.id', 'org.name', 'area.fullName as areaName', 'org.expiresOn', termState.as('state')])
    .orderBy(sql`org.expires_on nulls first`)
    .orderBy('org.id')
}
export type ListedOrg = Awaited<ReturnType<typeof selectOrgByIdOrName>>[number]

export async function selectOrgsByExpiry(db: Db, keyword: string, limit: number) {
  const matching = approvedOrgs(db).where('org.name', 'like', likePattern(keyword))
  const { total } = await matching.select(totalCount.as('total')).executeTakeFirstOrThrow()
  return { total, list: await listed(matching).limit(limit).execute() }
}

/** By its number or its whole name; a name can stand in several places. */
export function selectOrgByIdOrName(db: Db, text: string) {
  const matching = approvedOrgs(db).where((eb) =>
    eb.or([eb('org.name', '=', text), ...(/^\d{1,15}$/.test(text) ? [eb('org.id', '=', Number(text))] : [])]),
  )
  return listed(matching).execute()
}
