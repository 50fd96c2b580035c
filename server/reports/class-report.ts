// The report of a class: its students one by one, and boys and girls.

import type { z } from 'zod'
import { SchoolStage } from '#contract/core/codes.ts'
import type { NameDisclosure } from '#contract/core/private-name.ts'
import { COMPARED_AS } from '#contract/eyesight/figures/rates.ts'
import type { Report } from '#contract/reports/report/report.ts'
import type { ReportQuery } from '#contract/reports/report/report-schemas.ts'
import { writeAudit } from '../core/audit-queries.ts'
import type { UserCtx } from '../core/context.ts'
import { tookPartOnce } from './lines/comparison-lines.ts'
import { WHOLE_KEY } from './lines/counted-tree.ts'
import { type Made, makeReport } from './make-report.ts'
import { type Basis, rangeOfUnit, suppressionIn } from './report-basis.ts'
import { selectAbsences } from './report-queries.ts'
import { withNamesFor } from './roster-names.ts'
import { hasPartOnly, readSchoolFigures, titleOf, wholeOfClasses } from './school-figures.ts'
import { comparisonSection, incomparableNote } from './sections/comparison-section.ts'
import { myopiaSection, otherFindings } from './sections/finding-sections.ts'
import { followUpSection, readFollowUp } from './sections/follow-up-section.ts'
import { overviewSection } from './sections/overview-section.ts'
import { rosterSection } from './sections/roster-section.ts'
import { sexBreakdown } from './sections/sex-breakdown.ts'

type OfClass = Basis<'class'>

export async function findClassReport(ctx: UserCtx, query: ReportQuery): Promise<Report> {
  ctx.note({
    objectType: 'plan',
    objectId: query.planId,
    detail: { report: 'class', classId: query.classId },
  })
  return makeReport(ctx, 'class', query, makeClassReport)
}

/** The endpoint's handler: read at one moment, with the audit entry written before the answer. */
export async function openClassReport(
  ctx: UserCtx,
  { nameReason, ...query }: ReportQuery & z.output<typeof NameDisclosure>,
): Promise<Report> {
  const report = await withNamesFor(ctx, await findClassReport(ctx, query), nameReason)
  await writeAudit(ctx, { action: 'record.list', success: true, code: 200 })
  return report
}

async function makeClassReport(basis: OfClass): Promise<Made> {
  const { place, plan, ctx, resolved } = basis
  const figures = await readSchoolFigures(basis)
  const whole = { ...wholeOfClasses(figures.now), parts: [] }
  const suppression = suppressionIn(basis, [whole])
  const breakdown = sexBreakdown(whole, suppression)
  const last = figures.last && { ...wholeOfClasses(figures.last), parts: [] }
  const compared = last && {
    ...breakdown.line,
    parts: [],
    name: '本班',
    last: { tally: last.tally, suppression: suppressionIn(basis, [last], 'last')(WHOLE_KEY) },
    note: incomparableNote(tookPartOnce(whole.tally, last.tally)),
  }
  return {
    title: titleOf(basis),
    ofKindergarten: place.stage === SchoolStage.code.kindergarten,
    sections: [
      overviewSection({
        place: '全班',
        breakdowns: [breakdown],
        range: await rangeOfUnit(basis),
        classes: null,
        absences: await selectAbsences(ctx.db, resolved.who, place, plan.id),
        basis,
        sexes: false,
      }),
      await rosterSection(basis),
      myopiaSection([{ ...breakdown, sexes: false }], ''),
      ...otherFindings(breakdown, plan.profile.degrees, place.stage),
      followUpSection(basis, await readFollowUp(basis, hasPartOnly(basis)), breakdown.line.now),
      comparisonSection(
        basis,
        compared
          ? [{ id: 'class', kind: '班级', heading: '与上次', as: COMPARED_AS.class, line: compared }]
          : [],
      ),
    ],
  }
}
