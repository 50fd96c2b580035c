import { type Selectable, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { type ApprovalStatus, OrgType } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { OrgListQuery } from '#contract/orgs/schemas.ts'
import { codeLiterals } from '../core/db/code-literals.ts'
import type { Db } from '../core/db/connect.ts'
import { type AccountLine, withinLine } from '../core/db/line-of-command.ts'
import { paged, pageOf, totalCount } from '../core/db/paging.ts'
import type { Schema } from '../core/db/schema.ts'
import { ORG_COLUMNS, withinScope } from '../core/db/scope.ts'
import { likePattern } from '../core/db/text.ts'
import type { AreaIds, Scope } from '../core/scope.ts'

const { government } = codeLiterals(OrgType)

/** Rows of organisations that stand in the area named, as far as it is named. */
export function inArea(area: { provinceId?: string; cityId?: string; regionId?: string }) {
  const { provinceId, cityId, regionId } = area
  if (regionId) return sql<SqlBool>`org.region_id = ${regionId}`
  if (cityId) return sql<SqlBool>`org.city_id = ${cityId}`
  return provinceId ? sql<SqlBool>`org.province_id = ${provinceId}` : sql<SqlBool>`true`
}

const areaName = sql<string>`(select full_name from area
  where area.id = coalesce(org.region_id, org.city_id, org.province_id))`

export async function selectOrgs(
  db: Db,
  scope: Scope,
  query: z.output<typeof OrgListQuery>,
  line?: AccountLine,
) {
  let matching = db.selectFrom('org').where(withinScope(scope, ORG_COLUMNS))
  if (line) matching = matching.where(withinLine(line))
  if (query.orgType !== undefined) matching = matching.where('orgType', '=', query.orgType)
  if (query.keyword) matching = matching.where('name', 'like', likePattern(query.keyword))
  const counting = matching.select(totalCount.as('total'))
  const rows = matching
    .select(['id as orgId', 'name as orgName', 'orgType', 'property as orgProperty', 'status'])
    .select(areaName.as('areaName'))
    .select(counting.as('total'))
    .orderBy(sql`org_type = ${government}`, 'desc')
    .orderBy('orgType')
    .orderBy('id')
  const list = await paged(rows, query).execute()
  return pageOf(query, list, () => counting.executeTakeFirstOrThrow())
}

/** One organisation with what its type adds; nothing about who asks. */
export function selectOrg(db: Db, orgId: number) {
  return db
    .selectFrom('org')
    .leftJoin('school', 'school.orgId', 'org.id')
    .leftJoin('hospital', 'hospital.orgId', 'org.id')
    .selectAll('org')
    .select(['stages', 'schoolSystem', 'schoolType', 'schoolLevel', 'cityProperty', 'areaGrade'])
    .select('monitoringCode')
    .select(['hospitalType', 'hospitalLevel', 'ownership'])
    .select(areaName.as('areaName'))
    .where('org.id', '=', orgId)
    .executeTakeFirst()
}
export type OrgRecord = NonNullable<Awaited<ReturnType<typeof selectOrg>>>

/** Where organisations stand and what they are; for checking many at once. */
export function selectOrgPlaces(db: Db, orgIds: number[]) {
  return db
    .selectFrom('org')
    .where('id', 'in', orgIds)
    .select(['id', 'name', 'orgType', 'status', 'provinceId', 'cityId', 'regionId'])
    .orderBy('id')
    .execute()
}

export type OrgChange = {
  orgName: string
  address: string
  contactName: string
  contactPhoneEnc: Buffer
}

/** False when somebody else saved in between. */
export async function updateOrg(db: Db, orgId: number, version: number, change: OrgChange): Promise<boolean> {
  const { orgName, ...rest } = change
  const result = await db
    .updateTable('org')
    .set({ name: orgName, ...rest, version: sql<number>`version + 1`, updatedAt: sql<Date>`now()` })
    .where('id', '=', orgId)
    .where('version', '=', version)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export type SchoolFields = Omit<Selectable<Schema['school']>, 'orgId'>
export async function upsertSchool(db: Db, orgId: number, fields: SchoolFields) {
  await db
    .insertInto('school')
    .values({ orgId, ...fields })
    .onConflict((conflict) => conflict.column('orgId').doUpdateSet(fields))
    .execute()
}

export async function lockSchool(db: Db, orgId: number) {
  await sql`select 1 from school where org_id = ${orgId} for update`.execute(db)
}

/** One at a time in an area: two schools that take the same code at once do not both get it. */
export async function lockMonitoringCodes(db: Db, areaId: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended('monitoring:' || ${areaId}, 0))`.execute(db)
}

export async function isMonitoringCodeTaken(db: Db, area: AreaIds, code: string, exceptOrgId?: number) {
  const row = await db
    .selectFrom('school')
    .innerJoin('org', 'org.id', 'school.orgId')
    .select('org.id')
    .where('school.monitoringCode', '=', code)
    .where('org.provinceId', '=', area.provinceId)
    .where(sql<boolean>`org.city_id is not distinct from ${area.cityId ?? null}`)
    .where(sql<boolean>`org.region_id is not distinct from ${area.regionId ?? null}`)
    .where('org.id', '<>', exceptOrgId ?? 0)
    .executeTakeFirst()
  return row !== undefined
}

/** Stages that have open classes, and the system they are counted in. */
export async function selectStagesInUse(db: Db, orgId: number) {
  const rows = await db
    .selectFrom('school')
    .leftJoin('class', (join) =>
      join.onRef('class.orgId', '=', 'school.orgId').on('class.closedOn', 'is', null),
    )
    .where('school.orgId', '=', orgId)
    .select(['class.stage', 'school.schoolSystem', 'school.monitoringCode'])
    .distinct()
    .execute()
  return {
    stages: rows.flatMap(({ stage }) => (stage === null ? [] : [stage])),
    schoolSystem: rows[0]?.schoolSystem,
    monitoringCode: rows[0]?.monitoringCode ?? null,
  }
}

/** A school about which nothing is known yet but that it is one. */
export async function insertSchool(db: Db, orgId: number) {
  await db.insertInto('school').values({ orgId }).execute()
}

export type HospitalFields = Omit<Selectable<Schema['hospital']>, 'orgId'>
export async function upsertHospital(db: Db, orgId: number, fields: HospitalFields) {
  await db
    .insertInto('hospital')
    .values({ orgId, ...fields })
    .onConflict((conflict) => conflict.column('orgId').doUpdateSet(fields))
    .execute()
}

export async function isOrgNameTaken(
  db: Db,
  area: AreaIds,
  name: string,
  exceptOrgId?: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('org')
    .select('id')
    .where('provinceId', '=', area.provinceId)
    .where(sql<boolean>`city_id is not distinct from ${area.cityId ?? null}`)
    .where(sql<boolean>`region_id is not distinct from ${area.regionId ?? null}`)
    .where('name', '=', name)
    .where('id', '<>', exceptOrgId ?? 0)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertOrg(
  db: Db,
  org: AreaIds & {
    name: string
    orgType: Schema['org']['orgType']
    property: Schema['org']['property']
    address: string
    contactName: string
    contactPhoneEnc: Buffer
    status: CodeOf<typeof ApprovalStatus>
    expiresOn: string | null
    permissionGroupCode: string
  },
): Promise<number> {
  const { permissionGroupCode, ...columns } = org
  const { id } = await db
    .insertInto('org')
    .values({
      ...columns,
      cityId: org.cityId ?? null,
      regionId: org.regionId ?? null,
      permissionGroupId: sql<number>`(select id from permission_group where code = ${permissionGroupCode})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
