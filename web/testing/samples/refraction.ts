import { SchoolStage } from '#contract/core/codes.ts'
import type { AgeDiopter, DiopterView, GradeDiopter, StageDiopter } from '#contract/overview/diopter.ts'
import { HIDDEN_RATE, wallRate } from './walls.ts'

const { kindergarten, primary, seniorHigh, vocationalHigh } = SchoolStage.code
const spread = { students: 400, few: false, hidden: false, median: 0.125, lower: -1.25, upper: 0.5 }
const NOTHING_SHOWN = { students: null, hidden: true, median: null, lower: null, upper: null }

export const stageDiopter = (change: Partial<StageDiopter> = {}): StageDiopter => ({
  ...spread,
  students: 5_101,
  stage: primary,
  name: '小学',
  bars: [
    { from: -1, parts: [{ degree: 'low', share: 10 }] },
    {
      from: 0.5,
      parts: [
        { degree: 'pre', share: 20 },
        { degree: 'far', share: 5 },
      ],
    },
  ],
  myopic: 32.9,
  high: 0.7,
  preMyopia: wallRate(525, 1_000),
  ...change,
})
export const HIDDEN_STAGE = stageDiopter({
  ...NOTHING_SHOWN,
  bars: null,
  myopic: null,
  high: null,
  preMyopia: HIDDEN_RATE,
})
export const FEW_STAGE = stageDiopter({ stage: seniorHigh, name: '高中', students: 12, few: true })

export const gradeDiopter = (gradeNo: number, change: Partial<GradeDiopter> = {}): GradeDiopter => ({
  ...spread,
  key: `grade ${change.stage ?? primary} ${gradeNo}`,
  name: `${'零一二三四五六'[gradeNo]}年级`,
  stage: primary,
  right: -gradeNo,
  left: -gradeNo,
  lower: -gradeNo - 1,
  upper: -gradeNo + 1,
  ...change,
})
export const HIDDEN_GRADE = gradeDiopter(3, { ...NOTHING_SHOWN, right: null, left: null })
export const VOCATIONAL_GRADE = gradeDiopter(1, {
  stage: vocationalHigh,
  name: '职高一',
  right: -9,
  left: -9.1,
})

export const ageDiopter = (age: number, change: Partial<AgeDiopter> = {}): AgeDiopter => ({
  ...spread,
  age,
  reference: [1, 1.5],
  ...change,
})
export const HIDDEN_AGE = ageDiopter(8, NOTHING_SHOWN)

export const diopterView = (change: Partial<DiopterView> = {}): DiopterView => ({
  cycloplegic: false,
  students: 13_178,
  stages: [
    stageDiopter({
      stage: kindergarten,
      name: '幼儿园',
      students: 1_109,
      bars: [{ from: 0.5, parts: [{ degree: 'far', share: 40 }] }],
    }),
    stageDiopter(),
  ],
  grades: [1, 2, 3, 4, 5].map((gradeNo) => gradeDiopter(gradeNo)),
  ages: [ageDiopter(6), ageDiopter(7)],
  ...change,
})
