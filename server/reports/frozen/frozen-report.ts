// Finding frozen reports: by number, in lists, compared with today's figures.
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { Page } from '#contract/core/envelope.ts'
import { BizError, Refusal } from '#contract/core/error-codes.ts'
import type { NameDisclosure } from '#contract/core/private-name.ts'
import type { FrozenChanges } from '#contract/reports/frozen/frozen-endpoints.ts'
import type {
  FrozenListQuery,
  FrozenQuery,
  FrozenRow,
  WithdrawReport,
} from '#contract/reports/frozen/frozen-schemas.ts'
import { differenceOf } from '#contract/reports/frozen/report-changes.ts'
import { Report } from '#contract/reports/report/report.ts'
import { REPORT_PERMISSION, ReportRequest } from '#contract/reports/report/report-request.ts'
import { writeAudit } from '../../core/audit-queries.ts'
import type { UserCtx, UserTxCtx } from '../../core/context.ts'
import type { Scope } from '../../core/scope.ts'
import { maySeeStudents, withoutStudents } from '../../eyesight/figures/figure-suppression.ts'
import { resolveUnit } from '../../eyesight/figures/unit.ts'
import { requirePlan, screeningScope } from '../../eyesight/plans/access.ts'
import { findReport } from '../find-report.ts'
import { withTextsInRange } from '../own-text/own-text-section.ts'
import { PART_NOTE } from '../report-notes.ts'
import { changesFor, withNamesFor } from '../roster-names.ts'
import {
  type FrozenContent,
  type FrozenReader,
  type FrozenRecord,
  hasBlindRecords,
  type RangeKind,
  selectFrozen,
  selectFrozenContent,
  selectFrozenPage,
  setWithdrawn,
} from './frozen-queries.ts'

type Numbered = z.output<typeof FrozenQuery>

const KINDS = Object.keys(REPORT_PERMISSION) as ReportRequest['kind'][]

export function readerOf(ctx: UserCtx): FrozenReader {
  const { permissions } = ctx.caller
  return {
    scope: ctx.scope,
    rangeKind: rangeKindOf(ctx),
    kinds: KINDS.filter((kind) => permissions.has(REPORT_PERMISSION[kind])),
    seesStudents: maySeeStudents(ctx),
  }
}

/** Screening organisations see parts of schools, so reports of whole schools are outside their range. */
export function rangeKindOf(ctx: UserCtx): RangeKind | null {
  const { scope } = ctx
  if (screeningScope(ctx).carriesOut !== null || scope.kind === 'nothing') return null
  return scope.kind === 'org' ? (scope.only?.by ?? 'org') : scope.kind
}

/** From the widest; a smaller number is above a greater one. */
const WIDTHS: readonly RangeKind[] = ['province', 'city', 'region', 'org', 'grade', 'class']

function mayWithdraw(ctx: UserCtx, { orgId, rangeKind }: FrozenRecord): boolean {
  const own = rangeKindOf(ctx)
  if (own === null || !ctx.caller.permissions.has('freezeReport')) return false
  return ctx.caller.orgId === orgId || WIDTHS.indexOf(own) < WIDTHS.indexOf(rangeKind as RangeKind)
}

export const frozenRowOf = (ctx: UserCtx, record: FrozenRecord): FrozenRow => ({
  reportNo: record.reportNo,
  kind: record.kind as FrozenRow['kind'],
  title: record.title,
  unitName: record.unitName,
  planId: record.planId,
  planName: record.planName,
  frozenAt: record.frozenAt.toISOString(),
  frozenBy: record.frozenByName,
  orgName: record.orgName,
  withdrawnAt: record.withdrawnAt?.toISOString() ?? null,
  withdrawnReason: record.withdrawnReason,
  mayWithdraw: record.withdrawnAt === null && mayWithdraw(ctx, record),
})

export async function listFrozen(ctx: UserCtx, query: FrozenListQuery): Promise<Page<FrozenRow>> {
  const found = await selectFrozenPage(ctx.db, readerOf(ctx), query)
  // What found something lies in the range; where nothing is found, something foreign may have been named.
  if (found.total === 0) await requireNamed(ctx, query)
  return { ...found, list: found.list.map((record) => frozenRowOf(ctx, record)) }
}

async function requireNamed(ctx: UserCtx, { planId, ...named }: FrozenListQuery): Promise<void> {
  if (planId !== undefined) await requirePlan(ctx, planId)
  await resolveUnit(ctx, { planId: planId ?? 0, ...named })
}

export async function findFrozen(ctx: UserCtx, { reportNo }: Numbered): Promise<Report> {
  return openedOf(await requireContent(ctx, reportNo))
}

export const openFrozen = async (
  ctx: UserTxCtx,
  { nameReason, ...query }: Numbered & z.output<typeof NameDisclosure>,
): Promise<Report> => withNamesFor(ctx, await findFrozen(ctx, query), nameReason)

const noteOpened = (ctx: UserCtx, { reportNo, kind, planId, classId }: FrozenContent) =>
  ctx.note({
    objectType: 'frozenReport',
    objectId: reportNo,
    detail: { report: kind, planId, ...(classId !== null && { classId }) },
  })

const WAITING = '本班有学生待复测，复测完成或任务结束后可以查看'

/** 650 where there is none, or it is outside the caller's range. */
async function requireContent(ctx: UserCtx, reportNo: string): Promise<FrozenContent> {
  const found = await selectFrozenContent(ctx.db, readerOf(ctx), reportNo)
  if (!found) throw new BizError(650, '没有找到该编号的报告，或不在您的查看范围内')
  noteOpened(ctx, found)
  const { planId, classId } = found
  const isBlind =
    found.toldAll && classId !== null && (await hasBlindRecords(ctx.db, { planId, classId }, ctx))
  if (isBlind) throw new BizError(700, WAITING)
  return found
}

export const sha256Of = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

const queryOf = ({ request }: FrozenContent) =>
  (request as { query: NonNullable<Report['frozen']>['query'] }).query

function openedOf(found: FrozenContent): Report {
  const { content, sha256, reportNo } = found
  if (sha256Of(content) !== sha256) throw new Error(`frozen report ${reportNo} is not what was frozen`)
  const { withdrawnAt, withdrawnByName, withdrawnReason } = found
  return {
    ...Report.parse(JSON.parse(content)),
    frozen: {
      reportNo,
      frozenAt: found.frozenAt.toISOString(),
      frozenBy: found.frozenByName,
      orgName: found.orgName,
      withdrawn: withdrawnAt && {
        at: withdrawnAt.toISOString(),
        by: withdrawnByName ?? '',
        reason: withdrawnReason ?? '',
      },
      query: queryOf(found),
    },
  }
}

/** Made anew for this reader; a report with suppressed cells is compared with one that is suppressed too. */
export async function findFrozenChanges(ctx: UserCtx, { reportNo }: Numbered): Promise<FrozenChanges> {
  const found = await requireContent(ctx, reportNo)
  const changes = await changesSince(ctx, found)
  noteOpened(ctx, found)
  await writeAudit(ctx, { action: 'report.compareFrozen', success: true, code: 200 })
  return changesFor(ctx, changes)
}

async function changesSince(ctx: UserCtx, found: FrozenContent): Promise<FrozenChanges> {
  const is = await madeAgain(found.toldAll ? ctx : asFrozenFor(ctx, found), found)
  if (typeof is === 'string') return { comparable: false, reason: is }
  const was = await withTextsInRange(ctx, openedOf(found))
  return { comparable: true, at: is.at, ...differenceOf(was, is) }
}

/** What is suppressed depends on the range of the reader: that of who froze it, where it is inside this one's. */
function asFrozenFor(ctx: UserCtx, found: FrozenContent): UserCtx {
  const { cityId, regionId, schoolOrgId } = found
  const own = rangeKindOf(ctx)
  const narrower: Partial<Record<string, Scope | null>> = {
    city: cityId === null ? null : { kind: 'city', cityId },
    region: regionId === null ? null : { kind: 'region', regionId },
    org: schoolOrgId === null ? null : { kind: 'org', orgId: schoolOrgId },
  }
  const isInside = own !== null && WIDTHS.indexOf(own) < WIDTHS.indexOf(found.rangeKind as RangeKind)
  return withoutStudents({ ...ctx, scope: (isInside && narrower[found.rangeKind]) || ctx.scope })
}

const GONE: Partial<Record<number, string>> = {
  616: '该单位已不存在或不在您的数据范围内，无法与最新数据比较。',
  650: '该计划或单位已不存在，无法与最新数据比较。',
  651: '该单位已不存在，无法与最新数据比较。',
}

/** Only whole units are frozen: that a teacher's whole class is a part of the school says nothing about it. */
export const asOfWhole = (report: Report): Report => ({
  ...report,
  notes: report.notes.filter((note) => note !== PART_NOTE),
})

/** The report as it would be today, or why there is none any more. */
async function madeAgain(ctx: UserCtx, { request }: FrozenContent): Promise<Report | string> {
  try {
    return asOfWhole(await findReport(ctx, ReportRequest.parse(request)))
  } catch (error) {
    const reason = error instanceof BizError ? GONE[error.code] : undefined
    if (reason === undefined) throw error
    return reason
  }
}

const FOREIGN = '只有冻结该报告的单位或其上级可以作废'

export async function withdrawReport(
  ctx: UserTxCtx,
  { reportNo, reason }: z.output<typeof WithdrawReport>,
): Promise<FrozenRow> {
  const reader = readerOf(ctx)
  const found = await selectFrozen(ctx.db, reader, reportNo)
  if (!found) throw new BizError(650)
  ctx.note({ objectType: 'frozenReport', objectId: reportNo, detail: { reason } })
  if (!mayWithdraw(ctx, found)) throw new BizError(700, FOREIGN)
  const { userId, realName } = ctx.caller
  if (!(await setWithdrawn(ctx.db, found.id, { userId, realName, reason }))) {
    throw new Refusal('notInThisState', '该报告已经作废')
  }
  const after = await selectFrozen(ctx.db, reader, reportNo)
  return frozenRowOf(ctx, after ?? found)
}
