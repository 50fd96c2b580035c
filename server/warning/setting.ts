// Rules of an area: each government body sets those of its own area, never looser than above.
import type { z } from 'zod'
import { BizError, Refusal } from '#contract/core/error-codes.ts'
import { effectiveRules, ruleFaults, rulesBelow } from '#contract/warning/effective-rules.ts'
import { type WarningRule, WarningScope } from '#contract/warning/rules.ts'
import type {
  PreviewSetting,
  SaveSetting,
  SettingPreview,
  SettingReview,
  SettingState,
} from '#contract/warning/setting-schemas.ts'
import { findAreaNames } from '../areas/area.ts'
import type { UserCtx, UserTxCtx } from '../core/context.ts'
import type { Db } from '../core/db/connect.ts'
import type { Scope } from '../core/scope.ts'
import { countReviewed, orderReview, type ReviewOfRules, selectReview } from './review-queries.ts'
import {
  countWarned,
  insertVersion,
  lockSettings,
  saveRules,
  selectAreasBelow,
  selectNewest,
  selectVersions,
} from './setting-queries.ts'
import { countStudents } from './student-preview-queries.ts'
import { draftRules, selectWatchedPlans } from './units/unit-findings-queries.ts'
import { countUnits, type UnitCounts } from './units/unit-warnings-queries.ts'

/**
 * From the province down to the own area: that of the account's range, which may be smaller than the area of its body.
 * A range that is no area, or none inside the area of the body, has no rules to set.
 */
function requireChain({ caller, scope }: UserCtx): { chain: string[]; own: string } {
  const { org, dataRangeProvinceId: province, dataRangeCityId: city, dataRangeRegionId: region } = caller
  const range: Record<Scope['kind'], (string | null)[]> = {
    province: [province],
    city: [province, city],
    region: [province, city, region],
    org: [],
    nothing: [],
  }
  const chain = range[scope.kind].filter((id) => id !== null)
  const own = chain.at(-1)
  const body = [org?.provinceId, org?.cityId, org?.regionId].filter((id) => typeof id === 'string')
  const whole = chain.length === range[scope.kind].length && body.every((id, level) => chain[level] === id)
  if (own === undefined || body.length === 0 || !whole) throw new BizError(602)
  return { chain, own }
}

/** What holds above the own area. */
async function findAbove(db: Db, chain: readonly string[]): Promise<WarningRule[]> {
  const newest = await selectNewest(db, chain.slice(0, -1))
  return effectiveRules(chain.slice(0, -1).map((areaId) => newest.get(areaId) ?? []))
}

export async function findSetting(ctx: UserCtx): Promise<SettingState> {
  const { chain, own } = requireChain(ctx)
  const [versions, above, names] = [
    await selectVersions(ctx.db, own),
    await findAbove(ctx.db, chain),
    await findAreaNames(ctx),
  ]
  const rules = versions[0]?.rules ?? []
  const upper = chain.at(-2)
  return {
    areaName: names.get(own)?.split('-').at(-1) ?? '',
    version: versions[0]?.version ?? 0,
    top: chain.length === 1,
    above,
    aboveName: upper === undefined ? '平台默认' : (names.get(upper)?.split('-').at(-1) ?? ''),
    own: rules,
    effective: rulesBelow(above, rules, chain.length === 1),
    versions: versions.map(({ version, rules: given, orgName, savedByName, savedAt }) => ({
      version,
      rules: given,
      orgName,
      savedBy: savedByName,
      savedAt: savedAt.toISOString(),
    })),
  }
}

/** Null where the area has no rules of its own, or they were applied so long ago that the job is forgotten. */
export async function findReview(ctx: UserCtx): Promise<SettingReview | null> {
  const { own } = requireChain(ctx)
  const review = await selectReview(ctx.db, own)
  if (!review) return null
  const state = reviewState(review)
  const { version, savedAt, finishedAt } = review
  const until = state === 'done' ? finishedAt : null
  const counts =
    until === null
      ? { raised: 0, ended: 0, changed: 0 }
      : await countReviewed(ctx.db, own, { from: savedAt, until })
  return {
    version,
    state,
    percent: percentOf(state, review),
    finishedAt: until?.toISOString() ?? null,
    ...counts,
  }
}

/** What was given up is tried again by the hour, as long as the order is there. */
function reviewState({ jobState, isOrdered, doneId }: ReviewOfRules): SettingReview['state'] {
  if (jobState === 'done') return 'done'
  if (jobState === 'failed') return isOrdered ? 'failed' : 'done'
  if (!isOrdered) return 'units'
  return jobState === 'running' || doneId > 0 ? 'students' : 'queued'
}

/** Units come after the students and take a small part of the time. */
const PERCENT_OF_STUDENTS = 90
function percentOf(state: SettingReview['state'], { doneId, lastId }: ReviewOfRules): number {
  if (state === 'done') return 100
  if (state === 'units') return PERCENT_OF_STUDENTS
  return Math.floor((PERCENT_OF_STUDENTS * doneId) / Math.max(1, lastId))
}

function assertRules(above: readonly WarningRule[], own: readonly WarningRule[], top: boolean): void {
  const faults = ruleFaults(above, own, top)
  const [fault] = faults
  if (!fault) return
  const issues = faults.map(({ index, message }) => ({ path: ['rules', index], message }))
  throw new BizError(700, `第${fault.index + 1}条规则：${fault.message}`, issues)
}

export async function saveSetting(
  ctx: UserTxCtx,
  { version, rules }: z.output<typeof SaveSetting>,
): Promise<SettingState> {
  const { chain, own } = requireChain(ctx)
  ctx.note({ objectType: 'area', objectId: own, detail: { version: version + 1, rules: rules.length } })
  await lockSettings(ctx.db)
  const above = await findAbove(ctx.db, chain)
  assertRules(above, rules, chain.length === 1)
  const { userId, realName, org } = ctx.caller
  const saved = await insertVersion(ctx.db, {
    areaId: own,
    version: version + 1,
    rules,
    orgId: org?.id ?? 0,
    orgName: org?.name ?? '',
    userId,
    realName,
  })
  if (!saved) throw new Refusal('changedMeanwhile', '规则已有更新的版本，请查看后再保存')
  const holding = await rulesByArea(ctx.db, own, rulesBelow(above, rules, chain.length === 1))
  for (const [id, effective] of holding) await saveRules(ctx.db, id, effective)
  await orderReview(ctx.db, own)
  await ctx.enqueue(ctx.db, 'warning.review', {})
  return findSetting(ctx)
}

/** With the areas below that have rules of their own: what got stricter above holds for them too. */
async function rulesByArea(
  db: Db,
  areaId: string,
  rules: WarningRule[],
): Promise<ReadonlyMap<string, WarningRule[]>> {
  const below = await selectAreasBelow(db, areaId)
  const own = await selectNewest(
    db,
    below.map(({ id }) => id),
  )
  const holding = new Map([[areaId, rules]])
  // The higher ones have the smaller ids: an area comes after the one above it.
  for (const { id, parentId } of below)
    holding.set(id, rulesBelow(holding.get(parentId) ?? rules, own.get(id) ?? [], false))
  return holding
}

export async function previewSetting(
  ctx: UserCtx,
  { rules }: z.output<typeof PreviewSetting>,
): Promise<SettingPreview> {
  const { chain, own } = requireChain(ctx)
  const above = await findAbove(ctx.db, chain)
  assertRules(above, rules, chain.length === 1)
  const effective = rulesBelow(above, rules, chain.length === 1)
  const enabled = effective.filter((rule) => rule.enabled)
  const [students, units] = [
    enabled.filter(isAboutStudents),
    enabled.filter((rule) => !isAboutStudents(rule)),
  ]
  const drafted = draftRules(await rulesByArea(ctx.db, own, effective))
  const caught = await countStudents(ctx.db, own, students, drafted)
  const plans = await selectWatchedPlans(ctx.db)
  const counts: UnitCounts[] = []
  for (const plan of plans) counts.push(await countUnits(ctx.db, plan, own, drafted))
  const now = await countWarned(
    ctx.db,
    own,
    plans.map(({ planId }) => planId),
  )
  return {
    rules: [
      ...students.map(({ key }, nth) => ({ key, students: caught.each[nth] ?? 0, units: 0 })),
      ...units.map(({ key }) => ({
        key,
        students: 0,
        units: sumOf(counts, ({ each }) => each.get(key) ?? 0),
      })),
    ],
    students: caught.any,
    units: sumOf(counts, ({ any }) => any),
    studentsNow: now.students,
    unitsNow: now.units,
  }
}

const isAboutStudents = ({ scope }: WarningRule): boolean => scope === WarningScope.code.student
const sumOf = (counts: readonly UnitCounts[], count: (one: UnitCounts) => number): number =>
  counts.reduce((sum, one) => sum + count(one), 0)
