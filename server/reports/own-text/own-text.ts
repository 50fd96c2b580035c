// Reading and writing the texts of the caller's organisation for the report of an area, a school, a grade or a class.
import { BizError, Refusal } from '#contract/core/error-codes.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import {
  hasOwnText,
  NO_TEXTS,
  OWN_TEXT_PART_NAMES,
  type OwnText,
  type OwnTextQuery,
  type OwnTexts,
  type SaveOwnText,
} from '#contract/reports/own-text/own-text.ts'
import { REPORT_PERMISSION } from '#contract/reports/report/report-request.ts'
import type { UserCtx, UserTxCtx } from '../../core/context.ts'
import { type Place, resolveUnit } from '../../eyesight/figures/unit.ts'
import { requirePlan, screeningScope } from '../../eyesight/plans/access.ts'
import type { PlanRecord } from '../../eyesight/plans/access-queries.ts'
import { type StoredText, saveText, seesWhole, selectOwnText, type TextPlace } from './own-text-queries.ts'

/** A class is one of its school, in whatever grade it is in the plan; a range has none: null. */
export function textPlaceOf(planId: number, place: Place): TextPlace | null {
  const of = { planId, areaId: null, schoolOrgId: null, stage: null, gradeNo: null, classId: null }
  if (place.level === 'range') return null
  if ('areaId' in place) return { ...of, areaId: place.areaId }
  const { orgId: schoolOrgId } = place
  if (place.level === 'class') return { ...of, schoolOrgId, classId: place.classId }
  if (place.level === 'school') return { ...of, schoolOrgId }
  return { ...of, schoolOrgId, stage: place.stage, gradeNo: place.gradeNo }
}

/** Those who carry out screenings write about none of the schools. */
function requireWriter(ctx: UserCtx): { orgId: number } {
  const { caller } = ctx
  if (screeningScope(ctx).carriesOut !== null || caller.org === null) throw new BizError(602)
  return { orgId: caller.org.id }
}

/** Teachers and grade heads write about what they see all of: the own classes, and grades that have no others. */
async function requireWhole({ db, scope }: UserCtx, level: Place['level'], place: TextPlace): Promise<void> {
  if (scope.kind !== 'org' || !scope.only || level === 'class') return
  if (level !== 'grade' || !(await seesWhole(db, scope, place))) throw new BizError(602)
}

/** The report meant, in the caller's range, of a kind that the caller may read. */
async function requirePlace(
  ctx: UserCtx,
  query: OwnTextQuery,
): Promise<{ plan: PlanRecord; place: TextPlace; unit: object }> {
  const plan = await requirePlan(ctx, query.planId)
  const { place, unit } = await resolveUnit(ctx, query)
  const text = textPlaceOf(plan.id, place)
  if (text === null || !hasOwnText(place.level)) {
    throw new BizError(650, '请选择一个区域、学校、年级或班级')
  }
  if (!ctx.caller.permissions.has(REPORT_PERMISSION[place.level])) throw new BizError(602)
  await requireWhole(ctx, place.level, text)
  return { plan, place: text, unit: unit.key }
}

const present = (stored: StoredText | undefined): OwnText =>
  stored
    ? {
        work: stored.work,
        problems: stored.problems,
        next: stored.next,
        revision: stored.revision,
        savedBy: stored.savedByName,
        savedAt: stored.savedAt.toISOString(),
      }
    : { ...NO_TEXTS, revision: 0, savedBy: null, savedAt: null }

export async function findOwnText(ctx: UserCtx, query: OwnTextQuery): Promise<OwnText> {
  const { orgId } = requireWriter(ctx)
  const { place } = await requirePlace(ctx, query)
  return present(await selectOwnText(ctx.db, orgId, place))
}

const changedParts = (was: OwnTexts, is: OwnTexts) =>
  OWN_TEXT_PART_NAMES.filter((part) => was[part] !== is[part])

export async function saveOwnText(
  ctx: UserTxCtx,
  { work, problems, next, revision, ...query }: SaveOwnText,
): Promise<OwnText> {
  ctx.note({ objectType: 'plan', objectId: query.planId })
  const { orgId } = requireWriter(ctx)
  const { plan, place, unit } = await requirePlace(ctx, query)
  if (plan.status < PlanStatus.code.underWay)
    throw new Refusal('notInThisState', '计划开始后才能填写报告文字')
  const texts = { work, problems, next }
  const stored = await selectOwnText(ctx.db, orgId, place, true)
  const changed = changedParts(stored ?? NO_TEXTS, texts)
  const lengths = Object.fromEntries(changed.map((part) => [part, texts[part].length]))
  ctx.note({ detail: { unit, changed: lengths } })
  // Sent twice, or as it is already: nothing to do.
  if (changed.length === 0) return present(stored)
  const { userId, realName } = ctx.caller
  const saved = await saveText(ctx.db, place, { orgId, userId, realName, texts, revision })
  if (!saved || (stored === undefined && revision > 0)) throw changedMeanwhile()
  return present(saved)
}

const changedMeanwhile = () =>
  new Refusal('changedMeanwhile', '本机构的其他人刚刚修改了这段文字，请核对后再保存，您填写的内容仍在')
