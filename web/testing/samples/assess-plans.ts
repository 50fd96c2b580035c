import type {
  AssessPlan,
  AssessPlanRow,
  AssessProgress,
  AssessProposal,
  AssessRanking,
  AssessRankingRow,
  AssessUnitRow,
} from '#contract/assessment/plan-schemas.ts'
import type { LeafBoard, LeafBoardRow } from '#contract/assessment/review-schemas.ts'
import { DEFAULT_GRADES } from '#contract/assessment/totals.ts'
import { sampleHeads } from './assessments.ts'
import { ORG_IDS } from './users.ts'

export const assessProgress = (change: Partial<AssessProgress> = {}): AssessProgress => ({
  units: 12,
  untouched: 3,
  draft: 2,
  submitted: 4,
  returned: 1,
  firstPassed: 0,
  passed: 2,
  openAppeals: 0,
  ...change,
})

export const assessPlanRow = (change: Partial<AssessPlanRow> = {}): AssessPlanRow => ({
  planId: 61,
  version: 3,
  name: '2026年近视防控工作考核',
  year: 2026,
  object: 3,
  status: 1,
  ownerName: '西湖区教育局',
  startsOn: '2026-11-01',
  endsOn: '2099-11-30',
  resultsAt: null,
  progress: assessProgress(),
  own: true,
  ...change,
})

const unit = (orgId: number, orgName: string) => ({ orgId, orgName, areaName: '西湖区' })
export const SCHOOLS = [unit(ORG_IDS.school, '文一路小学'), unit(101, '文二路小学'), unit(102, '学军小学')]

/** Published, with two schools of which the first has begun. */
export const assessPlan = (change: Partial<AssessPlan> = {}): AssessPlan => ({
  planId: 61,
  version: 3,
  name: '2026年近视防控工作考核',
  year: 2026,
  object: 3,
  status: 1,
  startsOn: '2026-11-01',
  endsOn: '2099-11-30',
  appealDays: 5,
  twoReviewers: false,
  rankingForUnits: false,
  bonusLimit: 5,
  screeningPlanId: 21,
  screeningPlanName: '2026年秋季视力筛查',
  lastPlanId: null,
  lastPlanName: null,
  coOrgId: null,
  coOrgName: null,
  ownerOrgId: ORG_IDS.government,
  ownerName: '西湖区教育局',
  indicators: sampleHeads(),
  grades: DEFAULT_GRADES,
  units: SCHOOLS.slice(0, 2).map((each, nth) => ({ ...each, applicationId: 71 + nth, touched: nth === 0 })),
  publishedAt: '2026-11-01T01:00:00.000Z',
  closedAt: null,
  measuredAt: null,
  resultsAt: null,
  appealsUntil: null,
  progress: assessProgress(),
  own: true,
  reviews: true,
  faults: [],
  events: [
    {
      at: '2026-11-01T01:00:00.000Z',
      userName: '区局干部',
      orgName: '西湖区教育局',
      text: '发布计划，2个单位参加',
    },
  ],
  ...change,
})

export const assessDraft = (change: Partial<AssessPlan> = {}): AssessPlan =>
  assessPlan({ status: 0, publishedAt: null, ...change })

export const assessProposal = (change: Partial<AssessProposal> = {}): AssessProposal => ({
  objects: [3, 4],
  earlier: [{ planId: 51, name: '2025年近视防控工作考核', year: 2025, object: 3 }],
  screeningPlans: [{ id: 21, name: '2026年秋季视力筛查' }],
  coOrgs: [{ id: 2, name: '西湖区卫生健康局' }],
  ...change,
})

export const assessUnitRow = (change: Partial<AssessUnitRow> = {}): AssessUnitRow => ({
  ...unit(ORG_IDS.school, '文一路小学'),
  applicationId: 71,
  status: 1,
  touched: true,
  missed: false,
  selfTotal: 92.5,
  total: null,
  scored: 1,
  toScore: 4,
  submittedAt: '2026-11-20T02:00:00.000Z',
  returnedUntil: null,
  approvalId: 9,
  appeal: null,
  ...change,
})

export const rankingRow = (change: Partial<AssessRankingRow> = {}): AssessRankingRow => ({
  ...unit(ORG_IDS.school, '文一路小学'),
  applicationId: 71,
  place: 1,
  total: 93.5,
  bonus: 2,
  grade: '优秀',
  missed: false,
  lastTotal: 90,
  lastPlace: 2,
  heads: [55, 36.5, 2],
  ...change,
})

export const assessRanking = (change: Partial<AssessRanking> = {}): AssessRanking => ({
  planId: 61,
  planName: '2026年近视防控工作考核',
  year: 2026,
  object: 3,
  resultsAt: null,
  lastPlanName: '2025年近视防控工作考核',
  otherIndicators: false,
  heads: sampleHeads().map(({ name, points, bonus }) => ({ name, points, bonus })),
  rows: [rankingRow()],
  grades: DEFAULT_GRADES.map((grade, nth) => ({ ...grade, units: nth === 0 ? 1 : 0 })),
  mean: 93.5,
  waiting: 0,
  ...change,
})

export const leafBoardRow = (change: Partial<LeafBoardRow> = {}): LeafBoardRow => ({
  ...unit(ORG_IDS.school, '文一路小学'),
  applicationId: 71,
  status: 1,
  selfScore: 38,
  text: '校长任组长，每学期研究部署一次。',
  files: [],
  measured: null,
  computedScore: null,
  reviews: [],
  round: 1,
  outlier: false,
  ...change,
})

/** 工作小组与职责, worth 40 points, of two schools. */
export const leafBoard = (change: Partial<LeafBoard> = {}): LeafBoard => {
  const [head] = sampleHeads()
  const leaf = head?.leaves[0]
  if (!head || !leaf) throw new Error('the sample has indicators')
  return {
    leaf,
    headName: head.name,
    rows: [leafBoardRow(), leafBoardRow({ ...SCHOOLS[1], applicationId: 72, selfScore: 30, text: '' })],
    selfSpread: { mean: 34, deviation: 4, least: 30, most: 38, count: 2 },
    spread: null,
    ...change,
  }
}
