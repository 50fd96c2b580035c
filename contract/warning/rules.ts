// What raises a warning: rules as rows, shipped ones and those of areas.
import { z } from 'zod'
import { SchoolStage } from '../core/codes.ts'
import { type CodeOf, codeEnum } from '../core/enums.ts'

/** Whom a warning is about. */
export const WarningScope = codeEnum({
  student: [1, '学生'],
  class: [2, '班级'],
  school: [3, '学校'],
  region: [4, '区县'],
  city: [5, '地市'],
})
export type WarningScopeCode = CodeOf<typeof WarningScope>

export const WarningLevelCode = codeEnum({ one: [1, '一级'], two: [2, '二级'], three: [3, '三级'] })
export type WarningLevelCode = CodeOf<typeof WarningLevelCode>

/** Who learns of a warning by message. */
export const Notified = codeEnum({
  teacher: ['teacher', '班主任'],
  gradeHead: ['gradeHead', '年级组长'],
  school: ['school', '学校管理员'],
  region: ['region', '区县主管部门'],
  city: ['city', '市级主管部门'],
})
export type NotifiedCode = CodeOf<typeof Notified>

type Direction = 'atLeast' | 'above' | 'below'
export type IndicatorDefinition = {
  label: string
  scopes: readonly WarningScopeCode[]
  unit: string
  /** Which side of the threshold warns; null where a fact warns and there is no number to set. */
  direction: Direction | null
  /** Decimals of the threshold, and within what it may lie. */
  decimals: 0 | 1 | 2
  range: readonly [number, number]
  /** How it is counted, in a sentence. */
  rule: string
}

const { student, class: klass, school, region, city } = WarningScope.code
const units = [school, region, city] as const

/**
 * What rules can be about. A threshold is written in the unit of its indicator. Of students all but `level` are about
 * the last valid result against earlier ones, of units about the figures of a plan.
 */
export const INDICATORS = {
  level: {
    label: '筛查预警级别',
    scopes: [student],
    unit: '级',
    direction: null,
    decimals: 0,
    range: [1, 3],
    rule: '本次筛查结果达到计划固定的预警级别',
  },
  visionFell: {
    label: '视力下降',
    scopes: [student],
    unit: '行',
    direction: 'atLeast',
    decimals: 0,
    range: [1, 10],
    rule: '任一眼裸眼视力比7个月内的上一次有效结果下降的行数（塑形镜佩戴者比戴镜视力）',
  },
  progression: {
    label: '近视进展快',
    scopes: [student],
    unit: 'D/年',
    direction: 'atLeast',
    decimals: 2,
    range: [0.25, 5],
    rule: '任一眼等效球镜（现为负值）与间隔至少150天、最接近一年前的有效结果相比，折合每年加深的度数（不足半年按半年计）；150天至7个月内加深达到0.50D的也计算在内',
  },
  newlyMyopic: {
    label: '新发近视',
    scopes: [student],
    unit: '',
    direction: null,
    decimals: 0,
    range: [0, 0],
    rule: '上一次能判断近视的有效结果不近视，本次近视',
  },
  newlyHigh: {
    label: '新发高度近视',
    scopes: [student],
    unit: '',
    direction: null,
    decimals: 0,
    range: [0, 0],
    rule: '上一次能判断近视的有效结果不是高度近视，本次为高度近视',
  },
  eyesDiffer: {
    label: '两眼差异大',
    scopes: [student],
    unit: '行',
    direction: 'atLeast',
    decimals: 0,
    range: [1, 10],
    rule: '两眼裸眼视力相差的行数，或屈光参差',
  },
  axialGrowth: {
    label: '眼轴增长快',
    scopes: [student],
    unit: 'mm/年',
    direction: 'above',
    decimals: 2,
    range: [0.1, 2],
    rule: '任一眼最近一次就诊的眼轴与间隔至少150天、最接近一年前的一次相比，折合每年的增长；未满10周岁的界限再加0.10',
  },
  notVisited: {
    label: '建议就诊未就诊',
    scopes: [student],
    unit: '天',
    direction: 'atLeast',
    decimals: 0,
    range: [7, 180],
    rule: '建议就诊的学生自告知书首次打印之日（未打印的自筛查之日）起没有就诊登记的天数',
  },
  poorVisionRise: {
    label: '视力不良率同比上升',
    scopes: units,
    unit: '个百分点',
    direction: 'atLeast',
    decimals: 1,
    range: [0.1, 50],
    rule: '视力不良率比上年同季计划上升；只比较两次都有结果的学校',
  },
  myopiaDrop: {
    label: '近视率下降未达目标',
    scopes: units,
    unit: '个百分点',
    direction: 'below',
    decimals: 1,
    range: [0.1, 10],
    rule: '近视率比上年同季计划下降的幅度低于每年的目标；只比较两次都有结果的学校',
  },
  myopiaRise: {
    label: '近视率同比上升',
    scopes: units,
    unit: '个百分点',
    direction: 'above',
    decimals: 1,
    range: [0, 50],
    rule: '近视率比上年同季计划上升；只比较两次都有结果的学校',
  },
  myopiaRisesAgain: {
    label: '近视率连续两年上升',
    scopes: units,
    unit: '个百分点',
    direction: 'above',
    decimals: 1,
    range: [0, 50],
    rule: '近视率比上年同季计划上升，上年也比前一年同季计划上升；取两次中较小的升幅',
  },
  incidence: {
    label: '近视新发率',
    scopes: [klass, school],
    unit: '%',
    direction: 'above',
    decimals: 1,
    range: [0, 100],
    rule: '约一年前在本校有结果且不近视、本次有结果的学生中，本次近视的占比；新生和转入学生不计',
  },
  completion: {
    label: '完成率',
    scopes: units,
    unit: '%',
    direction: 'below',
    decimals: 1,
    range: [1, 100],
    rule: '计划结束前3天起，完成率低于界限',
  },
  validity: {
    label: '有效率',
    scopes: units,
    unit: '%',
    direction: 'below',
    decimals: 1,
    range: [1, 100],
    rule: '计划结束前3天起，有效率低于界限',
  },
  retested: {
    label: '复测率',
    scopes: units,
    unit: '%',
    direction: 'below',
    decimals: 1,
    range: [0.1, 100],
    rule: '计划结束前3天起，复测率低于界限',
  },
  retestErrors: {
    label: '复测误差发生率',
    scopes: units,
    unit: '%',
    direction: 'above',
    decimals: 1,
    range: [0, 100],
    rule: '复测误差发生率高于界限',
  },
  unvisited: {
    label: '建议就诊未就诊率',
    scopes: units,
    unit: '%',
    direction: 'above',
    decimals: 1,
    range: [0, 100],
    rule: '计划结束满30天后，建议就诊的学生中没有就诊登记的占比',
  },
  orthoKJump: {
    label: '塑形镜佩戴者骤增',
    scopes: units,
    unit: '个百分点',
    direction: 'atLeast',
    decimals: 1,
    range: [0.1, 50],
    rule: '塑形镜佩戴者占有效人数的比例比上年同季计划上升，而视力不良率下降',
  },
} as const satisfies Record<string, IndicatorDefinition>
export type IndicatorName = keyof typeof INDICATORS
export const INDICATOR_NAMES = Object.keys(INDICATORS) as [IndicatorName, ...IndicatorName[]]

/** All stages. */
export const ANY_STAGE = 0
const RuleStage = z.union([z.literal(ANY_STAGE), SchoolStage.schema])

export const WarningRule = z.object({
  /** Stays the same from version to version and from area to area. */
  key: z.string().regex(/^[a-zA-Z0-9-]{1,40}$/, '规则编号有误'),
  scope: WarningScope.schema,
  stage: RuleStage,
  indicator: z.enum(INDICATOR_NAMES),
  threshold: z.number('请填写界限'),
  level: WarningLevelCode.schema,
  /** Units with fewer valid results are not judged. */
  minValid: z.number().int().min(0, '最少人数有误').max(10_000, '最少人数有误'),
  notify: z.array(Notified.schema).max(5),
  enabled: z.boolean(),
})
export type WarningRule = z.output<typeof WarningRule>

/** With fewer a rate jumps by chance; a class has no thirty children at risk. */
const LEAST: Record<WarningScopeCode, number> = {
  [student]: 0,
  [klass]: 10,
  [school]: 30,
  [region]: 30,
  [city]: 30,
}

const rule = (
  key: string,
  scope: WarningScopeCode,
  indicator: IndicatorName,
  threshold: number,
  level: WarningLevelCode,
  notify: NotifiedCode[],
): WarningRule => ({
  key,
  scope,
  stage: ANY_STAGE,
  indicator,
  threshold,
  level,
  minValid: LEAST[scope],
  notify,
  enabled: true,
})
const forStudent = (key: string, indicator: IndicatorName, threshold: number, level: WarningLevelCode) =>
  rule(key, student, indicator, threshold, level, ['teacher'])
/** The same rule for schools, districts and cities, each known to the body above. */
const forUnits = (key: string, indicator: IndicatorName, threshold: number, level: WarningLevelCode) => [
  rule(`${key}-school`, school, indicator, threshold, level, ['school', 'region']),
  rule(`${key}-region`, region, indicator, threshold, level, ['region', 'city']),
  rule(`${key}-city`, city, indicator, threshold, level, ['city']),
]

/** Yearly targets are set for areas; a body that wants them for single schools adds rows of its own. */
const forAreas = (key: string, indicator: IndicatorName, threshold: number, level: WarningLevelCode) =>
  forUnits(key, indicator, threshold, level).filter(({ scope }) => scope !== school)

/** What holds where no area says otherwise. */
export const SHIPPED_RULES: readonly WarningRule[] = [
  forStudent('level', 'level', 1, 1),
  forStudent('vision-fell', 'visionFell', 2, 2),
  forStudent('progression-fast', 'progression', 0.75, 2),
  forStudent('progression-very-fast', 'progression', 1, 3),
  forStudent('newly-myopic', 'newlyMyopic', 0, 1),
  forStudent('newly-high', 'newlyHigh', 0, 3),
  forStudent('eyes-differ', 'eyesDiffer', 2, 1),
  forStudent('axial-growth', 'axialGrowth', 0.3, 2),
  forStudent('not-visited', 'notVisited', 30, 1),
  ...forUnits('poor-vision-rise-1', 'poorVisionRise', 1, 1),
  ...forUnits('poor-vision-rise-2', 'poorVisionRise', 3, 2),
  ...forUnits('poor-vision-rise-3', 'poorVisionRise', 5, 3),
  ...forAreas('myopia-drop', 'myopiaDrop', 0.5, 1),
  ...forAreas('myopia-rise', 'myopiaRise', 0, 2),
  ...forAreas('myopia-rises-again', 'myopiaRisesAgain', 0, 3),
  rule('incidence-school', school, 'incidence', 5, 2, ['school', 'region']),
  rule('incidence-class', klass, 'incidence', 2, 1, ['teacher', 'school']),
  ...forUnits('completion', 'completion', 95, 2),
  ...forUnits('validity', 'validity', 95, 1),
  ...forUnits('retested', 'retested', 5, 1),
  ...forUnits('retest-errors', 'retestErrors', 5, 2),
  ...forUnits('unvisited', 'unvisited', 50, 2),
  ...forUnits('ortho-k-jump', 'orthoKJump', 1, 1),
]

/** The threshold as it is shown: 0.75D/年. */
export const thresholdText = ({ indicator, threshold }: Pick<WarningRule, 'indicator' | 'threshold'>) =>
  `${threshold.toFixed(INDICATORS[indicator].decimals)}${INDICATORS[indicator].unit}`

/** Of a value that warns, against the threshold. */
export const SIGNS: Record<Direction, string> = { atLeast: '≥', above: '>', below: '<' }

/** 近视进展快 ≥0.75D/年 */
export function ruleText(one: Pick<WarningRule, 'indicator' | 'threshold'>): string {
  const { label, direction } = INDICATORS[one.indicator]
  return direction === null ? label : `${label}${SIGNS[direction]}${thresholdText(one)}`
}
