// The columns of the tables, by what they are about. How far the work is stands in the tables of progress; a table of
// findings names only whom its rates are of, so that it fits an upright page.
import { Sex } from '../../core/codes.ts'
import type { CounterName } from '../../eyesight/figures/counters.ts'
import { WARNING_WORDS } from '../../eyesight/warning-words.ts'
import { change, count, degree, type MeasuredColumn, mean, pair, percent } from './measure.ts'

export const COVERAGE: readonly MeasuredColumn[] = [
  count('expected', { title: '应筛' }),
  count('screened', { title: '实筛' }),
  percent('screened', '完成率'),
  count('valid', { title: '有效' }),
]
/** Whom the rates of a table are of, where they are not of those who count for myopia. */
const VALID = count('valid', { title: '有效' })

const SEXES = [
  { sex: Sex.code.male, group: '男生' },
  { sex: Sex.code.female, group: '女生' },
] as const
const bySex = (columns: (of: (typeof SEXES)[number]) => MeasuredColumn[]): MeasuredColumn[] =>
  SEXES.flatMap(columns)

const rated = (options: Parameters<typeof count>[1] = {}) =>
  count('rated', { ...options, title: '近视统计人数' })

export const PROGRESS_COLUMNS = [
  ...COVERAGE,
  percent('valid', '有效率'),
  count('absent', { title: '已登记未检' }),
]
export const PROGRESS_BY_SEX_COLUMNS = bySex((of) => [
  count('expected', { ...of, title: '应筛' }),
  count('screened', { ...of, title: '实筛' }),
  count('valid', { ...of, title: '有效' }),
  percent('valid', '有效率', of),
])

export const MYOPIA_COLUMNS = [
  rated(),
  ...pair('myopia', '近视'),
  ...pair('myopiaHigh', '高度近视'),
  percent('myopiaHigh', '高度近视占近视', { of: 'myopia' }),
]
export const MYOPIA_BY_SEX_COLUMNS = [
  rated(),
  ...pair('myopia', '近视'),
  ...bySex((of) => [rated(of), ...pair('myopia', '近视', of)]),
]

const POOR = '视力不良程度'
/** `graded`: whether anybody has a degree; `ungraded`: whether somebody has none, so that the degrees would not add up. */
export type Degrees = { graded: boolean; ungraded: boolean }
export const visionColumns = ({ graded, ungraded }: Degrees): MeasuredColumn[] => [
  VALID,
  ...pair('poor', '视力不良'),
  ...(graded
    ? [
        ...degree('poorLight', '轻度', POOR),
        ...degree('poorMid', '中度', POOR),
        ...degree('poorHeavy', '重度', POOR),
        ...(ungraded ? degree('poorUngraded', '未分度', POOR) : []),
      ]
    : []),
  mean('Right', '右眼', '平均裸眼视力'),
  mean('Left', '左眼', '平均裸眼视力'),
]

const MYOPIA = '近视程度'
/** Under two degrees nobody is in the middle one. */
export const myopiaDegreeColumns = (degrees: 2 | 3, ungraded: boolean): MeasuredColumn[] => [
  rated(),
  ...degree('myopiaLow', '低度', MYOPIA),
  ...(degrees === 3 ? degree('myopiaMid', '中度', MYOPIA) : []),
  ...degree('myopiaHigh', '高度', MYOPIA),
  ...(ungraded ? degree('myopiaUngraded', '未分度', MYOPIA) : []),
]
export const REFRACTION_COLUMNS = [
  VALID,
  ...pair('preMyopia', '近视前期'),
  ...pair('hyperopia', '远视'),
  ...pair('astigmatism', '散光'),
  ...pair('anisometropia', '屈光参差'),
]
export const KINDERGARTEN_COLUMNS = [
  VALID,
  ...pair('poor', '视力低常'),
  ...pair('reserveShort', '远视储备不足'),
  ...pair('refractiveError', '屈光不正'),
]

export const WITH_GLASSES = ['glassesFrame', 'glassesContact', 'orthoK'] as const satisfies CounterName[]
const NOT_WELL_CORRECTED = ['uncorrected', 'underCorrected'] as const satisfies CounterName[]
export const CORRECTION_COLUMNS = [
  VALID,
  count('glassesFrame', { title: '框架眼镜', group: '戴镜' }),
  count('glassesContact', { title: '隐形眼镜', group: '戴镜' }),
  count('orthoK', { title: '角膜塑形镜', group: '戴镜' }),
  percent(WITH_GLASSES, '戴镜率', { group: '戴镜' }),
  ...[
    count('poor', { title: '视力不良人数' }),
    ...pair('uncorrected', '未矫'),
    ...pair('underCorrected', '欠矫'),
    ...pair('fullyCorrected', '足矫'),
    percent(NOT_WELL_CORRECTED, '未矫与欠矫率'),
  ].map((column) => ({ ...column, group: '矫正（占视力不良）' })),
]

export const WARNING_COLUMNS = [
  VALID,
  ...pair('referral', '建议就诊'),
  ...([0, 1, 2, 3] as const).flatMap((level) => degree(`warning${level}`, WARNING_WORDS[level], '预警级别')),
]

/** Whether those who should were seen by a doctor. */
export const VISIT_COLUMNS = [
  count('referral'),
  count('visited30'),
  percent('visited30', '30日转诊复查率'),
  count('visited90'),
  percent('visited90', '90日转诊复查率'),
]

/** For tables that list several places: how far the work is there, which no other table says, and the main indicators. */
export const SUMMARY_COLUMNS = [
  ...COVERAGE,
  rated(),
  ...pair('myopia', '近视'),
  ...pair('myopiaHigh', '高度近视'),
  ...pair('poor', '视力不良'),
  ...pair('referral', '建议就诊'),
]

const compared = (counter: 'myopia' | 'myopiaHigh' | 'poor', name: string): MeasuredColumn[] => [
  percent(counter, '本次', { group: name }),
  percent(counter, '上次', { group: name, when: 'last' }),
  change(counter, '变化', name),
]
const counts = (when: 'now' | 'last', group: string): MeasuredColumn[] => [
  count('valid', { when, group, title: '有效' }),
  rated({ when, group }),
  count('myopia', { when, group, title: '近视人数' }),
  count('myopiaHigh', { when, group, title: '高度近视人数' }),
  count('poor', { when, group, title: '视力不良人数' }),
]
export const COMPARISON_COLUMNS = [
  ...compared('myopia', '近视率'),
  ...compared('myopiaHigh', '高度近视率'),
  ...compared('poor', '视力不良率'),
  ...counts('now', '本次'),
  ...counts('last', '上次'),
]
