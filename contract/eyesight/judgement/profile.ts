// How a plan judges: authorities draw the same lines differently at -0.50, -3.00 and -6.00 D, so the lines belong to the
// plan and are printed with its figures.
import { z } from 'zod'

/** Whether the value on the line itself is past it. */
export const Operator = z.enum(['<', '<='])
export type Operator = z.infer<typeof Operator>

export const passes = (operator: Operator, value: number, bound: number): boolean =>
  operator === '<' ? value < bound : value <= bound

export const JudgementProfile = z.object({
  name: z.string('请填写标准名称').trim().min(1, '请填写标准名称').max(30, '标准名称不能超过30个字'),
  /** Myopia where SE is past -0.50 D, from the age of six. */
  myopiaOp: Operator,
  /** Moderate where SE is past -3.00 D; without meaning under two degrees. */
  midOp: Operator,
  /** High where SE is past -6.00 D. */
  highOp: Operator,
  /** Low, moderate and high, or low and high only. */
  degrees: z.literal([2, 3]),
  /** By the age table, or SE from +2.00 D on at every age. */
  hyperopiaRule: z.enum(['age', 'fixed']),
  /** Whether ortho-K wearers whose naked vision was measured count for poor vision too. */
  orthoKPoor: z.boolean().default(false),
  /** By risk, or by poor vision alone as in the field; plans made before there was a choice have the latter. */
  warningGrades: z.enum(['risk', 'poorVision']).default('risk'),
})
export type JudgementProfile = z.output<typeof JudgementProfile>

export const JUDGEMENT_PROFILES = {
  A: {
    name: '防控指南三级（默认）',
    myopiaOp: '<',
    midOp: '<',
    highOp: '<',
    degrees: 3,
    hyperopiaRule: 'age',
    orthoKPoor: false,
    warningGrades: 'risk',
  },
  N: {
    name: '2019年全国学生调研三级',
    myopiaOp: '<',
    midOp: '<=',
    highOp: '<',
    degrees: 3,
    hyperopiaRule: 'age',
    orthoKPoor: false,
    warningGrades: 'risk',
  },
  B: {
    name: '防控指南更新版两级（2021）',
    myopiaOp: '<=',
    midOp: '<=',
    highOp: '<=',
    degrees: 2,
    hyperopiaRule: 'age',
    orthoKPoor: false,
    warningGrades: 'risk',
  },
} as const satisfies Record<string, JudgementProfile>
export type ProfileKey = keyof typeof JUDGEMENT_PROFILES
export const DEFAULT_PROFILE: JudgementProfile = JUDGEMENT_PROFILES.A

const past = (operator: Operator): string => (operator === '<' ? '<' : '≤')
const notPast = (operator: Operator): string => (operator === '<' ? '≤' : '<')

function degreeSentence({ myopiaOp, midOp, highOp, degrees }: JudgementProfile): string {
  const near = `等效球镜${past(myopiaOp)}-0.50D`
  const high = `高度为等效球镜${past(highOp)}-6.00D；取较重眼。`
  if (degrees === 2) return `近视程度：低度为-6.00D${notPast(highOp)}${near}，${high}`
  const mid = `中度为-6.00D${notPast(highOp)}等效球镜${past(midOp)}-3.00D`
  return `近视程度：低度为-3.00D${notPast(midOp)}${near}，${mid}，${high}`
}

const orthoKDegreeSentence = (degrees: 2 | 3): string =>
  degrees === 2
    ? '角膜塑形镜佩戴者按登记的塑形镜度数分度：≤600度为低度，>600度为高度；未登记度数的不分度。'
    : '角膜塑形镜佩戴者按登记的塑形镜度数分度：≤300度为低度，≤600度为中度，>600度为高度；未登记度数的不分度。'

const HYPEROPIA_SENTENCES = {
  age: '远视：任一眼等效球镜，4周岁以下>+3.00D，4至5周岁>+2.00D，6至7周岁>+1.50D，8周岁及以上>+0.50D。',
  fixed: '远视：任一眼等效球镜≥+2.00D。',
} as const

/** The two ways in which a plan grades its warnings. */
export const WARNING_GRADES = {
  risk: {
    label: '风险分级',
    sentences: [
      '预警级别（风险分级）：按现在看得见的视力（戴镜者取戴镜视力，否则取裸眼视力，较差眼）、屈光度和矫正情况，取最重的一项。',
      '三级：视力<4.5，或等效球镜<-6.00D，或>+6.00D，或柱镜绝对值>4.00D；二级：视力<4.7，或屈光参差，或未戴镜且柱镜绝对值>2.00D；一级：视力<4.9，或近视未矫、欠矫，或其他建议就诊的情形；关注：近视已足矫，或近视前期且等效球镜<0.00D。',
      '幼儿园：视力低于年龄界限为一级，低于界限0.2以上为二级，低于界限0.4以上为三级；屈光不正或其他建议就诊的情形为一级；远视储备不足为关注。角膜塑形镜佩戴者只看戴镜视力。',
    ],
  },
  poorVision: {
    label: '视力不良分级',
    sentences: ['预警级别（视力不良分级）：按裸眼视力、等效球镜、柱镜各自的年龄界限分级，取最重的一项。'],
  },
} as const

const POOR_VISION_SENTENCE =
  '视力不良：任一眼裸眼视力<5.0；较差眼4.9为轻度，4.6至4.8为中度，4.5及以下为重度。'

/** The rules in sentences, for explanations and under reports; `ofKindergarten`: for nobody else. */
export function describeProfile(profile: JudgementProfile, ofKindergarten = false): string[] {
  const { myopiaOp, degrees, hyperopiaRule, orthoKPoor, warningGrades } = profile
  return [
    '等效球镜=球镜+柱镜÷2，非睫状肌麻痹验光结果。',
    `近视：裸眼视力<5.0 且等效球镜${past(myopiaOp)}-0.50D（同一眼），或佩戴角膜塑形镜。`,
    '幼儿园未满6周岁：裸眼视力<4.9 且等效球镜≤-0.50D（同一眼）为近视。',
    degreeSentence(profile),
    orthoKDegreeSentence(degrees),
    `近视前期：较重眼-0.50D${notPast(myopiaOp)}等效球镜≤+0.75D；幼儿园未满6周岁为-0.50D<等效球镜≤+0.75D。`,
    ...(ofKindergarten ? [] : [POOR_VISION_SENTENCE]),
    '幼儿园视力低常：任一眼裸眼视力，5周岁及以上≤4.9，4周岁≤4.8，3周岁≤4.7，3周岁以下≤4.6，或两眼相差两行及以上。',
    `角膜塑形镜佩戴者${orthoKPoor ? '测得裸眼视力的，同样按裸眼视力判定' : '不计入'}${ofKindergarten ? '视力低常' : '视力不良'}。`,
    HYPEROPIA_SENTENCES[hyperopiaRule],
    '散光：任一眼柱镜绝对值≥0.50D；≤2.00D为低度，≤4.00D为中度，>4.00D为高度。',
    '屈光参差：两眼球镜相差>1.50D，或柱镜相差>1.00D。',
    '远视储备不足（幼儿园）：任一眼等效球镜<0.00D。',
    ...WARNING_GRADES[warningGrades].sentences,
  ]
}
