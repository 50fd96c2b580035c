// Making, publishing, changing, closing and deleting a plan of assessment.
import type { z } from 'zod'
import { planFaults } from '#contract/assessment/plan-faults.ts'
import type {
  AssessPlanContent,
  ChangeAssessPlan,
  CloseAssessPlan,
  SaveAssessPlan,
} from '#contract/assessment/plan-schemas.ts'
import { AssessPlanStatus } from '#contract/assessment/statuses.ts'
import { BizError, Refusal } from '#contract/core/error-codes.ts'
import { MESSAGES } from '#contract/core/fields.ts'
import type { UserTxCtx } from '../../core/context.ts'
import { selectToday } from '../../core/db/today.ts'
import { requirePlan } from '../../eyesight/plans/access.ts'
import { sendMessage } from '../../messages/message.ts'
import { changedMeanwhile } from '../../orgs/org.ts'
import { type EventBy, insertAssessEvents } from '../event-queries.ts'
import { type AssessBody, objectsOf, requireBody } from './body.ts'
import { findCandidates, requireAssessPlan } from './plan.ts'
import {
  type AssessPlanRecord,
  deleteAssessPlanRow,
  deleteUntouched,
  insertApplications,
  insertAssessPlan,
  lockAssessPlan,
  markAssessPlan,
  type PlanFields,
  selectAssessed,
  selectUnits,
  updateAssessPlan,
} from './plan-queries.ts'
import { selectEarlierPlans } from './proposal-queries.ts'
import { harmlessChanges } from './published-changes.ts'
import { selectBodiesOfArea } from './unit-queries.ts'

const { draft, published, closed } = AssessPlanStatus.code

export const byWhom = ({ caller }: UserTxCtx): EventBy => ({
  userId: caller.userId,
  userName: caller.realName,
  orgName: caller.org?.name ?? null,
})

type Content = z.output<typeof AssessPlanContent>
const refused = (field: keyof Content, message: string) =>
  new BizError(700, message, [{ path: [field], message }])

export async function saveAssessPlan(ctx: UserTxCtx, input: z.output<typeof SaveAssessPlan>) {
  const { planId, version, clientKey, reason, ...content } = input
  ctx.note({ objectType: 'assessPlan', detail: { name: content.name, reason } })
  const body = requireBody(ctx)
  await assertContent(ctx, body, content, planId)
  if (planId !== undefined && content.lastPlanId === planId)
    throw refused('lastPlanId', '请选择另一个计划进行比较')
  if (planId === undefined) return addPlan(ctx, body, content, clientKey)
  ctx.note({ objectId: planId })
  const stored = await lockOwnPlan(ctx, planId, version)
  if (stored.status === closed) throw new Refusal('notInThisState', '计划已截止，不能再修改')
  if (stored.status === published) return changePublished(ctx, stored, content, reason)
  return { planId, version: await updateAssessPlan(ctx.db, planId, fieldsOf(content)) }
}

const fieldsOf = ({ orgIds, ...content }: Content): PlanFields => ({
  ...content,
  draftOrgIds: [...new Set(orgIds)],
})

async function addPlan(ctx: UserTxCtx, body: AssessBody, content: Content, clientKey: string) {
  const { orgId, provinceId, cityId, regionId } = body
  const { id, version } = await insertAssessPlan(ctx.db, {
    ...fieldsOf(content),
    ownerOrgId: orgId,
    provinceId,
    cityId,
    regionId,
    createdBy: ctx.caller.userId,
    clientKey,
  })
  ctx.note({ objectId: id })
  await insertAssessEvents(ctx.db, { planId: id, kind: 'created', ...byWhom(ctx) })
  return { planId: id, version }
}

/** Everything it points to is the body's to point to; what is not answers like everywhere. */
async function assertContent(
  ctx: UserTxCtx,
  body: AssessBody,
  content: Content,
  planId?: number,
): Promise<void> {
  const { object, startsOn, endsOn, screeningPlanId, lastPlanId, coOrgId, orgIds } = content
  if (endsOn < startsOn) throw refused('endsOn', MESSAGES.dateOrder[0])
  if (!objectsOf(body).includes(object)) throw refused('object', '本机构不能考核这类单位')
  const candidates = new Set((await findCandidates(ctx, body, object)).map(({ orgId }) => orgId))
  // Who takes part already stays, also where it has closed or moved since.
  const present = planId === undefined ? new Set<number>() : await selectAssessed(ctx.db, planId)
  if (orgIds.some((orgId) => !candidates.has(orgId) && !present.has(orgId))) throw new BizError(616)
  if (screeningPlanId !== null) await requirePlan(ctx, screeningPlanId)
  if (coOrgId !== null) {
    const bodies = await selectBodiesOfArea(ctx.db, body)
    if (!bodies.some(({ id }) => id === coOrgId)) throw new BizError(616)
  }
  if (lastPlanId !== null) {
    const earlier = await selectEarlierPlans(ctx.db, body.orgId)
    if (!earlier.some(({ planId }) => planId === lastPlanId)) throw new BizError(650)
  }
}

/** Of the own body, as the caller has seen it. */
export async function lockOwnPlan(
  ctx: UserTxCtx,
  planId: number,
  version: number,
): Promise<AssessPlanRecord> {
  const { ownerOrgId } = await requireAssessPlan(ctx, planId)
  if (ownerOrgId !== ctx.caller.orgId) throw new BizError(602)
  requireBody(ctx)
  const stored = await lockAssessPlan(ctx.db, planId)
  if (!stored) throw new BizError(650)
  if (stored.version !== version) throw changedMeanwhile()
  return stored
}

async function changePublished(
  ctx: UserTxCtx,
  stored: AssessPlanRecord,
  content: Content,
  reason: string | undefined,
) {
  const planId = stored.id
  const units = await selectUnits(ctx.db, planId)
  const changes = harmlessChanges(stored, units, content, await selectToday(ctx.db))
  if (changes.words.length === 0) return { planId, version: stored.version }
  if (reason === undefined) throw new BizError(700, '请写明修改已发布计划的原因')
  await insertApplications(ctx.db, planId, changes.added)
  if ((await deleteUntouched(ctx.db, planId, changes.removed)) < changes.removed.length)
    throw new Refusal('changedMeanwhile', '有单位已开始填报，不能移出，请刷新')
  const version = await updateAssessPlan(ctx.db, planId, { ...fieldsOf(content), draftOrgIds: [] })
  await insertAssessEvents(ctx.db, {
    planId,
    kind: 'changed',
    detail: { changes: changes.words, reason },
    ...byWhom(ctx),
  })
  const kept = units.map(({ orgId }) => orgId).filter((orgId) => !changes.removed.includes(orgId))
  await tellUnits(ctx, kept, {
    title: '考核计划有修改',
    body: `“${content.name}”已修改：${changes.words.join('；')}。原因：${reason}`,
  })
  await tellUnits(ctx, changes.added, invitation(content))
  return { planId, version }
}

const APPLICATIONS_PAGE = '/assessment/assess-list'
const invitation = ({ name, endsOn }: Pick<Content, 'name' | 'endsOn'>) => ({
  title: '请填报考核申报',
  body: `“${name}”已发布，请在${endsOn}前完成自评并提交。`,
})

export async function tellUnits(
  ctx: UserTxCtx,
  orgIds: readonly number[],
  text: { title: string; body: string },
): Promise<void> {
  if (orgIds.length === 0) return
  await sendMessage(ctx, { kind: 'assess', ...text, link: APPLICATIONS_PAGE }, { adminsOf: orgIds })
}

type Change = z.output<typeof ChangeAssessPlan>

export async function publishAssessPlan(ctx: UserTxCtx, { planId, version }: Change) {
  ctx.note({ objectType: 'assessPlan', objectId: planId })
  const stored = await lockOwnPlan(ctx, planId, version)
  if (stored.status !== draft) throw new Refusal('notInThisState', '计划已发布')
  const units = await selectUnits(ctx.db, planId)
  const [fault] = planFaults(stored, units.length)
  if (fault) throw new BizError(700, fault.message)
  if (stored.endsOn < (await selectToday(ctx.db)))
    throw refused('endsOn', '申报截止日期已过，请改为今天或以后')
  const orgIds = units.map(({ orgId }) => orgId)
  // What stood in the draft may have closed or moved since.
  await assertContent(ctx, requireBody(ctx), { ...stored, orgIds })
  await insertApplications(ctx.db, planId, orgIds)
  const next = await markAssessPlan(ctx.db, planId, 'publishedAt')
  await insertAssessEvents(ctx.db, {
    planId,
    kind: 'published',
    detail: { units: orgIds.length },
    ...byWhom(ctx),
  })
  await tellUnits(ctx, orgIds, invitation(stored))
  // What only the job counts is there for the first who looks, not after an hour.
  await ctx.enqueue(ctx.db, 'assess.close', {})
  return { version: next }
}

/** From this moment on nobody hands in; the figures are read by the job at once. */
export async function closeAssessPlan(
  ctx: UserTxCtx,
  { planId, version, reason }: z.output<typeof CloseAssessPlan>,
) {
  ctx.note({ objectType: 'assessPlan', objectId: planId, detail: { reason } })
  const stored = await lockOwnPlan(ctx, planId, version)
  if (stored.status !== published) throw new Refusal('notInThisState', '计划不在申报中')
  const next = await markAssessPlan(ctx.db, planId, 'closedAt')
  await insertAssessEvents(ctx.db, { planId, kind: 'closed', detail: { reason }, ...byWhom(ctx) })
  await ctx.enqueue(ctx.db, 'assess.close', {})
  return { version: next }
}

export async function deleteAssessPlan(ctx: UserTxCtx, { planId, version }: Change): Promise<null> {
  ctx.note({ objectType: 'assessPlan', objectId: planId })
  const stored = await lockOwnPlan(ctx, planId, version)
  if (stored.status !== draft) throw new Refusal('notInThisState', '已发布的计划不能删除')
  await deleteAssessPlanRow(ctx.db, planId)
  return null
}
