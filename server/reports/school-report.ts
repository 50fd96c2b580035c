// The report of a school: by grade, by class, by sex.
import { SchoolStage } from '#contract/core/codes.ts'
import { COMPARED_AS } from '#contract/eyesight/figures/rates.ts'
import type { Report, ReportSection } from '#contract/reports/report/report.ts'
import type { ReportQuery } from '#contract/reports/report/report-schemas.ts'
import type { Tally } from '#contract/reports/report/tally.ts'
import type { UserCtx } from '../core/context.ts'
import { maySeeStudents } from '../eyesight/figures/figure-suppression.ts'
import { kindergartenBreakdown } from './area-report.ts'
import { commonLeaves } from './lines/common-places.ts'
import { gradesWithPrevious, linesWithPrevious, tookPartOnce } from './lines/comparison-lines.ts'
import type { Counted, SuppressionByKey } from './lines/counted-tree.ts'
import { lineOf } from './lines/report-table.ts'
import { byGrades, byStages, type CountedGrade, gradeTree, stageTree } from './lines/stage-tree.ts'
import { targetSentence } from './lines/targets.ts'
import { type Made, makeReport } from './make-report.ts'
import { type Basis, rangeOfUnit, suppressionIn } from './report-basis.ts'
import { selectAbsences } from './report-queries.ts'
import {
  gradesFromClasses,
  hasPartOnly,
  readSchoolFigures,
  type SchoolFigures,
  titleOf,
} from './school-figures.ts'
import { cohortBreakdown } from './sections/cohort-breakdown.ts'
import { type ComparedBreakdown, comparisonSection, incomparableNote } from './sections/comparison-section.ts'
import {
  breakdownOf,
  correctionSection,
  myopiaSection,
  refractionSection,
  visionSection,
  warningSection,
} from './sections/finding-sections.ts'
import { followUpSection, readFollowUp } from './sections/follow-up-section.ts'
import { overviewSection } from './sections/overview-section.ts'
import { sexBreakdown } from './sections/sex-breakdown.ts'
import { stageTargets } from './sections/stage-targets.ts'
import { trendSection } from './sections/trend-section.ts'

type OfSchool = Basis<'school'>

export const findSchoolReport = (ctx: UserCtx, query: ReportQuery): Promise<Report> =>
  makeReport(ctx, 'school', query, makeSchoolReport)

async function makeSchoolReport(basis: OfSchool): Promise<Made> {
  const figures = await readSchoolFigures(basis)
  const { orgId } = basis.place
  const grades = gradesFromClasses(figures.now, orgId)
  const last = figures.last && gradesFromClasses(figures.last, orgId)
  const both = last && gradesWithPrevious(grades, last)
  const trees = { grades: gradeTree(grades), stages: stageTree(grades) }
  const suppression = suppressionIn(
    basis,
    both ? [...Object.values(trees), gradeTree(both.now)] : Object.values(trees),
  )
  const absences = await selectAbsences(basis.ctx.db, basis.resolved.who, basis.place, basis.plan.id)
  const ofKindergarten =
    grades.length > 0 && grades.every(({ stage }) => stage === SchoolStage.code.kindergarten)
  return {
    title: titleOf(basis),
    ofKindergarten,
    sections: [
      overviewSection({
        place: '全校',
        breakdowns: [
          breakdownOf('grade', '年级', lineOf(byGrades(trees.grades), suppression)),
          // Which class is behind is read in the table: a sentence has grades to compare.
          { ...breakdownOf('class', '班级', lineOf(trees.grades, suppression)), compared: [] },
        ],
        range: await rangeOfUnit(basis),
        classes: figures.now.length,
        absences,
        basis,
        sexes: true,
      }),
      ...findingSections(basis, trees, { suppression, ofKindergarten }),
      followUpSection(
        basis,
        await readFollowUp(basis, hasPartOnly(basis)),
        lineOf(trees.grades, suppression).now,
      ),
      comparisonSection(basis, both ? comparedBreakdowns(basis, figures, both, suppression) : []),
      ...(hasPartOnly(basis) ? [] : [await trendSection(basis)]),
    ],
  }
}

function findingSections(
  { plan }: OfSchool,
  trees: { grades: Counted; stages: Counted },
  { suppression, ofKindergarten }: { suppression: SuppressionByKey; ofKindergarten: boolean },
): ReportSection[] {
  const grades = breakdownOf('grade', '年级', lineOf(byGrades(trees.grades), suppression))
  const classes = breakdownOf('class', '班级', lineOf(trees.grades, suppression))
  const targets = targetSentence(stageTargets(lineOf(byStages(trees.stages), suppression)))
  return [
    myopiaSection(
      [
        { ...sexBreakdown(trees.grades, suppression), sexes: false },
        { ...grades, sexes: true },
        // The highest class is one of the oldest: which it is within its grade, the report of the grade says.
        { ...classes, compared: [], sexes: false },
      ],
      targets,
    ),
    visionSection([grades], ofKindergarten),
    correctionSection([grades, classes]),
    refractionSection(
      [grades],
      ofKindergarten ? null : plan.profile.degrees,
      kindergartenBreakdown(trees.stages, suppression),
    ),
    warningSection([grades]),
  ]
}

function comparedBreakdowns(
  basis: OfSchool,
  figures: SchoolFigures,
  both: { now: CountedGrade[]; last: CountedGrade[] },
  suppression: SuppressionByKey,
): ComparedBreakdown[] {
  const last = gradeTree(both.last)
  const all = { now: byGrades(gradeTree(both.now)), last: byGrades(last) }
  const common = commonLeaves(all)
  const options = {
    suppression,
    lastSuppression: suppressionIn(basis, [last], 'last'),
    noteOf: (_key: string, one: Tally, other: Tally) => incomparableNote(tookPartOnce(one, other)),
  }
  const crude = common && { line: linesWithPrevious({ ...all, ...options }), common: '两次都有结果的年级' }
  const seen = figures.last !== null && maySeeStudents(basis.ctx)
  return [
    {
      id: 'grade',
      kind: '年级',
      as: COMPARED_AS.grade,
      line: linesWithPrevious({ ...(common ?? all), ...options }),
      crude,
    },
    ...(seen ? [cohortBreakdown(figures.now, figures.last ?? [], true)] : []),
  ]
}
