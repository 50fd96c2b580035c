import { type RateIndicator, Sex } from '../../core/codes.ts'
import type { CodeOf } from '../../core/enums.ts'
import { COUNTERS, type CounterName } from './counters.ts'

type SexCode = CodeOf<typeof Sex>
export type Formula = {
  numerator: CounterName
  denominator: CounterName
  sex: SexCode | null
  rule: string
}
const { male, female } = Sex.code

/** The rates of spec §3, and whether those who should were seen by a doctor: which counters, and of whom. A rate of one sex is over the valid of that sex. */
export const RATE_FORMULAS: Record<CodeOf<typeof RateIndicator>, Formula> = {
  0: {
    numerator: 'myopia',
    denominator: 'rated',
    sex: null,
    rule: '近视率 = 近视人数 ÷ 纳入近视率统计的有效人数 × 100%',
  },
  1: {
    numerator: 'myopia',
    denominator: 'rated',
    sex: male,
    rule: '男生近视率 = 男生近视人数 ÷ 纳入近视率统计的男生有效人数 × 100%',
  },
  2: {
    numerator: 'myopia',
    denominator: 'rated',
    sex: female,
    rule: '女生近视率 = 女生近视人数 ÷ 纳入近视率统计的女生有效人数 × 100%',
  },
  3: {
    numerator: 'myopiaHigh',
    denominator: 'rated',
    sex: null,
    rule: '高度近视率 = 高度近视人数 ÷ 纳入近视率统计的有效人数 × 100%',
  },
  4: {
    numerator: 'myopiaHigh',
    denominator: 'rated',
    sex: male,
    rule: '男生高度近视率 = 男生高度近视人数 ÷ 纳入近视率统计的男生有效人数 × 100%',
  },
  5: {
    numerator: 'myopiaHigh',
    denominator: 'rated',
    sex: female,
    rule: '女生高度近视率 = 女生高度近视人数 ÷ 纳入近视率统计的女生有效人数 × 100%',
  },
  6: {
    numerator: 'poor',
    denominator: 'valid',
    sex: null,
    rule: '视力不良率 = 视力不良人数 ÷ 有效人数 × 100%',
  },
  7: {
    numerator: 'visited30',
    denominator: 'referral',
    sex: null,
    rule: '30日转诊复查率 = 30日内就诊人数 ÷ 建议就诊人数 × 100%',
  },
  8: {
    numerator: 'visited90',
    denominator: 'referral',
    sex: null,
    rule: '90日转诊复查率 = 90日内就诊人数 ÷ 建议就诊人数 × 100%',
  },
}

/** Of these more is better. */
export const isBetterHigher = (indicator: CodeOf<typeof RateIndicator>): boolean =>
  RATE_FORMULAS[indicator].denominator === 'referral'

const visitRule = (days: number): string =>
  `建议就诊的学生中，筛查之日起${days}日内有就诊登记的占比；未满${days}日的也在分母中`
/** Who counts, in a sentence. */
export const VISIT_RATE_RULES: Partial<Record<CounterName, string>> = {
  visited30: visitRule(30),
  visited90: visitRule(90),
}

export const CORRECTION_RATE_RULE = '未矫率、欠矫率、足矫率 = 未矫、欠矫、足矫人数 ÷ 视力不良人数 × 100%'

/** 近视人数, or 男生近视人数 where it is about one sex. */
export const counterLabel = (counter: CounterName, sex: SexCode | null): string =>
  `${sex === null ? '' : `${Sex.label(sex)}生`}${COUNTERS[counter].label}`

/** Percent, not rounded; null where nobody counts: shown as `--`, never as 0. */
export const percentOf = (numerator: number, denominator: number): number | null =>
  denominator === 0 ? null : (numerator * 100) / denominator

/** Stands wherever a difference stands beside the two rates it is of. */
export const ROUNDING = '变化按未四舍五入的率计算，与表中显示的率相减可能相差0.01个百分点。'

/** With fewer valid results a rate jumps by chance: such a place is neither ranked nor called the highest or lowest. */
export const RANKED_LEAST = 30

/** Smaller cells are suppressed for readers without permission to see students. */
export const SMALL_CELL = 5
export const isSmallCell = (students: number): boolean => students > 0 && students < SMALL_CELL

/** What a row is compared with in the other plan, by the level of the row; a note under such tables. */
export const COMPARED_AS: Record<'area' | 'school' | 'grade' | 'class', string> = {
  area: '区域与上次计划的同一区域比较；两次参加学校不同的，标注“口径不一致”。',
  school: '学校与上次计划的同一学校比较。',
  grade: '年级与上次计划同校的同一年级比较，学生不是同一批。',
  class: '班级随学生升级：与上次计划的同一个班级比较，基本是同一批学生。',
}
