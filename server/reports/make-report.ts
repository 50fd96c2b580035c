// Makes a report of a fixed kind: finds plans and unit, reads everything at one moment, adds head and notes.

import { BizError } from '#contract/core/error-codes.ts'
import { comparisonOf, termName } from '#contract/eyesight/figures/compared-plan.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import type { Report, ReportSection } from '#contract/reports/report/report.ts'
import { NO_COMPARED_PLAN, type ReportQuery } from '#contract/reports/report/report-schemas.ts'
import { chineseDayOf } from '../core/china-time.ts'
import type { UserCtx } from '../core/context.ts'
import { atOneMoment } from '../core/db/one-moment.ts'
import { figurePlanOf } from '../eyesight/figures/figure.ts'
import { haveOtherRules, lastPlanOf } from '../eyesight/figures/figure-rates.ts'
import { type ResolvedUnit, resolveUnit } from '../eyesight/figures/unit.ts'
import { requirePlan } from '../eyesight/plans/access.ts'
import { readOwnText } from './own-text/own-text-section.ts'
import { type Basis, type BasisOfAny, type FixedKind, readDisclosure, reportPlanOf } from './report-basis.ts'
import { notesOf } from './report-notes.ts'
import { sectionOfKindergarten } from './sections/kindergarten-words.ts'
import { INCOMPARABLE, INCOMPARABLE_CAUTION } from './sentences/comparison-sentences.ts'
import { runningSentence } from './sentences/coverage-sentences.ts'

const ASK: Record<FixedKind, string> = {
  province: '请选择一个省',
  city: '请选择一个市',
  region: '请选择一个区县',
  school: '请选择一所学校',
  grade: '请选择一个年级',
  class: '请选择一个班级',
}

/** A unit of another level than the report's is as good as none. */
function placeOfKind<Kind extends FixedKind>({ place }: ResolvedUnit, kind: Kind): Basis<Kind>['place'] {
  if (place.level !== kind) throw new BizError(650, ASK[kind])
  return place as Basis<Kind>['place']
}

export type Made = {
  title: string
  sections: ReportSection[]
  /** Whether the unit has nothing but kindergartens. */
  ofKindergarten?: boolean
}

export async function makeReport<Kind extends FixedKind>(
  ctx: UserCtx,
  kind: Kind,
  query: ReportQuery,
  make: (basis: Basis<Kind>) => Promise<Made>,
): Promise<Report> {
  const plan = await requirePlan(ctx, query.planId)
  const lastPlan =
    query.lastPlanId === NO_COMPARED_PLAN ? null : ((await lastPlanOf(ctx, plan, query.lastPlanId)) ?? null)
  const resolved = await resolveUnit(ctx, query)
  const place = placeOfKind(resolved, kind)
  return atOneMoment(ctx.db, async (db, inParallel) => {
    const now: UserCtx = { ...ctx, db }
    const { at, sections: ownText } = await readOwnText(now, plan.id, place)
    const basis: BasisOfAny = {
      ctx: now,
      inParallel,
      kind,
      plan,
      lastPlan,
      comparison: lastPlan && comparisonOf(plan, lastPlan),
      rulesDiffer: lastPlan !== null && haveOtherRules(plan, lastPlan),
      resolved,
      place,
      at,
      disclosure: await readDisclosure(now, resolved, plan, lastPlan),
    }
    const { title, sections, ofKindergarten } = await make({ ...basis, kind, place })
    const made = ofKindergarten ? sections.map(sectionOfKindergarten) : sections
    return reportOf(basis, { title, ofKindergarten, sections: [...made, ...ownText] })
  })
}

/** That the plan is not over, and that other schools took part in the plan compared with. */
function cautionsOf({ plan, at }: BasisOfAny, sections: readonly ReportSection[]): string[] {
  const tables = sections.flatMap((section) => section.tables)
  const progress = tables.find(({ id }) => id.startsWith('progress-'))
  const completion = progress?.columns.findIndex(({ key }) => key === 'screened/expected') ?? -1
  const incomparable = tables.some(
    ({ id, rows }) =>
      id.startsWith('comparison-') && rows.some(({ isTotal, note }) => isTotal && note === INCOMPARABLE),
  )
  return [
    ...(plan.status === PlanStatus.code.underWay
      ? [runningSentence(chineseDayOf(at), progress?.rows.at(-1)?.values[completion] ?? null)]
      : []),
    ...(incomparable ? [INCOMPARABLE_CAUTION] : []),
  ]
}

const reportOf = (basis: BasisOfAny, { title, sections, ofKindergarten = false }: Made): Report => ({
  kind: basis.kind,
  title: `${title}${termName(basis.plan)}儿童青少年视力筛查报告`,
  unit: basis.resolved.unit,
  plan: reportPlanOf(basis.plan),
  lastPlan: basis.lastPlan && figurePlanOf(basis.lastPlan),
  comparison: basis.comparison,
  sections,
  cautions: cautionsOf(basis, sections),
  notes: notesOf(basis, ofKindergarten),
  at: basis.at,
  frozen: null,
})
