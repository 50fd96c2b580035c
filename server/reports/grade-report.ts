// The report of a grade: its classes.

import { SchoolStage } from '#contract/core/codes.ts'
import { BizError } from '#contract/core/error-codes.ts'
import { COMPARED_AS } from '#contract/eyesight/figures/rates.ts'
import type { Report } from '#contract/reports/report/report.ts'
import type { ReportQuery } from '#contract/reports/report/report-schemas.ts'
import type { UserCtx } from '../core/context.ts'
import { maySeeStudents } from '../eyesight/figures/figure-suppression.ts'
import { tookPartOnce } from './lines/comparison-lines.ts'
import { type Counted, WHOLE_KEY } from './lines/counted-tree.ts'
import { lineOf } from './lines/report-table.ts'
import { type Made, makeReport } from './make-report.ts'
import { type Basis, rangeOfUnit, suppressionIn } from './report-basis.ts'
import { selectAbsences } from './report-queries.ts'
import {
  type CountedClass,
  hasPartOnly,
  readSchoolFigures,
  titleOf,
  wholeOfClasses,
} from './school-figures.ts'
import { cohortBreakdown } from './sections/cohort-breakdown.ts'
import { type ComparedBreakdown, comparisonSection, incomparableNote } from './sections/comparison-section.ts'
import { breakdownOf, myopiaSection, otherFindings } from './sections/finding-sections.ts'
import { followUpSection, readFollowUp } from './sections/follow-up-section.ts'
import { overviewSection } from './sections/overview-section.ts'
import { sexBreakdown } from './sections/sex-breakdown.ts'

type OfGrade = Basis<'grade'>

export const findGradeReport = (ctx: UserCtx, query: ReportQuery): Promise<Report> =>
  makeReport(ctx, 'grade', query, makeGradeReport)

async function makeGradeReport(basis: OfGrade): Promise<Made> {
  const { place, plan, ctx, resolved } = basis
  const figures = await readSchoolFigures(basis)
  const own = (classes: readonly CountedClass[]) =>
    classes.filter(({ stage, gradeNo }) => stage === place.stage && gradeNo === place.gradeNo)
  const classes = own(figures.now)
  // Of a grade without a class of the caller's there is nothing to report.
  if (classes.length === 0) throw new BizError(650)
  const whole = wholeOfClasses(classes)
  const suppression = suppressionIn(basis, [whole])
  const breakdown = breakdownOf('class', '班级', lineOf(whole, suppression))
  return {
    title: titleOf(basis),
    ofKindergarten: place.stage === SchoolStage.code.kindergarten,
    sections: [
      overviewSection({
        place: '本年级',
        breakdowns: [breakdown],
        range: await rangeOfUnit(basis),
        classes: classes.length,
        absences: await selectAbsences(ctx.db, resolved.who, place, plan.id),
        basis,
        sexes: true,
      }),
      myopiaSection(
        [
          { ...breakdown, sexes: true },
          { ...sexBreakdown(whole, suppression), sexes: false },
        ],
        '',
      ),
      ...otherFindings(breakdown, plan.profile.degrees, place.stage),
      followUpSection(basis, await readFollowUp(basis, hasPartOnly(basis)), breakdown.line.now),
      comparisonSection(
        basis,
        figures.last ? comparedBreakdowns(basis, { whole, classes }, own(figures.last), figures.last) : [],
      ),
    ],
  }
}

/**
 * The same grade then, which were others and are not for a grade head to see; and today's classes then, which were in
 * another grade.
 */
function comparedBreakdowns(
  basis: OfGrade,
  now: { whole: Counted; classes: CountedClass[] },
  sameGrade: readonly CountedClass[],
  everybody: readonly CountedClass[],
): ComparedBreakdown[] {
  const before = wholeOfClasses(sameGrade)
  const note = incomparableNote(tookPartOnce(now.whole.tally, before.tally))
  const line = {
    ...lineOf({ ...now.whole, parts: [] }, suppressionIn(basis, [now.whole])),
    name: '本年级',
    last: { tally: before.tally, suppression: suppressionIn(basis, [before], 'last')(WHOLE_KEY) },
    note,
  }
  const othersUnseen = hasPartOnly(basis) && sameGrade.length === 0
  return [
    ...(othersUnseen
      ? []
      : [{ id: 'grade', kind: '年级', heading: '与上次同年级', as: COMPARED_AS.grade, line }]),
    ...(maySeeStudents(basis.ctx) ? [cohortBreakdown(now.classes, everybody, false)] : []),
  ]
}
