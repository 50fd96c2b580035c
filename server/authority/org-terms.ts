import {
  type ChangeOrgTerms,
  type ExtendOrgs,
  ORG_TERM_FIELDS,
  type OrgTermChange,
  type OrgTermField,
  type OrgTerms,
  type OrgTermsQuery,
  type OrgTermsRow,
  VALID_YEARS_MAX,
} from '#contract/authority/org-terms.ts'
import type { Page } from '#contract/core/envelope.ts'
import { BizError } from '#contract/core/error-codes.ts'
import { revokeSessionsOfOrg } from '../account/session-list-queries.ts'
import { findAreaNames } from '../areas/area.ts'
import type { UserCtx, UserTxCtx } from '../core/context.ts'
import type { Db } from '../core/db/connect.ts'
import { selectToday } from '../core/db/today.ts'
import { assertAreaFilter } from '../orgs/area-filter.ts'
import { changedMeanwhile } from '../orgs/org.ts'
import { groupFits } from '../orgs/permission-group.ts'
import {
  type ChangeAuthor,
  countTermsDue,
  extendTerms,
  type GroupRecord,
  insertTermChange,
  lockOrgs,
  selectOrgTerms,
  selectPermissionGroups,
  selectTermChanges,
  selectTermsOf,
  type TermChanges,
  type TermsRecord,
  type TermsViewer,
  updateOrgTerms,
} from './org-terms-queries.ts'

const HISTORY_SHOWN = 50

const viewerOf = ({ scope, caller }: UserCtx): TermsViewer => ({ scope, body: caller.org })

export async function listOrgTerms(ctx: UserCtx, query: OrgTermsQuery): Promise<Page<OrgTermsRow>> {
  assertAreaFilter(ctx, query)
  const page = await selectOrgTerms(ctx.db, viewerOf(ctx), query)
  const areaNames = await findAreaNames(ctx)
  return { ...page, list: page.list.map((row) => present(row, areaNames)) }
}

/** How many organisations have to be renewed by the caller. */
export const findTermsDue = (ctx: UserCtx) => countTermsDue(ctx.db, viewerOf(ctx))

export async function findOrgTerms(ctx: UserCtx, { orgId }: { orgId: number }): Promise<OrgTerms> {
  const [org] = await requireLookedAfter(ctx, [orgId])
  const [areaNames, groups, history] = await Promise.all([
    findAreaNames(ctx),
    selectPermissionGroups(ctx.db),
    selectTermChanges(ctx.db, orgId, HISTORY_SHOWN),
  ])
  return {
    ...present(org, areaNames),
    superAdminLimit: org.ownSuperAdminLimit,
    adminLimit: org.ownAdminLimit,
    screenerLimit: org.ownScreenerLimit,
    groups: groups
      .filter(({ code }) => code === org.groupCode || groupFits(code, org))
      .map(({ id: _, code, name, ...limits }) => ({ groupCode: code, groupName: name, ...limits })),
    history: history.map(({ id, changedAt, changedByName, changedByOrg, reason, changes }) => ({
      changeId: id,
      changedAt: changedAt.toISOString(),
      changedBy: [changedByOrg, changedByName].filter(Boolean).join(' '),
      reason,
      changes: inWords(changes as TermChanges),
    })),
  }
}

function present(row: TermsRecord, areaNames: ReadonlyMap<string, string>): OrgTermsRow {
  return {
    ...row,
    areaName: areaNames.get(row.regionId ?? row.cityId ?? row.provinceId) ?? '',
    superAdmin: { used: row.superAdmins, limit: row.superAdminLimit },
    admin: { used: row.admins, limit: row.adminLimit },
    screener: { used: row.screeners, limit: row.screenerLimit },
  }
}

/** 616 for one that is outside the range, of another line of command, not approved or not there. */
async function requireLookedAfter(
  ctx: UserCtx,
  orgIds: readonly number[],
): Promise<[TermsRecord, ...TermsRecord[]]> {
  const [first, ...others] = await selectTermsOf(ctx.db, viewerOf(ctx), orgIds)
  if (!first || others.length + 1 < orgIds.length) throw new BizError(616)
  return [first, ...others]
}

/** What the form shows becomes true; what is so already is left alone, so that a repeated call changes nothing. */
export async function changeOrgTerms(ctx: UserTxCtx, input: ChangeOrgTerms) {
  const { orgId, reason } = input
  ctx.note({ objectType: 'org', objectId: orgId, detail: { reason } })
  await requireLookedAfter(ctx, [orgId])
  await lockOrgs(ctx.db, [orgId])
  // Read again: the transaction that held the lock before may have changed it.
  const [org] = await requireLookedAfter(ctx, [orgId])
  const group = await requireGroup(ctx.db, org, input.groupCode)
  const changes = changesOf(org, input, group)
  if (Object.keys(changes).length === 0) return { version: org.version }
  if (org.version !== input.version) throw changedMeanwhile()
  if (changes.expiresOn) await assertLastDay(ctx.db, input.expiresOn, 'expiresOn')
  assertRoom(org, input, group)
  const { expiresOn, superAdminLimit, adminLimit, screenerLimit, enabled } = input
  const limits = { superAdminLimit, adminLimit, screenerLimit }
  const terms = { expiresOn, ...limits, permissionGroupId: group?.id ?? null, enabled }
  const version = await updateOrgTerms(ctx.db, orgId, terms)
  await insertTermChange(ctx.db, orgId, authorOf(ctx), { reason, changes })
  if (org.enabled && !enabled) await revokeSessionsOfOrg(ctx.db, orgId)
  ctx.note({ detail: { reason, changes } })
  return { version }
}

/** All of them or none. */
export async function extendOrgs(ctx: UserTxCtx, { orgs, until, reason }: ExtendOrgs) {
  const versions = new Map(orgs.map(({ orgId, version }) => [orgId, version]))
  const orgIds = [...versions.keys()].sort((a, b) => a - b)
  ctx.note({ objectType: 'org', objectId: orgIds.join(','), detail: { until, reason } })
  await requireLookedAfter(ctx, orgIds)
  await lockOrgs(ctx.db, orgIds)
  const rows = await requireLookedAfter(ctx, orgIds)
  await assertLastDay(ctx.db, until, 'until')
  const changing = rows.filter(({ expiresOn }) => expiresOn !== until)
  if (changing.some(({ orgId, version }) => versions.get(orgId) !== version)) throw changedMeanwhile()
  const longer = changing.find(({ expiresOn }) => expiresOn !== null && expiresOn > until)
  if (longer) {
    const message = `“${longer.orgName}”的有效期已至 ${longer.expiresOn}，延长后的日期不能早于它`
    throw refusedField('until', message)
  }
  return { extended: await extendTerms(ctx.db, orgIds, authorOf(ctx), { until, reason }) }
}

/** Ending at once is what disabling is for; many years ahead is a mistyped year. */
export async function assertLastDay(db: Db, day: string, field: string) {
  const today = await selectToday(db)
  const last = `${Number(today.slice(0, 4)) + VALID_YEARS_MAX}${today.slice(4)}`
  if (day < today) throw refusedField(field, '有效期不能早于今天；要立即停止使用请停用机构')
  if (day > last) throw refusedField(field, `有效期最多 ${VALID_YEARS_MAX} 年，请核对年份`)
}

async function requireGroup(db: Db, org: TermsRecord, code: string | null): Promise<GroupRecord | null> {
  if (code === null) {
    // It never had one: everything else can be changed all the same.
    if (org.groupCode === null) return null
    throw new BizError(674)
  }
  const group = (await selectPermissionGroups(db)).find((each) => each.code === code)
  if (!group || (code !== org.groupCode && !groupFits(code, org))) throw new BizError(664)
  return group
}

function changesOf(org: TermsRecord, input: ChangeOrgTerms, group: GroupRecord | null): TermChanges {
  const pairs: Required<TermChanges> = {
    expiresOn: [org.expiresOn, input.expiresOn],
    superAdminLimit: [org.ownSuperAdminLimit, input.superAdminLimit],
    adminLimit: [org.ownAdminLimit, input.adminLimit],
    screenerLimit: [org.ownScreenerLimit, input.screenerLimit],
    groupCode: [org.groupName, group?.name ?? null],
    enabled: [org.enabled, input.enabled],
  }
  return Object.fromEntries(Object.entries(pairs).filter(([, [from, to]]) => from !== to))
}

/** No fewer places than accounts in use: 673 by a number of its own, 675–677 by the numbers of another group. */
function assertRoom(org: TermsRecord, input: ChangeOrgTerms, group: GroupRecord | null) {
  const lines = [
    { field: 'superAdminLimit', used: org.superAdmins, own: org.ownSuperAdminLimit, code: 675 },
    { field: 'adminLimit', used: org.admins, own: org.ownAdminLimit, code: 676 },
    { field: 'screenerLimit', used: org.screeners, own: org.ownScreenerLimit, code: 677 },
  ] as const
  for (const { field, used, own, code } of lines) {
    const entered = input[field]
    if (entered !== null && entered !== own && entered < used) {
      const message = `现有 ${used} 个账号在用，名额不能少于 ${used}`
      throw new BizError(673, message, [{ path: [field], message }])
    }
    const byGroup = entered === null && (own !== null || group?.code !== org.groupCode)
    if (byGroup && group && group[field] < used) throw new BizError(code)
  }
}

function authorOf({ caller }: UserCtx): ChangeAuthor {
  return { userId: caller.userId, name: caller.realName, orgName: caller.org?.name ?? null }
}

function inWords(changes: TermChanges): OrgTermChange['changes'] {
  const fields = Object.keys(ORG_TERM_FIELDS) as OrgTermField[]
  return fields.flatMap((field) => {
    const change = changes[field]
    return change ? [{ field, from: wordOf(field, change[0]), to: wordOf(field, change[1]) }] : []
  })
}

function wordOf(field: OrgTermField, value: string | number | boolean | null): string {
  if (field === 'enabled') return value ? '启用' : '停用'
  if (value !== null) return String(value)
  return field.endsWith('Limit') ? '按权限组' : '未设置'
}

const refusedField = (field: string, message: string) =>
  new BizError(700, message, [{ path: [field], message }])
