// What may still be changed once units rely on a plan: only what hurts none of them.
import { isDeepStrictEqual } from 'node:util'
import type { Indicators } from '#contract/assessment/indicators.ts'
import type { AssessPlanContent } from '#contract/assessment/plan-schemas.ts'
import { gradeFault } from '#contract/assessment/totals.ts'
import { BizError } from '#contract/core/error-codes.ts'
import type { AssessPlanRecord, UnitOfPlan } from './plan-queries.ts'

const FIXED = [
  ['year', '年度'],
  ['object', '考核对象类别'],
  ['startsOn', '开始日期'],
  ['twoReviewers', '复评'],
  ['rankingForUnits', '公布范围'],
  ['bonusLimit', '加分上限'],
  ['screeningPlanId', '取数的筛查计划'],
  ['lastPlanId', '比较的上年计划'],
  ['coOrgId', '会同评审单位'],
] as const satisfies readonly (readonly [keyof AssessPlanContent, string])[]

export type HarmlessChanges = { words: string[]; added: number[]; removed: number[] }

/** In words, with the units that come and go; refused where one of them hurts somebody. */
export function harmlessChanges(
  stored: AssessPlanRecord,
  units: readonly UnitOfPlan[],
  wanted: AssessPlanContent,
  today: string,
): HarmlessChanges {
  for (const [field, label] of FIXED)
    if (stored[field] !== wanted[field]) throw refused(`计划已发布，不能修改${label}`)
  const words: string[] = []
  if (stored.name !== wanted.name) words.push(`名称改为“${wanted.name}”`)
  if (stored.endsOn !== wanted.endsOn) {
    if (wanted.endsOn < stored.endsOn)
      throw refused('计划已发布，截止日期只能延后；需要提前的，请用“提前截止”')
    if (wanted.endsOn < today) throw refused('截止日期不能早于今天')
    words.push(`截止日期由${stored.endsOn}延至${wanted.endsOn}`)
  }
  if (stored.appealDays !== wanted.appealDays) {
    if (wanted.appealDays < stored.appealDays) throw refused('计划已发布，异议期只能延长')
    words.push(`异议期延长至${wanted.appealDays}天`)
  }
  words.push(...changesOfRules(stored.indicators, wanted.indicators), ...changesOfGrades(stored, wanted))
  const moved = changesOfUnits(units, wanted.orgIds)
  return { ...moved, words: [...words, ...moved.words] }
}

const refused = (message: string) => new BizError(700, message)

const withoutRules = (indicators: Indicators) =>
  indicators.map((head) => ({ ...head, leaves: head.leaves.map((leaf) => ({ ...leaf, rule: '' })) }))

/** A rule may be said more clearly; what it is worth and where it comes from stays. */
function changesOfRules(stored: Indicators, wanted: Indicators): string[] {
  if (!isDeepStrictEqual(withoutRules(stored), withoutRules(wanted)))
    throw refused('计划已发布，指标只能修改评分细则的文字')
  const before = stored.flatMap(({ leaves }) => leaves)
  return wanted
    .flatMap(({ leaves }) => leaves)
    .filter((leaf, at) => leaf.rule !== before[at]?.rule)
    .map(({ name }) => `说明“${name}”的评分细则`)
}

function changesOfGrades(
  { grades: stored }: Pick<AssessPlanRecord, 'grades'>,
  { grades: wanted }: Pick<AssessPlanContent, 'grades'>,
): string[] {
  if (isDeepStrictEqual(stored, wanted)) return []
  const same = stored.length === wanted.length && wanted.every(({ name }, at) => name === stored[at]?.name)
  if (!same || wanted.some(({ least }, at) => least > (stored[at]?.least ?? 0)))
    throw refused('计划已发布，等次的分数线只能降低')
  const fault = gradeFault(wanted)
  if (fault) throw refused(fault)
  return wanted
    .filter(({ least }, at) => least < (stored[at]?.least ?? 0))
    .map(({ name, least }) => `“${name}”的分数线降为${least}分`)
}

function changesOfUnits(units: readonly UnitOfPlan[], wanted: readonly number[]): HarmlessChanges {
  const present = new Map(units.map((unit) => [unit.orgId, unit]))
  const stays = new Set(wanted)
  const added = [...stays].filter((orgId) => !present.has(orgId))
  const leaving = units.filter(({ orgId }) => !stays.has(orgId))
  const begun = leaving.find(({ touched }) => touched)
  if (begun) throw refused(`“${begun.orgName}”已开始填报，不能移出`)
  if (leaving.length === units.length && added.length === 0) throw refused('请选择考核对象')
  return {
    added,
    removed: leaving.map(({ orgId }) => orgId),
    words: [
      ...(added.length > 0 ? [`增加${added.length}个单位`] : []),
      ...(leaving.length > 0 ? [`移出${leaving.map(({ orgName }) => orgName).join('、')}`] : []),
    ],
  }
}
