import type { z } from 'zod'
import { OrgType, SchoolStage } from '#contract/core/codes.ts'
import type { Page } from '#contract/core/envelope.ts'
import { BizError } from '#contract/core/error-codes.ts'
import { maskPhone } from '#contract/core/mask.ts'
import type { PermissionName } from '#contract/core/permissions.ts'
import type {
  AddSchool,
  SchoolFilter,
  SchoolPageQuery,
  SchoolSearchQuery,
  SchoolStatistics,
} from '#contract/schools/schemas.ts'
import { addOrg } from '../approvals/add-org.ts'
import { findAreaNames } from '../areas/area.ts'
import type { Ctx, UserCtx, UserTxCtx } from '../core/context.ts'
import { assertAreaFilter } from '../orgs/area-filter.ts'
import { assertMonitoringCode, requireOrgs, schoolFieldsOf } from '../orgs/org.ts'
import { upsertSchool } from '../orgs/org-queries.ts'
import { lockRosters } from './roster-queries.ts'
import {
  deleteOrgRows,
  type OrgUse,
  searchSchools,
  selectOrgCities,
  selectOrgUse,
  selectSchools,
  selectStageTotals,
} from './school-queries.ts'

type Place = { regionId: string | null; cityId: string | null; provinceId: string }

export async function listSchools(ctx: UserCtx, query: SchoolPageQuery) {
  assertAreaFilter(ctx, query)
  const page = await selectSchools(ctx.db, ctx.scope, query)
  const names = await findAreaNames(ctx)
  return {
    ...page,
    list: page.list.map((row) => ({
      ...row,
      areaName: areaNameOf(row, names),
      contactPhone: row.contactPhoneEnc && maskPhone(ctx.secrets.decrypt(row.contactPhoneEnc)),
    })),
  }
}

const areaNameOf = (place: Place, names: ReadonlyMap<string, string>): string =>
  names.get(place.regionId ?? place.cityId ?? place.provinceId) ?? ''

export async function findStatistics(
  ctx: UserCtx,
  filter: z.output<typeof SchoolFilter>,
): Promise<SchoolStatistics> {
  assertAreaFilter(ctx, filter)
  const { stage } = filter
  const rows = await selectStageTotals(ctx.db, ctx.scope, filter)
  const counted = rows.flatMap((row) =>
    row.stage !== null && (stage === undefined || row.stage === stage) ? [{ ...row, stage: row.stage }] : [],
  )
  const sum = (key: 'classes' | 'students' | 'males') => counted.reduce((total, row) => total + row[key], 0)
  const students = sum('students')
  const males = sum('males')
  return {
    schools: rows[0]?.allSchools ?? 0,
    classes: sum('classes'),
    students,
    males,
    females: students - males,
    byStage: counted.map((row) => ({ ...row, stageName: SchoolStage.label(row.stage) })),
  }
}

export const listOrgCities = (ctx: UserCtx, { orgType }: { orgType?: number }) =>
  selectOrgCities(ctx.db, ctx.scope, orgType)

export async function findSchools(ctx: UserCtx, query: z.output<typeof SchoolSearchQuery>) {
  if (query.id) assertAreaFilter(ctx, areaFilterOf(query.id))
  return withAreaNames(ctx, await searchSchools(ctx.db, ctx.scope, query))
}

export async function withAreaNames<Row extends Place>(ctx: Ctx, page: Page<Row>) {
  const names = await findAreaNames(ctx)
  return { ...page, list: page.list.map((row) => ({ ...row, areaName: areaNameOf(row, names) })) }
}

/** A bare id says by its zeros what it is (spec §1). */
function areaFilterOf(id: string) {
  if (id.endsWith('0000')) return { provinceId: id }
  return id.endsWith('00') ? { cityId: id } : { regionId: id }
}

export async function addSchool(ctx: UserTxCtx, input: AddSchool) {
  const added = await addOrg(ctx, input, { orgType: OrgType.code.school, property: input.orgProperty })
  await assertMonitoringCode(ctx, input, input)
  await upsertSchool(ctx.db, added.orgId, schoolFieldsOf(input))
  return added
}

const DELETE_NEEDS: Record<number, PermissionName> = {
  [OrgType.code.school]: 'schoolDelete',
  [OrgType.code.hospital]: 'hospitalEdit',
  [OrgType.code.social]: 'socialOrgEdit',
}

/** Only what holds no data: a school that ever had a student is history and stays. All of them or none. */
export async function deleteOrgs(ctx: UserTxCtx, input: { orgIds: number[] }) {
  const orgIds = [...new Set(input.orgIds)].sort((a, b) => a - b)
  ctx.note({ objectType: 'org', objectId: orgIds.join(','), detail: { count: orgIds.length } })
  for (const { id, orgType } of await requireOrgs(ctx, orgIds)) {
    const permission = DELETE_NEEDS[orgType]
    if (!permission || !ctx.caller.permissions.has(permission)) throw new BizError(602)
    if (ctx.caller.orgId === id) throw new BizError(700, '不能删除自己所在的机构')
  }
  // Nobody is entered while it is looked for who would be lost.
  await lockRosters(ctx.db, orgIds, 'update')
  for (const use of await selectOrgUse(ctx.db, orgIds)) assertUnused(use)
  return { deleted: await deleteOrgRows(ctx.db, orgIds) }
}

function assertUnused({ name, students, past, runningPlan, tasks }: OrgUse) {
  if (runningPlan) throw new BizError(700, `“${name}”在筛查计划“${runningPlan}”中有进行中的任务，不能删除`)
  if (students > 0) throw new BizError(700, `“${name}”还有${students}名学生（含已离校）的档案，不能删除`)
  if (past > 0) throw new BizError(700, `“${name}”有历史学生记录，不能删除`)
  if (tasks > 0) throw new BizError(700, `“${name}”有筛查任务记录，不能删除`)
}
