import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { OrgTermField, OrgTermsQuery } from '#contract/authority/org-terms.ts'
import { ApprovalStatus, OrgType } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { govLevelOf, type OrgInLine, typesLookedAfter } from '#contract/orgs/looks-after.ts'
import { ORG_SOON_DAYS, OrgTermState } from '#contract/orgs/terms.ts'
import { codeLiterals } from '../core/db/code-literals.ts'
import type { Db, Tx } from '../core/db/connect.ts'
import { paged, pageOf, totalCount } from '../core/db/paging.ts'
import { ORG_COLUMNS, withinScope } from '../core/db/scope.ts'
import { likePattern } from '../core/db/text.ts'
import { TODAY } from '../core/db/today.ts'
import type { Scope } from '../core/scope.ts'
import { inArea } from '../orgs/org-queries.ts'
import { QUOTA_COLUMNS } from './account-queries.ts'

const { government } = codeLiterals(OrgType)
const { passed } = codeLiterals(ApprovalStatus)
const { valid, soon, expired, unset, disabled } = OrgTermState.code

const soonOver = sql`org.expires_on <= ${TODAY} + ${ORG_SOON_DAYS}::int`

export const termState = sql<CodeOf<typeof OrgTermState>>`case
  when not org.enabled then ${disabled}
  when org.expires_on is null then ${unset}
  when org.expires_on < ${TODAY} then ${expired}
  when ${soonOver} then ${soon}
  else ${valid} end`

/** Who asks: the range, and the body whose line of command counts. */
export type TermsViewer = { scope: Scope; body: OrgInLine | null }

/** `looksAfter` of the contract as a condition on `org`. */
export function lookedAfterBy(body: OrgInLine | null): RawBuilder<SqlBool> {
  if (body?.orgType !== OrgType.code.government) return sql<SqlBool>`false`
  const level = sql`case when org.region_id is not null then 3 when org.city_id is not null then 2 else 1 end`
  return sql<SqlBool>`(org.org_type = any (${[...typesLookedAfter(body)]}::smallint[])
    or (org.org_type = ${government} and org.property = ${body.property} and ${level} > ${govLevelOf(body)}))`
}

/** Approved organisations that the body looks after; those that wait are a matter of approval. */
function orgsLookedAfter(db: Db, { scope, body }: TermsViewer) {
  return db
    .selectFrom('org')
    .leftJoin('permissionGroup as g', 'g.id', 'org.permissionGroupId')
    .where('org.status', '=', passed)
    .where(withinScope(scope, ORG_COLUMNS))
    .where(lookedAfterBy(body))
}

function termColumns(query: ReturnType<typeof orgsLookedAfter>) {
  return query.select([
    'org.id as orgId',
    'org.name as orgName',
    'org.orgType',
    'org.property as orgProperty',
    'org.provinceId',
    'org.cityId',
    'org.regionId',
    'org.expiresOn',
    sql<number | null>`org.expires_on - ${TODAY}`.as('remainingDays'),
    termState.as('state'),
    'org.enabled',
    'org.version',
    'org.superAdminLimit as ownSuperAdminLimit',
    'org.adminLimit as ownAdminLimit',
    'org.screenerLimit as ownScreenerLimit',
    'g.code as groupCode',
    'g.name as groupName',
    ...QUOTA_COLUMNS,
  ])
}

export async function selectOrgTerms(db: Db, viewer: TermsViewer, query: OrgTermsQuery) {
  let matching = orgsLookedAfter(db, viewer).where(inArea(query))
  if (query.orgType !== undefined) matching = matching.where('org.orgType', '=', query.orgType)
  if (query.keyword) matching = matching.where('org.name', 'like', likePattern(query.keyword))
  if (query.state !== undefined) matching = matching.where(termState, '=', query.state)
  const counting = matching.select(totalCount.as('total'))
  const rows = termColumns(matching)
    .select(counting.as('total'))
    // What is over or soon over first; who was disabled waits for nothing.
    .orderBy('org.enabled', 'desc')
    .orderBy(sql`org.expires_on nulls first`)
    .orderBy('org.id')
  const list = await paged(rows, query).execute()
  return pageOf(query, list, () => counting.executeTakeFirstOrThrow())
}

export function selectTermsOf(db: Db, viewer: TermsViewer, orgIds: readonly number[]) {
  return termColumns(orgsLookedAfter(db, viewer))
    .where('org.id', '=', sql<number>`any (${[...orgIds]}::bigint[])`)
    .orderBy('org.id')
    .execute()
}
export type TermsRecord = Awaited<ReturnType<typeof selectTermsOf>>[number]

/** Accounts of these are not counted by anybody else meanwhile. */
export async function lockOrgs(db: Tx, orgIds: readonly number[]) {
  await sql`select id from org where id = any (${[...orgIds]}::bigint[]) order by id for no key update`.execute(
    db,
  )
}

/** Organisations that need somebody now: over (or without a last day), and soon over. */
export async function countTermsDue(db: Db, viewer: TermsViewer) {
  return orgsLookedAfter(db, viewer)
    .where('org.enabled', '=', true)
    .where(sql<SqlBool>`(org.expires_on is null or ${soonOver})`)
    .select([
      sql<number>`count(*) filter (where ${termState} = ${soon})::int`.as('soon'),
      sql<number>`count(*) filter (where ${termState} <> ${soon})::int`.as('over'),
    ])
    .executeTakeFirstOrThrow()
}

export function selectPermissionGroups(db: Db) {
  return db
    .selectFrom('permissionGroup')
    .select(['id', 'code', 'name', 'superAdminLimit', 'adminLimit', 'screenerLimit'])
    .orderBy('id')
    .execute()
}
export type GroupRecord = Awaited<ReturnType<typeof selectPermissionGroups>>[number]

export type NewTerms = {
  expiresOn: string
  superAdminLimit: number | null
  adminLimit: number | null
  screenerLimit: number | null
  permissionGroupId: number | null
  enabled: boolean
}

export async function updateOrgTerms(db: Tx, orgId: number, terms: NewTerms): Promise<number> {
  const { version } = await db
    .updateTable('org')
    .set({ ...terms, version: sql<number>`version + 1`, updatedAt: sql<Date>`now()` })
    .where('id', '=', orgId)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** By field: what it was, what it became. Of a group its name, as it was called then. */
export type TermChanges = Partial<Record<OrgTermField, [from: TermValue, to: TermValue]>>
type TermValue = string | number | boolean | null

/** Who is on record for a change, as they are called then; without a user it was a command. */
export type ChangeAuthor = { userId: number | null; name: string; orgName: string | null }

export async function insertTermChange(
  db: Tx,
  orgId: number,
  author: ChangeAuthor,
  { reason, changes }: { reason: string; changes: TermChanges },
) {
  await db
    .insertInto('orgTermChange')
    .values({
      orgId,
      changedBy: author.userId,
      changedByName: author.name,
      changedByOrg: author.orgName,
      reason,
      changes: JSON.stringify(changes),
    })
    .execute()
}

/** Another last day for all of them, each with its line on record; those that have it already are left alone. */
export async function extendTerms(
  db: Tx,
  orgIds: readonly number[],
  author: ChangeAuthor,
  { until, reason }: { until: string; reason: string },
): Promise<number> {
  const { rows } = await sql`
    with changed as (
      select id, expires_on from org
      where id = any (${[...orgIds]}::bigint[]) and expires_on is distinct from ${until}::date
    ), noted as (
      insert into org_term_change (org_id, changed_by, changed_by_name, changed_by_org, reason, changes)
      select id, ${author.userId}::bigint, ${author.name}, ${author.orgName}::text, ${reason},
        jsonb_build_object('expiresOn', jsonb_build_array(expires_on, ${until}::text))
      from changed order by id
    )
    update org set expires_on = ${until}::date, version = version + 1, updated_at = now()
    from changed where changed.id = org.id returning org.id`.execute(db)
  return rows.length
}

export function selectTermChanges(db: Db, orgId: number, limit: number) {
  return db
    .selectFrom('orgTermChange')
    .select(['id', 'changedAt', 'changedByName', 'changedByOrg', 'reason', 'changes'])
    .where('orgId', '=', orgId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
