// One school: how far its classes are, what was found in them, what is to do. The figures are those of its report.
import type { z } from 'zod'
import { SchoolStage } from '#contract/core/codes.ts'
import { BizError } from '#contract/core/error-codes.ts'
import { isSuppressed } from '#contract/eyesight/figures/figure-small-cells.ts'
import { missingTo } from '#contract/overview/pace.ts'
import type { SchoolView } from '#contract/overview/school.ts'
import type { SchoolWallQuery } from '#contract/overview/wall.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import type { DisclosedTally } from '#contract/reports/report/measure.ts'
import type { UserCtx } from '../../core/context.ts'
import type { PlanRecord } from '../../eyesight/plans/access-queries.ts'
import { type IntakeTotals, selectIntake } from '../../eyesight/plans/intake-queries.ts'
import { type ClassRow, selectLetterClasses } from '../../letters/tracking-queries.ts'
import { gradesWithPrevious } from '../../reports/lines/comparison-lines.ts'
import { gradeTree, stageTree } from '../../reports/lines/stage-tree.ts'
import { TARGET_LINES } from '../../reports/lines/targets.ts'
import { type Basis, suppressionIn } from '../../reports/report-basis.ts'
import { gradesFromClasses, readSchoolFigures } from '../../reports/school-figures.ts'
import { reportBasisAt } from '../report-basis.ts'
import { readTrend } from '../trend.ts'
import { answerWall, type WallBasis } from '../wall.ts'
import { type Fraction, sharesOf, wallRate } from '../wall-rates.ts'
import { doneOf, followUpOf, gradeRowOf } from './school-cells.ts'
import { comparedGrades, NOTHING_COMPARED } from './school-change.ts'
import { selectScreenedToday, selectTaskDays } from './school-queries.ts'
import { todoOf } from './school-todo.ts'

const MYOPIA = { numerator: 'myopia', denominator: 'rated' } as const
const HIGH: Fraction = { numerator: 'myopiaHigh', denominator: 'rated' }
const POOR = { numerator: 'poor', denominator: 'valid' } as const
const RESERVE_SHORT: Fraction = { numerator: 'reserveShort', denominator: 'valid' }

export const findSchoolWall = (ctx: UserCtx, query: z.output<typeof SchoolWallQuery>) =>
  answerWall(ctx, query, 'school', makeSchoolView)

async function makeSchoolView(wall: WallBasis): Promise<SchoolView> {
  const { place } = wall.resolved
  if (place.level !== 'school') throw new BizError(650, '请选择一所学校')
  const basis = await reportBasisAt(wall, 'school', place)
  const { plan, lastPlan } = basis
  const workAsked = readWork(basis)
  const figures = await readSchoolFigures(basis)
  const { totals, executors, letters, dates, today } = await workAsked
  const grades = gradesFromClasses(figures.now, place.orgId)
  const last = figures.last && gradesFromClasses(figures.last, place.orgId)
  const trees = [gradeTree(grades), stageTree(grades)] as const
  const suppression = suppressionIn(
    basis,
    last ? [...trees, gradeTree(gradesWithPrevious(grades, last).now)] : trees,
  )
  const compared = last ? comparedGrades(basis, grades, last) : NOTHING_COMPARED
  const ofKindergarten =
    grades.length > 0 && grades.every(({ stage }) => stage === SchoolStage.code.kindergarten)
  const fraction = ofKindergarten ? POOR : MYOPIA
  const whole: DisclosedTally = { tally: trees[0].tally, suppression: suppression(trees[0].key) }
  const rate = (of: Fraction) => wallRate(whole, of, compared.whole)
  const counts = whole.tally[0]
  const rows = grades.flatMap((grade) =>
    gradeRowOf(grade, { classes: figures.now, suppression, compared, fraction, today, letters }),
  )
  const total = doneOf(counts)
  const work = {
    dates,
    missing: missingTo(total, plan.targetRate),
    retest: retestOf(totals, plan),
    followUp: funnelOf(whole, letters),
  }
  return {
    ...work,
    executors,
    total,
    absent: counts.absent,
    screenedToday: rows.reduce((sum, { screenedToday }) => sum + screenedToday, 0),
    ofKindergarten,
    grades: rows,
    all: rate(fraction),
    male: rate({ ...fraction, sex: 1 }),
    female: rate({ ...fraction, sex: 2 }),
    poor: rate(POOR),
    high: rate(HIGH),
    reserveShort: rate(RESERVE_SHORT),
    comparison: lastPlan && {
      planName: lastPlan.name,
      season: lastPlan.season,
      schoolYear: lastPlan.schoolYear,
      schools: null,
      incomparable: compared.whole === null,
    },
    degrees: sharesOf(whole, {
      low: 'myopiaLow',
      mid: 'myopiaMid',
      high: 'myopiaHigh',
      ungraded: 'myopiaUngraded',
    }),
    lines: ofKindergarten
      ? []
      : TARGET_LINES.filter(({ stages }) =>
          grades.some((grade) => stages.some((stage) => stage === grade.stage)),
        ).map(({ name, line }) => ({ name, line })),
    todo: todoOf({
      view: work,
      cells: rows.flatMap(({ classes }) => classes),
      conflicts: totals.conflicts,
      today: wall.today,
      isOver: plan.status >= PlanStatus.code.ended,
    }),
    trend: await readTrend(basis, fraction),
  }
}

/** How the work goes on, asked as the school itself would: of its own tasks alone. */
function readWork(basis: Basis<'school'>) {
  const { plan, place, resolved } = basis
  const { orgId } = place
  const who = { ...resolved.who, scope: { kind: 'org', orgId } as const }
  return basis.inParallel(async (db) => {
    const { list, totals } = await selectIntake(db, who, plan, { planId: plan.id, pageNum: 1, pageSize: 1 })
    return {
      totals,
      executors: list[0]?.executorNames ?? [],
      letters: await selectLetterClasses(db, who, { planId: plan.id, orgId }),
      dates: await selectTaskDays(db, plan.id, orgId),
      today: await selectScreenedToday(db, plan.id, orgId),
    }
  })
}

function retestOf(totals: IntakeTotals, { retestRatio, errorCap }: PlanRecord): SchoolView['retest'] {
  const { retestDrawn: drawn, retestDone: done, items, errors, valid } = totals
  return {
    drawn,
    done,
    owed: Math.max(0, Math.ceil((valid * retestRatio) / 100) - done),
    items,
    errors,
    rate: totals.retestRate,
    errorRate: totals.errorRate,
    short: totals.retestShort,
    over: totals.errorsOver,
    atLeast: retestRatio,
    atMost: errorCap,
  }
}

/** Those advised to see a doctor: whose family has the letter, has answered, and went. */
function funnelOf(whole: DisclosedTally, letters: readonly ClassRow[]): SchoolView['followUp'] {
  const sum = (name: 'referredPrinted' | 'referredAcknowledged' | 'overdue') =>
    letters.reduce((total, row) => total + row[name], 0)
  const followed = followUpOf(whole, sum('overdue'))
  const isShown = !isSuppressed(whole.suppression, 'referral')
  return {
    referral: isShown ? whole.tally[0].referral : null,
    letters: followed && sum('referredPrinted'),
    acknowledged: followed && sum('referredAcknowledged'),
    visited: followed?.visited ?? null,
    overdue: followed?.overdue ?? null,
  }
}
