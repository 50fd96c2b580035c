import type {
  Application,
  ApplicationLeaf,
  ApplicationRow,
  EvidenceFile,
  LeafReview,
} from '#contract/assessment/application-schemas.ts'
import type { Head, Leaf } from '#contract/assessment/indicators.ts'
import type { Measured } from '#contract/assessment/metrics.ts'
import { DEFAULT_GRADES } from '#contract/assessment/totals.ts'
import { ORG_IDS } from './users.ts'

const evidenceLeaf = (key: string, name: string, points: number, change: Partial<Leaf> = {}): Leaf => ({
  key,
  name,
  points,
  rule: `${name}：按材料评分。`,
  computed: null,
  filesRequired: false,
  ...change,
})

/** Two heads of a hundred points, one of them with a computed indicator, and extra points. */
export const sampleHeads = (): Head[] => [
  {
    key: 'h1',
    name: '组织领导',
    points: 60,
    bonus: false,
    leaves: [
      evidenceLeaf('h1l1', '工作小组与职责', 40, { filesRequired: true }),
      evidenceLeaf('h1l2', '工作方案', 20),
    ],
  },
  {
    key: 'h2',
    name: '视力监测',
    points: 40,
    bonus: false,
    leaves: [
      evidenceLeaf('h2l1', '完成率', 30, { computed: { metric: 'completion', full: 95, zero: 80 } }),
      evidenceLeaf('h2l2', '监测总结', 10),
    ],
  },
  { key: 'h3', name: '加分项', points: 5, bonus: true, leaves: [evidenceLeaf('h3l1', '特色做法', 5)] },
]

export const completionOf = (change: Partial<Measured> = {}): Measured => ({
  metric: 'completion',
  value: 92,
  leftOut: null,
  numerator: 460,
  denominator: 500,
  last: null,
  orthoK: null,
  ...change,
})

export const evidenceFile = (change: Partial<EvidenceFile> = {}): EvidenceFile => ({
  fileId: '0d6f1f6e-6c1f-4c1e-9d51-6f7a5a1c0001',
  name: '会议纪要.pdf',
  type: 'application/pdf',
  bytes: 1_258_291,
  uploadedBy: '周校医',
  uploadedAt: '2026-11-18T02:20:00.000Z',
  ...change,
})

export const leafReview = (change: Partial<LeafReview> = {}): LeafReview => ({
  round: 1,
  score: 35,
  reason: '缺少分工文件',
  reviewerName: '区局干部',
  at: '2026-12-10T03:00:00.000Z',
  version: 1,
  ...change,
})

export const applicationLeaf = (leafKey: string, change: Partial<ApplicationLeaf> = {}): ApplicationLeaf => ({
  leafKey,
  version: 0,
  selfScore: null,
  text: '',
  savedBy: null,
  savedAt: null,
  files: [],
  measured: null,
  computedScore: null,
  reviews: null,
  ...change,
})

/** Of a school that has begun: one indicator is written, one is computed, the rest is open. */
export const sampleLeaves = (change: Record<string, Partial<ApplicationLeaf>> = {}): ApplicationLeaf[] => [
  applicationLeaf('h1l1', {
    version: 2,
    selfScore: 38,
    text: '校长任组长，每学期研究部署一次。',
    savedBy: '周校医',
    savedAt: '2026-11-18T02:30:00.000Z',
    files: [evidenceFile()],
    ...change.h1l1,
  }),
  applicationLeaf('h1l2', change.h1l2),
  applicationLeaf('h2l1', { measured: completionOf(), computedScore: 24, ...change.h2l1 }),
  applicationLeaf('h2l2', change.h2l2),
  applicationLeaf('h3l1', change.h3l1),
]

const NOTHING_TO_DO: Application['may'] = {
  edit: false,
  submit: false,
  appeal: false,
  review: null,
  answerAppeal: false,
  grantLate: false,
  seeRanking: false,
}

/** What a caller may do, all else being denied. */
export const may = (change: Partial<Application['may']>): Application['may'] => ({
  ...NOTHING_TO_DO,
  ...change,
})

export const sampleApplication = (change: Partial<Application> = {}): Application => ({
  applicationId: 71,
  planId: 61,
  planName: '2026年近视防控工作考核',
  year: 2026,
  object: 3,
  planStatus: 1,
  ownerName: '西湖区教育局',
  coOrgName: null,
  orgId: ORG_IDS.school,
  orgName: '文一路小学',
  status: 0,
  missed: false,
  startsOn: '2026-11-01',
  endsOn: '2099-11-30',
  submitUntil: '2099-11-30',
  submissions: 0,
  submittedAt: null,
  returnReason: null,
  indicators: sampleHeads(),
  bonusLimit: 5,
  grades: DEFAULT_GRADES,
  leaves: sampleLeaves(),
  measuredAt: '2026-11-19T01:00:00.000Z',
  measuredFinal: false,
  selfTotal: null,
  total: null,
  place: null,
  placeOf: null,
  grade: null,
  lastTotal: null,
  resultsAt: null,
  appealsUntil: null,
  appeal: null,
  may: may({ edit: true, submit: true }),
  approvalId: null,
  events: [
    {
      at: '2026-11-01T01:00:00.000Z',
      userName: '区局干部',
      orgName: '西湖区教育局',
      text: '发布计划，12个单位参加',
    },
  ],
  ...change,
})

export const applicationRow = (change: Partial<ApplicationRow> = {}): ApplicationRow => ({
  applicationId: 71,
  planId: 61,
  planName: '2026年近视防控工作考核',
  year: 2026,
  ownerName: '西湖区教育局',
  planStatus: 1,
  status: 0,
  touched: true,
  missed: false,
  startsOn: '2026-11-01',
  endsOn: '2099-11-30',
  submitUntil: '2099-11-30',
  filled: 1,
  toFill: 4,
  total: null,
  place: null,
  grade: null,
  ...change,
})
