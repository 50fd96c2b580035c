import type { OutputOf } from '#contract/core/endpoint.ts'
import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import { PlanKind, Season } from '#contract/eyesight/plan-schemas.ts'
import type { overviewEndpoints } from '#contract/overview/endpoints.ts'
import type { AreaRates, MyopiaView } from '#contract/overview/myopia.ts'
import type { AreaDone, ProgressView } from '#contract/overview/progress.ts'
import type { WallPlan, WallRate } from '#contract/overview/wall.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'

export const PROVINCE: Unit = { level: 'province', key: { areaId: '330000' }, name: '浙江省' }
export const HANGZHOU: Unit = { level: 'city', key: { areaId: '330100' }, name: '杭州市' }
export const NINGBO: Unit = { level: 'city', key: { areaId: '330200' }, name: '宁波市' }
export const XIHU: Unit = { level: 'region', key: { areaId: '330106' }, name: '西湖区' }

export const wallPlan = (change: Partial<WallPlan> = {}): WallPlan => ({
  planId: 21,
  planName: '2026年秋季视力筛查',
  kind: PlanKind.code.routine,
  status: PlanStatus.code.underWay,
  season: Season.code.autumn,
  schoolYear: 2026,
  startsOn: '2026-11-02',
  endsOn: '2026-12-04',
  targetRate: 95,
  ...change,
})

export const wallRate = (numerator: number, denominator: number, change: number | null = null): WallRate => {
  const rate = denominator === 0 ? null : (numerator * 100) / denominator
  return {
    numerator,
    denominator,
    rate,
    change,
    last: rate === null || change === null ? null : rate - change,
    hidden: false,
  }
}
export const HIDDEN_RATE: WallRate = {
  numerator: null,
  denominator: null,
  rate: null,
  last: null,
  change: null,
  hidden: true,
}

export const schools = (begun: number, waiting = 0, unassigned = 0) => ({
  begun: { schools: begun, students: begun * 100 },
  waiting: { schools: waiting, students: waiting * 100 },
  unassigned: { schools: unassigned, students: unassigned * 100 },
})

export const areaDone = (unit: Unit, change: Partial<AreaDone> = {}): AreaDone => ({
  unit,
  expected: 1_000,
  screened: 800,
  valid: 780,
  range: schools(10),
  startsOn: null,
  perDay: 20,
  forecast: 98.4,
  ...change,
})

export const progressView = (change: Partial<ProgressView> = {}): ProgressView => ({
  total: { expected: 2_000, screened: 1_400, valid: 1_380 },
  range: schools(20),
  perDay: 40,
  forecast: 97,
  workdaysLeft: 14,
  neededPerDay: 36,
  stages: [
    { stage: 2, expected: 1_500, screened: 1_400, valid: 1_380 },
    { stage: 5, expected: 500, screened: 0, valid: 0 },
  ],
  days: [
    { day: '2026-11-02', screened: 900 },
    { day: '2026-11-13', screened: 500 },
  ],
  areas: [areaDone(HANGZHOU), areaDone(NINGBO, { screened: 600, valid: 600, forecast: 70 })],
  executors: [{ orgId: 7, name: '西湖人民医院', tasks: 3, expected: 900, screened: 500 }],
  executorCount: 1,
  tasks: { completed: 1, underWay: 2, waiting: 0, overdue: 1, waitingMost: null },
  screenedToday: 12,
  feed: [
    {
      classId: 5,
      at: '2026-11-16T06:32:05Z',
      schoolName: '西湖实验小学',
      className: '四年级3班',
      students: 38,
    },
  ],
  coverage: null,
  ...change,
})

export const areaRates = (unit: Unit, change: Partial<AreaRates> = {}): AreaRates => ({
  unit,
  valid: 780,
  begun: true,
  myopia: wallRate(400, 760, 0.18),
  poor: wallRate(420, 780),
  high: wallRate(30, 760),
  ...change,
})

export const myopiaView = (change: Partial<MyopiaView> = {}): MyopiaView => ({
  all: wallRate(760, 1_360, -0.54),
  male: wallRate(360, 700, -0.5),
  female: wallRate(400, 660, -0.6),
  comparison: {
    planName: '2025年秋季视力筛查',
    season: Season.code.autumn,
    schoolYear: 2025,
    schools: 18,
    incomparable: false,
  },
  status: PlanStatus.code.underWay,
  valid: 1_380,
  degrees: { low: 400, mid: 280, high: 70, ungraded: 10 },
  poor: wallRate(800, 1_380, -0.4),
  high: wallRate(70, 1_360, 0.1),
  referral: wallRate(430, 1_380, -0.8),
  orthoK: wallRate(16, 1_380, 0.1),
  correction: { full: 300, under: 200, not: 300 },
  stages: [
    { name: '小学', rate: wallRate(300, 800), line: 38 },
    { name: '初中', rate: wallRate(400, 560), line: 60 },
  ],
  grades: [
    { key: 'grade 2 1', name: '一年级', stage: 2, rate: wallRate(20, 150, 0.4) },
    { key: 'grade 2 2', name: '二年级', stage: 2, rate: wallRate(40, 150, -0.4) },
  ],
  trend: [
    { planId: 11, schoolYear: 2025, rate: 56.4, otherSchools: true },
    { planId: 21, schoolYear: 2026, rate: 55.9, otherSchools: false },
  ],
  properties: [{ name: '小学', urban: wallRate(160, 400), township: wallRate(140, 400) }],
  areas: [areaRates(HANGZHOU), areaRates(NINGBO, { myopia: HIDDEN_RATE })],
  breaks: { myopia: [44, 46, 48, 50], poor: [50, 52, 54, 56], high: [3, 4, 5, 6] },
  ...change,
})

type AnswerOf<Name extends keyof typeof overviewEndpoints> = OutputOf<(typeof overviewEndpoints)[Name]>
type Head = Pick<AnswerOf<'overviewProgress'>, 'plan' | 'path' | 'unit' | 'today' | 'at' | 'mark'>

/** A view of a place, as the server gives it to somebody who has seen nothing yet. */
export function wallAnswerOf<View>(
  view: View,
  { path = [PROVINCE], ...change }: Partial<Head> = {},
): Head & { view: View } {
  return {
    plan: wallPlan(),
    path,
    unit: path.at(-1) ?? PROVINCE,
    today: '2026-11-16',
    at: '2026-11-16T06:32:08Z',
    mark: 'first',
    view,
    ...change,
  }
}
