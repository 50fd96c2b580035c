// Freezing: the report is made now, numbered, and stored unchanged.

import { BizError, Refusal } from '#contract/core/error-codes.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { FROZEN_MEGABYTES_MAX, type FreezeAnswer } from '#contract/reports/frozen/frozen-schemas.ts'
import { timelessNotes } from '#contract/reports/frozen/report-changes.ts'
import { reportNoOf, seriesOf } from '#contract/reports/frozen/report-no.ts'
import type { Report } from '#contract/reports/report/report.ts'
import type { ReportRequest } from '#contract/reports/report/report-request.ts'
import { NO_COMPARED_PLAN } from '#contract/reports/report/report-schemas.ts'
import { findAreaPath } from '../../areas/area-queries.ts'
import { writeAudit } from '../../core/audit-queries.ts'
import { auditingRefusal } from '../../core/audit-refusal.ts'
import { tx, type UserCtx, type UserTxCtx } from '../../core/context.ts'
import { maySeeStudents } from '../../eyesight/figures/figure-suppression.ts'
import { selectOrg } from '../../orgs/org-queries.ts'
import { findReport } from '../find-report.ts'
import {
  findGradeId,
  findSameFrozen,
  hasBlindRecords,
  insertFrozen,
  lockSeries,
  type NewFrozen,
  selectFrozen,
  takeNextNo,
} from './frozen-queries.ts'
import { asOfWhole, frozenRowOf, rangeKindOf, readerOf, sha256Of } from './frozen-report.ts'

const ACTION = 'report.freeze'

/** The report is read outside, at one moment; number, report and audit entry stand or fall together. */
export const freezeReport = (ctx: UserCtx, request: ReportRequest): Promise<FreezeAnswer> =>
  auditingRefusal(ctx, ACTION, async () => {
    const report = asOfWhole(await findReport(ctx, request))
    const frozen = await frozenOf(ctx, request, report)
    return tx(ctx, async (ctx) => {
      const answer = await storeReport(ctx, frozen)
      await writeAudit(ctx, { action: ACTION, success: true, code: 200 })
      return answer
    })
  })

type Unnumbered = Omit<NewFrozen, 'reportNo'> & { series: string }

async function storeReport(ctx: UserTxCtx, { series, ...frozen }: Unnumbered): Promise<FreezeAnswer> {
  await lockSeries(ctx.db, series)
  const same = await findSameFrozen(ctx.db, frozen)
  const reportNo = same ?? reportNoOf(series, await takeNextNo(ctx.db, series))
  if (!same) await insertFrozen(ctx.db, { ...frozen, reportNo })
  const record = await selectFrozen(ctx.db, readerOf(ctx), reportNo)
  // Of a part of a unit only: those who see the whole would take it for the whole.
  if (!record) throw new BizError(700, '您只能看到该单位的一部分，不能冻结整个单位的报告')
  const { kind, planId, classId, sha256 } = frozen
  const detail = { report: kind, planId, ...(classId && { classId }), sha256, existed: same !== undefined }
  ctx.note({ objectType: 'frozenReport', objectId: reportNo, detail })
  return { ...frozenRowOf(ctx, record), existed: same !== undefined }
}

async function frozenOf(ctx: UserCtx, request: ReportRequest, report: Report): Promise<Unnumbered> {
  const { plan, lastPlan, kind } = report
  const { caller } = ctx
  const rangeKind = rangeKindOf(ctx)
  if (plan.status < PlanStatus.code.underWay) throw new Refusal('notInThisState', '计划开始后才能冻结报告')
  if (rangeKind === null || caller.org === null) throw new BizError(602)
  const place = await placeOf(ctx, report)
  const toldAll = maySeeStudents(ctx)
  if (toldAll && place.classId !== null) await requireNobodyWaiting(ctx, plan.planId, place.classId)
  const content = contentOf(report)
  return {
    series: seriesOf(kind, place.regionId ?? place.cityId ?? place.provinceId, plan.schoolYear),
    kind,
    title: report.title,
    unitName: report.unit.name,
    planId: plan.planId,
    planName: plan.planName,
    lastPlanId: lastPlan?.planId ?? null,
    ...place,
    request: JSON.stringify(wholeRequest(request, report)),
    content,
    sha256: sha256Of(content),
    figuresSha256: sha256Of(JSON.stringify(figuresOf(report))),
    toldAll,
    rangeKind,
    frozenBy: caller.userId,
    frozenByName: caller.realName,
    orgId: caller.org.id,
    orgName: caller.org.name,
  }
}

/**
 * The request with everything filled in that the caller left out: repeated by another reader it gives the same unit and the same compared
 * plan. A comparison and a custom report are no unit's own.
 */
function wholeRequest(request: ReportRequest, { kind, unit, plan, lastPlan }: Report): object {
  if (request.kind === 'contrast') {
    // Units name themselves; plans are compared at a unit that may have been left out.
    return request.query.unitIds ? request : { kind, query: { planIds: request.query.planIds, ...unit.key } }
  }
  if (request.kind === 'design') {
    const compared = lastPlan ? { comparison: 'plan', lastPlanId: lastPlan.planId } : { comparison: 'none' }
    const { lastPlanId: _named, season: _chosen, ...design } = request.query
    return { kind, query: { ...design, planId: plan.planId, ...compared, ...unit.key } }
  }
  return unit.level === kind
    ? { kind, query: { planId: plan.planId, lastPlanId: lastPlan?.planId ?? NO_COMPARED_PLAN, ...unit.key } }
    : request
}

/** Without what changes while the figures stay: when they were read, and how far the plans are. */
function figuresOf(report: Report): object {
  const { at: _at, plan, lastPlan, ...rest } = report
  const known = ({ status: _status, ...facts }: Report['plan']) => facts
  return { ...rest, plan: known(plan), lastPlan: lastPlan && known(lastPlan), notes: timelessNotes(report) }
}

function contentOf(report: Report): string {
  const content = JSON.stringify(report)
  if (Buffer.byteLength(content) > FROZEN_MEGABYTES_MAX * 1024 * 1024) {
    throw new BizError(700, `报告内容超过${FROZEN_MEGABYTES_MAX}MB，不能冻结`)
  }
  return content
}

type Located = Pick<NewFrozen, 'provinceId'> & {
  [Name in 'cityId' | 'regionId']: string | null
} & { [Name in 'schoolOrgId' | 'stage' | 'gradeNo' | 'gradeId' | 'classId']: number | null }

const NO_SCHOOL = { schoolOrgId: null, stage: null, gradeNo: null, gradeId: null, classId: null }

/** Where the unit lies: its own area, or that of its school. */
async function placeOf(ctx: UserCtx, { unit }: Report): Promise<Located> {
  const { areaId, orgId, prefix = null, gradeNo = null, classId = null } = unit.key
  if (areaId !== undefined) {
    const [provinceId, cityId = null, regionId = null] =
      (await findAreaPath(ctx.db, areaId))?.fullId.split('-') ?? []
    if (provinceId !== undefined) return { provinceId, cityId, regionId, ...NO_SCHOOL }
  }
  const org = orgId === undefined ? undefined : await selectOrg(ctx.db, orgId)
  if (!org) throw new BizError(700, '该报告没有固定的单位，不能冻结')
  const { id: schoolOrgId, provinceId, cityId, regionId } = org
  const inSchool = prefix !== null && gradeNo !== null
  const gradeId = inSchool ? await findGradeId(ctx.db, schoolOrgId, prefix, gradeNo) : null
  return { provinceId, cityId, regionId, schoolOrgId, stage: prefix, gradeNo, gradeId, classId }
}

async function requireNobodyWaiting(ctx: UserCtx, planId: number, classId: number): Promise<void> {
  if (await hasBlindRecords(ctx.db, { planId, classId }, ctx)) {
    throw new BizError(700, '本班有学生待复测，复测完成或任务结束后再冻结')
  }
}
