// The tree of indicators: heads with leaves; points add up to 100, extra points stand apart.
import { z } from 'zod'
import type { CodeOf } from '../core/enums.ts'
import { isMetricOf, METRICS, Metric } from './metrics.ts'
import type { AssessObject } from './statuses.ts'

export const WHOLE_POINTS = 100
export const BONUS_MOST = 10
export const HEADS_MOST = 30
export const LEAVES_MOST = 20
/** Of the self-assessment of one indicator. */
export const TEXT_MOST = 2000
export const FILES_MOST = 10
export const FILE_MEGABYTES = 20

/** Points and scores have one decimal. */
export const tenths = (points: number): number => Math.round(points * 10)
const oneDecimal = (points: number): boolean => Math.abs(points * 10 - tenths(points)) < 1e-6
export const Points = z
  .number('请输入分值')
  .min(0, '分值不能小于0')
  .max(WHOLE_POINTS, `分值不能大于${WHOLE_POINTS}`)
  .refine(oneDecimal, '分值最多一位小数')
export const Score = z
  .number('请输入得分')
  .min(0, '得分不能小于0')
  .max(WHOLE_POINTS)
  .refine(oneDecimal, '得分最多一位小数')

const Key = z.string().regex(/^[a-z0-9]{1,16}$/)
const Threshold = z.number().min(-100).max(100)
const Name = z.string().trim().min(1, '请填写指标名称').max(60, '指标名称不能超过60个字')
const Rule = z.string().trim().max(500, '评分细则不能超过500个字')

export const Leaf = z.object({
  key: Key,
  name: Name,
  points: Points,
  rule: Rule,
  /** 系统 where it names what is computed; else 佐证: text and files of the unit. */
  computed: z.object({ metric: Metric, full: Threshold, zero: Threshold }).nullable(),
  /** Of evidence: no submission without a file. */
  filesRequired: z.boolean(),
})
export type Leaf = z.infer<typeof Leaf>
export const Head = z.object({
  key: Key,
  name: Name,
  points: Points,
  /** 加分项: on top of the hundred. */
  bonus: z.boolean(),
  leaves: z.array(Leaf).max(LEAVES_MOST, `每个一级指标最多${LEAVES_MOST}个二级指标`),
})
export type Head = z.infer<typeof Head>
export const Indicators = z.array(Head).max(HEADS_MOST, `最多${HEADS_MOST}个一级指标`)
export type Indicators = z.infer<typeof Indicators>

/** With the head's part in the sum. */
export type CountedLeaf = Leaf & { bonus: boolean }
export const leavesOf = (indicators: Indicators): CountedLeaf[] =>
  indicators.flatMap(({ bonus, leaves }) => leaves.map((leaf) => ({ ...leaf, bonus })))

const sumOf = (rows: readonly { points: number }[]): number =>
  rows.reduce((sum, { points }) => sum + tenths(points), 0) / 10
export const wholePoints = (indicators: Indicators): number => sumOf(indicators.filter(({ bonus }) => !bonus))
export const bonusPoints = (indicators: Indicators): number => sumOf(indicators.filter(({ bonus }) => bonus))

export type IndicatorFault = { headKey: string | null; leafKey: string | null; message: string }

/** What stands in the way of publishing; drafts may have such faults. */
export function indicatorFaults(
  indicators: Indicators,
  object: CodeOf<typeof AssessObject>,
): IndicatorFault[] {
  const keys = indicators.flatMap(({ key, leaves }) => [key, ...leaves.map((leaf) => leaf.key)])
  const repeated = new Set(keys.filter((key, at) => keys.indexOf(key) < at))
  const faults = indicators.flatMap((head) => headFaults(head, object, repeated))
  const whole = wholePoints(indicators)
  const ofAll = (message: string): IndicatorFault => ({ headKey: null, leafKey: null, message })
  if (indicators.length === 0) return [ofAll('请添加指标')]
  if (tenths(whole) !== tenths(WHOLE_POINTS))
    faults.push(ofAll(`各一级指标（不含加分项）合计${whole}分，应为${WHOLE_POINTS}分`))
  if (bonusPoints(indicators) > BONUS_MOST)
    faults.push(ofAll(`加分项合计${bonusPoints(indicators)}分，最多${BONUS_MOST}分`))
  return faults
}

function headFaults(head: Head, object: CodeOf<typeof AssessObject>, repeated: ReadonlySet<string>) {
  const at = (message: string, leafKey: string | null = null) => ({ headKey: head.key, leafKey, message })
  const faults: IndicatorFault[] = []
  const below = sumOf(head.leaves)
  if (repeated.has(head.key)) faults.push(at('指标重复'))
  if (head.leaves.length === 0) faults.push(at(`“${head.name}”没有二级指标`))
  else if (tenths(below) !== tenths(head.points))
    faults.push(at(`“${head.name}”为${head.points}分，下级指标合计${below}分`))
  for (const { key, name, points, computed } of head.leaves) {
    if (repeated.has(key)) faults.push(at('指标重复', key))
    if (points === 0) faults.push(at(`“${name}”的分值应大于0`, key))
    if (computed && !isMetricOf(computed.metric, object))
      faults.push(at(`“${name}”：${METRICS[computed.metric].label}不适用于这类单位`, key))
    if (computed && computed.full === computed.zero) faults.push(at(`“${name}”：满分值与零分值不能相同`, key))
  }
  return faults
}
