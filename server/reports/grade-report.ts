// The report of a grade: its classes.

import { SchoolStage } from '#contract/core/codes.ts'
import { BizError } from '#contract/core/error-codes.ts'
import { COMPARED_AS } from '#contract/eyesight/figures/rates.ts'
import type { Report, ReportSection } from '#contract/reports/report/report.ts'
import type { ReportQuery } from '#contract/reports/report/report-schemas.ts'
import type { UserCtx } from '../core/context.ts'
import { maySeeStudents } from '../eyesight/figures/figure-suppression.ts'
import { tookPartOnce } from './lines/comparison-lines.ts'
import { type Counted, WHOLE_KEY } from './lines/counted-tree.ts'
import { lineOf } from './lines/report-table.ts'
import { type Basis, makeReport, suppressionIn } from './report-basis.ts'
import { selectAbsences } from './report-queries.ts'
import { type CountedClass, readSchoolFigures, titleOf, wholeOfClasses } from './school-figures.ts'
import { type ComparedCut, comparisonSection, noteOfUnlike } from './sections/comparison-section.ts'
import {
  correctionSection,
  cutOf,
  myopiaSection,
  refractionSection,
  visionSection,
  warningSection,
} from './sections/finding-sections.ts'
import { followedCut } from './sections/followed-cut.ts'
import { overviewSection } from './sections/overview-section.ts'
import { sexCut } from './sections/sex-cut.ts'

type OfGrade = Basis<'grade'>

export const findGradeReport = (ctx: UserCtx, query: ReportQuery): Promise<Report> =>
  makeReport(ctx, 'grade', query, makeGradeReport)

async function makeGradeReport(basis: OfGrade): Promise<{ title: string; sections: ReportSection[] }> {
  const { place, plan, ctx, resolved } = basis
  const figures = await readSchoolFigures(basis)
  const own = (classes: readonly CountedClass[]) =>
    classes.filter(({ stage, gradeNo }) => stage === place.stage && gradeNo === place.gradeNo)
  const classes = own(figures.now)
  // Of a grade without a class of the caller's there is nothing to report.
  if (classes.length === 0) throw new BizError(650)
  const whole = wholeOfClasses(classes)
  const suppression = suppressionIn(basis, [whole])
  const cut = cutOf('class', '班级', lineOf(whole, suppression))
  const small = place.stage === SchoolStage.code.kindergarten
  return {
    title: titleOf(basis),
    sections: [
      overviewSection({
        place: '本年级',
        cuts: [cut],
        schools: null,
        classes: classes.length,
        absences: await selectAbsences(ctx.db, resolved.who, place, plan.id),
        targetRate: plan.targetRate,
        sexes: true,
      }),
      myopiaSection(
        [
          { ...cut, sexes: true },
          { ...sexCut(whole, suppression), sexes: false },
        ],
        '',
      ),
      visionSection([cut]),
      correctionSection([cut]),
      refractionSection([cut], plan.profile.degrees, small ? cut : null),
      warningSection([cut]),
      comparisonSection(
        basis,
        figures.last ? comparedCuts(basis, { whole, classes }, own(figures.last), figures.last) : [],
      ),
    ],
  }
}

/** The same grade then, which were others; and today's classes then, which were in another grade. */
function comparedCuts(
  basis: OfGrade,
  now: { whole: Counted; classes: CountedClass[] },
  sameGrade: readonly CountedClass[],
  everybody: readonly CountedClass[],
): ComparedCut[] {
  const before = wholeOfClasses(sameGrade)
  const note = noteOfUnlike(tookPartOnce(now.whole.tally, before.tally))
  const line = {
    ...lineOf({ ...now.whole, parts: [] }, suppressionIn(basis, [now.whole])),
    name: '本年级',
    last: { tally: before.tally, suppression: suppressionIn(basis, [before], 'last')(WHOLE_KEY) },
    note,
  }
  return [
    { id: 'grade', kind: '年级', heading: '与上次同年级', as: COMPARED_AS.grade, line },
    ...(maySeeStudents(basis.ctx) ? [followedCut(now.classes, everybody, false)] : []),
  ]
}
