import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import type { ParentsView } from '#contract/overview/parents.ts'
import type { RankingView } from '#contract/overview/ranking.ts'
import type { StudentsView } from '#contract/overview/students.ts'
import type { AreaSummary, SummaryView } from '#contract/overview/summary.ts'
import type { Warned } from '#contract/overview/warned.ts'
import {
  areaDone,
  areaRates,
  HANGZHOU,
  HIDDEN_RATE,
  myopiaView,
  NINGBO,
  progressView,
  wallRate,
} from './walls.ts'

const life = { waiting: 60, notified: 30, acted: 6, closed: 4, overdue: 2 }
export const WARNED: Warned = {
  warned: 104,
  life,
  levels: [
    { level: 3, warned: 4, life: null },
    { level: 2, warned: 40, life },
    { level: 1, warned: 60, life },
  ],
}

export function areaSummary(unit: Unit, change: Partial<AreaSummary> = {}): AreaSummary {
  const { valid: _valid, ...rates } = areaRates(unit)
  return {
    ...areaDone(unit),
    ...rates,
    referral: wallRate(240, 780),
    visited30: wallRate(60, 240),
    visited90: wallRate(96, 240),
    warned: 90,
    ...change,
  }
}

export function summaryView(change: Partial<SummaryView> = {}): SummaryView {
  const { total, range, perDay, forecast, workdaysLeft, neededPerDay, tasks } = progressView()
  const { all, male, female, comparison, status, poor, high, referral, breaks } = myopiaView()
  return {
    ...{ total, range, perDay, forecast, workdaysLeft, neededPerDay, tasks },
    ...{ all, male, female, comparison, status, poor, high, referral, breaks },
    visited30: wallRate(100, 430),
    visited90: wallRate(150, 430),
    warned: WARNED,
    areas: [
      areaSummary(HANGZHOU),
      areaSummary(NINGBO, {
        myopia: HIDDEN_RATE,
        poor: HIDDEN_RATE,
        warned: null,
        forecast: 70,
        screened: 600,
      }),
    ],
    ...change,
  }
}

const school = (orgId: number, name: string): Unit => ({ level: 'school', key: { orgId }, name })
const nobody = { ranked: 0, best: [], worst: [] }

export const rankingView = (change: Partial<RankingView> = {}): RankingView => {
  const [first, second] = [school(1, '文一路小学'), school(2, '学军小学')]
  return {
    comparison: myopiaView().comparison,
    areas: {
      stages: ['小学', '初中'],
      rate: {
        ranked: 2,
        best: [
          { unit: NINGBO, rank: 1, value: 52.81, counted: 900 },
          { unit: HANGZHOU, rank: 2, value: 57.29, counted: 760 },
        ],
        worst: [
          { unit: NINGBO, rank: 1, value: 52.81, counted: 900 },
          { unit: HANGZHOU, rank: 2, value: 57.29, counted: 760 },
        ],
      },
      improvement: nobody,
      completion: nobody,
    },
    schools: [
      {
        key: '2',
        stage: '小学',
        rate: {
          ranked: 12,
          best: [{ unit: first, rank: 1, value: 30.5, counted: 200 }],
          worst: [{ unit: second, rank: 12, value: 44.25, counted: 300 }],
        },
        improvement: nobody,
        completion: {
          ranked: 12,
          best: [{ unit: first, rank: 1, value: 99, counted: 210 }],
          worst: [{ unit: second, rank: 12, value: 61, counted: 320 }],
        },
      },
      { key: '3', stage: '初中', rate: nobody, improvement: nobody, completion: nobody },
    ],
    ...change,
  }
}

const followed = {
  valid: 780,
  referral: wallRate(240, 780),
  visited: wallRate(120, 240),
  visited30: wallRate(60, 240),
  visited90: wallRate(96, 240),
}

export const studentsView = (change: Partial<StudentsView> = {}): StudentsView => ({
  ...followed,
  letters: 700,
  warned: WARNED,
  stages: [
    {
      stage: 2,
      ...followed,
      levels: [
        { level: 1, students: 78 },
        { level: 2, students: 39 },
        { level: 3, students: 0 },
      ],
    },
    { stage: 4, ...followed, referral: HIDDEN_RATE, levels: null },
  ],
  areas: [
    { unit: HANGZHOU, ...followed, warned: 90, closed: 4 },
    { unit: NINGBO, ...followed, referral: HIDDEN_RATE, visited90: HIDDEN_RATE, warned: 3, closed: null },
  ],
  ...change,
})

const families = {
  ...{ valid: 780, letters: 700, opened: wallRate(420, 700), acknowledged: wallRate(350, 700) },
  ...{ referral: followed.referral, visited: followed.visited },
  ...{ visited30: followed.visited30, visited90: followed.visited90 },
}

export const parentsView = (change: Partial<ParentsView> = {}): ParentsView => ({
  ...families,
  areas: [
    { unit: NINGBO, ...families, acknowledged: wallRate(70, 700) },
    { unit: HANGZHOU, ...families },
  ],
  ...change,
})
