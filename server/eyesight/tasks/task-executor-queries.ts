import { sql } from 'kysely'
import { ApprovalStatus, RoleType } from '#contract/core/codes.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db } from '../../core/db/connect.ts'

const { passed } = codeLiterals(ApprovalStatus)

/** Approved organisations bound to schools. */
export async function selectBound(db: Db, schoolOrgIds: readonly number[]) {
  const { rows } = await sql<{ schoolOrgId: number; orgIds: number[] }>`
    select b.school_org_id, array_agg(b.org_id::int order by b.org_id) as org_ids
    from org_binding as b join org on org.id = b.org_id
    where b.school_org_id = any (${[...schoolOrgIds]}::bigint[]) and org.status = ${passed}
    group by b.school_org_id`.execute(db)
  return new Map(rows.map(({ schoolOrgId, orgIds }) => [schoolOrgId, orgIds]))
}

/** Who does the work in organisations: administrators and screeners. */
export async function selectCrew(db: Db, orgIds: readonly number[]): Promise<number[]> {
  const { admin, screener } = RoleType.code
  const { rows } = await sql<{
    id: number
  }>`select id from app_user where org_id = any (${[...orgIds]}::bigint[])
    and role_type in (${admin}, ${screener}) and enabled order by id`.execute(db)
  return rows.map(({ id }) => id)
}
