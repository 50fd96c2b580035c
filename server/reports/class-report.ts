// The report of a class: its students one by one, and boys and girls.

import { SchoolStage } from '#contract/core/codes.ts'
import { COMPARED_AS } from '#contract/eyesight/figures/rates.ts'
import type { Report, ReportSection } from '#contract/reports/report/report.ts'
import type { ReportQuery } from '#contract/reports/report/report-schemas.ts'
import { writeAudit } from '../core/audit-queries.ts'
import type { UserCtx } from '../core/context.ts'
import { tookPartOnce } from './lines/comparison-lines.ts'
import { WHOLE_KEY } from './lines/counted-tree.ts'
import { type Basis, makeReport, suppressionIn } from './report-basis.ts'
import { selectAbsences } from './report-queries.ts'
import { readSchoolFigures, titleOf, wholeOfClasses } from './school-figures.ts'
import { comparisonSection, noteOfUnlike } from './sections/comparison-section.ts'
import {
  correctionSection,
  myopiaSection,
  refractionSection,
  visionSection,
  warningSection,
} from './sections/finding-sections.ts'
import { overviewSection } from './sections/overview-section.ts'
import { rosterSection } from './sections/roster-section.ts'
import { sexCut } from './sections/sex-cut.ts'

type OfClass = Basis<'class'>

export async function findClassReport(ctx: UserCtx, query: ReportQuery): Promise<Report> {
  ctx.note({
    objectType: 'plan',
    objectId: query.planId,
    detail: { report: 'class', classId: query.classId },
  })
  return makeReport(ctx, 'class', query, makeClassReport)
}

/** Asked for by itself: read at one moment, and on record before it is answered. */
export async function openClassReport(ctx: UserCtx, query: ReportQuery): Promise<Report> {
  const report = await findClassReport(ctx, query)
  await writeAudit(ctx, { action: 'record.list', success: true, code: 200 })
  return report
}

async function makeClassReport(basis: OfClass): Promise<{ title: string; sections: ReportSection[] }> {
  const { place, plan, ctx, resolved } = basis
  const figures = await readSchoolFigures(basis)
  const whole = { ...wholeOfClasses(figures.now), parts: [] }
  const suppression = suppressionIn(basis, [whole])
  const cut = sexCut(whole, suppression)
  const last = figures.last && { ...wholeOfClasses(figures.last), parts: [] }
  const small = place.stage === SchoolStage.code.kindergarten
  const beside = last && {
    ...cut.line,
    parts: [],
    name: '本班',
    last: { tally: last.tally, suppression: suppressionIn(basis, [last], 'last')(WHOLE_KEY) },
    note: noteOfUnlike(tookPartOnce(whole.tally, last.tally)),
  }
  return {
    title: titleOf(basis),
    sections: [
      overviewSection({
        place: '全班',
        cuts: [cut],
        schools: null,
        classes: null,
        absences: await selectAbsences(ctx.db, resolved.who, place, plan.id),
        targetRate: plan.targetRate,
        sexes: false,
      }),
      await rosterSection(basis),
      myopiaSection([{ ...cut, sexes: false }], ''),
      visionSection([cut]),
      correctionSection([cut]),
      refractionSection([cut], plan.profile.degrees, small ? cut : null),
      warningSection([cut]),
      comparisonSection(
        basis,
        beside ? [{ id: 'class', kind: '班级', heading: '与上次', as: COMPARED_AS.class, line: beside }] : [],
      ),
    ],
  }
}
