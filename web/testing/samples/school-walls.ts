import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import { Season } from '#contract/eyesight/plan-schemas.ts'
import type { ClassCell, GradeRow, SchoolView } from '#contract/overview/school.ts'
import { wallRate } from './walls.ts'

export const SCHOOL: Unit = { level: 'school', key: { orgId: 12 }, name: '西湖实验小学' }
const GRADE_NAMES = '一二三四五六'

export function classCell(gradeNo: number, classNo: number, change: Partial<ClassCell> = {}): ClassCell {
  const className = `${classNo}班`
  return {
    key: { orgId: 12, prefix: 2, gradeNo, classId: gradeNo * 100 + classNo },
    name: `${GRADE_NAMES[gradeNo - 1]}年级${className}`,
    className,
    done: { expected: 40, screened: 38, valid: 36 },
    absent: 1,
    screenedToday: 0,
    rate: wallRate(9, 36),
    behind: false,
    aboveGrade: false,
    ...change,
  }
}

/** A grade with so many classes, of which one may be given. */
export function gradeRow(gradeNo: number, classes: number, given: readonly ClassCell[] = []): GradeRow {
  const cells = Array.from(
    { length: classes },
    (_, nth) => given.find(({ className }) => className === `${nth + 1}班`) ?? classCell(gradeNo, nth + 1),
  )
  return {
    key: { orgId: 12, prefix: 2, gradeNo },
    name: `${GRADE_NAMES[gradeNo - 1]}年级`,
    stage: 2,
    done: { expected: 40 * classes, screened: 38 * classes, valid: 36 * classes },
    absent: classes,
    screenedToday: 0,
    rate: wallRate(10 * classes, 36 * classes, 1.5),
    followUp: { referral: 12, visited: 4, overdue: 3 },
    classes: cells,
  }
}

export const schoolView = (change: Partial<SchoolView> = {}): SchoolView => ({
  executors: ['杭州明眸视力筛查中心'],
  dates: { startsOn: '2026-11-02', endsOn: '2026-11-22' },
  total: { expected: 667, screened: 627, valid: 615 },
  absent: 21,
  missing: 7,
  screenedToday: 0,
  ofKindergarten: false,
  grades: [gradeRow(1, 3), gradeRow(2, 3)],
  all: wallRate(247, 615, -0.74),
  male: wallRate(115, 300, -0.9),
  female: wallRate(132, 315, -0.74),
  poor: wallRate(300, 615, 0.06),
  high: wallRate(6, 615, 0.08),
  reserveShort: wallRate(0, 615),
  comparison: {
    planName: '2025年秋季视力筛查',
    season: Season.code.autumn,
    schoolYear: 2025,
    schools: null,
    incomparable: false,
  },
  degrees: { low: 170, mid: 67, high: 6, ungraded: 4 },
  lines: [{ name: '小学', line: 38 }],
  retest: {
    drawn: 39,
    done: 22,
    owed: 9,
    items: 98,
    errors: 8,
    rate: 3.58,
    errorRate: 8.163,
    short: true,
    over: true,
    atLeast: 5,
    atMost: 5,
  },
  todo: [
    {
      kind: 'notScreened',
      count: 19,
      most: { name: '四年级1班', count: 19, expected: 39, screened: 19, absent: 1 },
      urgent: true,
    },
    { kind: 'errorsOver', count: 8, most: null, urgent: true },
    {
      kind: 'invalid',
      count: 12,
      most: { name: '一年级2班', count: 5, expected: 40, screened: 40, absent: 0 },
      urgent: false,
    },
  ],
  followUp: { referral: 207, letters: 207, acknowledged: 158, visited: 61, overdue: 0 },
  trend: [
    { planId: 11, schoolYear: 2025, rate: 40.9 },
    { planId: 21, schoolYear: 2026, rate: 40.16 },
  ],
  ...change,
})
