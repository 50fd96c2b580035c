import { SchoolStage, YesNo } from '#contract/core/codes.ts'
import { COUNTER_NAMES } from '#contract/eyesight/figures/counters.ts'
import { Counts, type IndicatorTable, type Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import { addRanges, type RangeCounts } from '#contract/eyesight/figures/plan-range.ts'
import { DEFAULT_PROFILE } from '#contract/eyesight/judgement/profile.ts'
import {
  DEFAULT_ITEMS,
  type PlanChoice,
  type PlanDetail,
  PlanKind,
  type PlanRow,
  Season,
} from '#contract/eyesight/plan-schemas.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { DISTRICT, DISTRICT_NAME } from './areas.ts'

export const NO_PLAN_ACTIONS: PlanRow['can'] = {
  edit: false,
  delete: false,
  publish: false,
  end: false,
  reopen: false,
  archive: false,
  addTask: false,
}

/** A plan of the sample district, under way, on which the reader may do nothing. */
/** Parts of a plan's range; those not given are empty. */
export const rangeCounts = (parts: Partial<RangeCounts> = {}): RangeCounts => ({ ...addRanges([]), ...parts })

export const planRow = (change: Partial<PlanRow> = {}): PlanRow => ({
  planId: 21,
  planName: '2026年秋季视力筛查',
  status: PlanStatus.code.underWay,
  schoolYear: 2026,
  season: Season.code.autumn,
  kind: PlanKind.code.routine,
  startsOn: '2026-09-01',
  endsOn: '2026-12-31',
  ownerOrgName: '西湖区教育局',
  areaNames: [DISTRICT_NAME],
  stages: [SchoolStage.code.primary],
  targetRate: 95,
  taskCount: 3,
  progress: { expected: 1200, screened: 600, valid: 590 },
  range: rangeCounts({ begun: { schools: 3, students: 1200 } }),
  version: 5,
  can: NO_PLAN_ACTIONS,
  ...change,
})

export const planDetail = (change: Partial<PlanDetail> = {}): PlanDetail => ({
  ...planRow(),
  areaIds: [DISTRICT.regionId],
  includeDirect: YesNo.code.yes,
  items: DEFAULT_ITEMS,
  profile: DEFAULT_PROFILE,
  profileText: ['等效球镜小于 -0.50D 为近视'],
  lastPlanId: null,
  lastPlanName: null,
  retestRatio: 5,
  errorCap: 5,
  schoolMayAdd: false,
  remark: null,
  createdByName: '区局干部',
  createdAt: '2026-08-20T01:00:00.000Z',
  publishedAt: '2026-08-21T01:00:00.000Z',
  endedAt: null,
  archivedAt: null,
  tasksByStatus: { waiting: 1, underWay: 1, completed: 1 },
  ...change,
})

export const planChoice = (change: Partial<PlanChoice> = {}): PlanChoice => ({
  planId: 21,
  planName: '2026年秋季视力筛查',
  kind: PlanKind.code.routine,
  status: PlanStatus.code.underWay,
  schoolYear: 2026,
  season: Season.code.autumn,
  startsOn: '2026-09-01',
  endsOn: '2026-12-31',
  lastPlanId: null,
  own: true,
  ownerLevel: 3,
  ...change,
})

/** The sample plan as a page of figures names it. */
export const FIGURE_PLAN: IndicatorTable['plan'] = {
  planId: 21,
  planName: '2026年秋季视力筛查',
  status: PlanStatus.code.underWay,
  kind: PlanKind.code.routine,
  season: Season.code.autumn,
  schoolYear: 2026,
  targetRate: 95,
}

/** All counters at zero but those given. */
export const counts = (given: Partial<Counts> = {}): Counts =>
  Counts.parse({ ...Object.fromEntries(COUNTER_NAMES.map((name) => [name, 0])), ...given })

export const DISTRICT_UNIT: Unit = { level: 'region', key: { areaId: DISTRICT.regionId }, name: '西湖区' }
export const SCHOOL_UNIT: Unit = { level: 'school', key: { orgId: 100 }, name: '文一路小学' }
