// What an indicator can compute by itself from figures, and how a value becomes a score.
import { z } from 'zod'
import type { CodeOf } from '../core/enums.ts'
import { RANKED_LEAST } from '../eyesight/figures/rates.ts'
import { AssessObject } from './statuses.ts'

type ObjectCode = CodeOf<typeof AssessObject>
const { city, region, school, executor } = AssessObject.code
const WITH_CHILDREN: readonly ObjectCode[] = [city, region, school]
const ALL: readonly ObjectCode[] = [...WITH_CHILDREN, executor]

type MetricEntry = {
  label: string
  /** Percent of a whole, or a difference of two percents. */
  unit: '%' | '个百分点'
  rule: string
  objects: readonly ObjectCode[]
  numerator: string
  denominator: string
  /** What is proposed for full points and for none. */
  full: number
  zero: number
}

export const METRICS = {
  completion: {
    label: '完成率',
    unit: '%',
    rule: '实筛人数 ÷ 应筛人数 × 100%',
    objects: ALL,
    numerator: '实筛人数',
    denominator: '应筛人数',
    full: 95,
    zero: 80,
  },
  validity: {
    label: '有效率',
    unit: '%',
    rule: '有效人数 ÷ 实筛人数 × 100%',
    objects: ALL,
    numerator: '有效人数',
    denominator: '实筛人数',
    full: 97,
    zero: 85,
  },
  retested: {
    label: '复测率',
    unit: '%',
    rule: '已复测人数 ÷ 有效人数 × 100%',
    objects: ALL,
    numerator: '已复测人数',
    denominator: '有效人数',
    full: 5,
    zero: 0,
  },
  onTime: {
    label: '按时完成率',
    unit: '%',
    rule: '在任务截止日期（含当日）前由承担单位完成的任务数 ÷ 全部任务数 × 100%；随筛查计划结束自动完成的不计',
    objects: ALL,
    numerator: '按时完成的任务数',
    denominator: '任务数',
    full: 100,
    zero: 60,
  },
  filed: {
    label: '建档率',
    unit: '%',
    rule: '视力档案中至少有一次筛查结果的在校学生 ÷ 在校学生 × 100%，不含大专、本科',
    objects: WITH_CHILDREN,
    numerator: '已建档人数',
    denominator: '在校学生数',
    full: 98,
    zero: 80,
  },
  myopiaChange: {
    label: '近视率较上年变化',
    unit: '个百分点',
    rule: `本年近视率 − 上年同季近视率，只比较两年都有有效结果的学校；两年中任一年纳入统计的有效人数不足${RANKED_LEAST}人的不计`,
    objects: WITH_CHILDREN,
    numerator: '本年近视率',
    denominator: '上年近视率',
    full: -0.5,
    zero: 0.5,
  },
  visited30: {
    label: '30日转诊复查率',
    unit: '%',
    rule: '30日内就诊人数 ÷ 建议就诊人数 × 100%',
    objects: WITH_CHILDREN,
    numerator: '30日内就诊人数',
    denominator: '建议就诊人数',
    full: 60,
    zero: 20,
  },
  visited90: {
    label: '90日转诊复查率',
    unit: '%',
    rule: '90日内就诊人数 ÷ 建议就诊人数 × 100%',
    objects: WITH_CHILDREN,
    numerator: '90日内就诊人数',
    denominator: '建议就诊人数',
    full: 70,
    zero: 30,
  },
} as const satisfies Record<string, MetricEntry>
export type MetricName = keyof typeof METRICS
export const METRIC_NAMES = Object.keys(METRICS) as [MetricName, ...MetricName[]]
export const Metric = z.enum(METRIC_NAMES)

export const isMetricOf = (metric: MetricName, object: ObjectCode): boolean =>
  METRICS[metric].objects.some((code) => code === object)
export const metricsOf = (object: ObjectCode): MetricName[] =>
  METRIC_NAMES.filter((metric) => isMetricOf(metric, object))

/** Why a computed row does not count. */
export const LEFT_OUT = {
  nobody: '没有可统计的学生或任务',
  fewValid: `纳入统计的有效人数不足${RANKED_LEAST}人`,
  noComparison: '筛查计划没有可比的上年同季计划',
  noCommonSchools: '没有两年都有有效结果的学校',
} as const
export const LeftOut = z.enum(Object.keys(LEFT_OUT) as [keyof typeof LEFT_OUT])
export type LeftOut = keyof typeof LEFT_OUT

/** A computed row: what was counted, and why it does not count where it does not. */
export const Measured = z.object({
  metric: Metric,
  /** Percent, or percentage points; not rounded. Null where it is left out. */
  value: z.number().nullable(),
  leftOut: LeftOut.nullable(),
  numerator: z.number(),
  denominator: z.number(),
  /** Only of a change: the same schools a year before, and wearers of ortho-K in both years. */
  last: z.object({ numerator: z.number(), denominator: z.number() }).nullable(),
  orthoK: z
    .object({ now: z.number(), last: z.number(), valid: z.number(), lastValid: z.number() })
    .nullable(),
})
export type Measured = z.infer<typeof Measured>

/** Full points at `full` and beyond, none at `zero` and beyond, between them along a straight line, to a tenth. */
export function computedScore(
  points: number,
  value: number,
  { full, zero }: { full: number; zero: number },
): number {
  const share = full === zero ? Number(value >= full) : (value - zero) / (full - zero)
  // A share that is a whole tenth but for the last binary digit is that tenth.
  return Math.round(Number((points * 10 * Math.min(1, Math.max(0, share))).toFixed(6))) / 10
}
