// The whole of a custom report at the schools with results in both plans.
import type { CounterName } from '#contract/eyesight/figures/counters.ts'
import { NOTHING_SUPPRESSED } from '#contract/eyesight/figures/figure-small-cells.ts'
import type { ReportDesign } from '#contract/reports/design/design-schemas.ts'
import type { MeasuredColumn } from '#contract/reports/report/measure.ts'
import type { ReportTable } from '#contract/reports/report/report.ts'
import { emptyTally, type Tally, tallyOfSex } from '#contract/reports/report/tally.ts'
import { countedAtCommon } from '../../eyesight/figures/common-schools.ts'
import { selectComparedSchools } from '../../eyesight/figures/common-schools-queries.ts'
import { maySeeStudents } from '../../eyesight/figures/figure-suppression.ts'
import type { AreaBasis } from '../area-figures.ts'
import type { Line } from '../lines/report-table.ts'
import { type DesignFigures, readCounters } from './design-figures.ts'

export type CommonSchools = { name: string; now: Tally; last: Tally }

/**
 * Null where the same schools have results in both plans, or none. Ages leave colleges out, and schools are not known by 城乡 in
 * two plans; who may not see students could subtract the others.
 */
export async function readCommonSchools(
  { ctx, place, plan, lastPlan }: AreaBasis,
  design: ReportDesign,
  figures: DesignFigures,
): Promise<CommonSchools | null> {
  const { stage, cityProperty, dimension, sex } = design
  if (!lastPlan || !figures.last || !maySeeStudents(ctx)) return null
  if (cityProperty !== undefined || dimension === 'age') return null
  const asked = { planId: plan.id, lastPlanId: lastPlan.id, place, stage }
  const counters = readCounters(design)
  const schools = await selectComparedSchools(ctx.db, asked, { byGrade: false, counters })
  const { common, rows } = schools
  if (common === 0 || rows.length === 0) return null
  const tallyIn = (planId: number, whole: Tally): Tally => {
    const tally = withAllCounters(countedAtCommon(schools, planId, whole, counters))
    return sex === undefined ? tally : tallyOfSex(tally, sex)
  }
  return {
    name: `两次都参加的${common}所学校`,
    now: tallyIn(plan.id, figures.now.tally),
    last: tallyIn(lastPlan.id, figures.last.tally),
  }
}

function withAllCounters(counted: Tally): Tally {
  const none = emptyTally()
  return {
    0: { ...none[0], ...counted[0] },
    1: { ...none[1], ...counted[1] },
    2: { ...none[2], ...counted[2] },
  }
}

/** Who is expected at these schools is not known: who is on no list counts for the whole only. */
export const isOfExpected = ({ measure }: MeasuredColumn): boolean =>
  measure.of === 'count'
    ? measure.counters.some(countsExpected)
    : measure.of !== 'mean' && [measure.denominator, ...measure.numerator].some(countsExpected)
const countsExpected = (counter: CounterName): boolean => counter === 'expected' || counter === 'pupils'

const BLANK = ''
/** The table with that of the row of these schools left blank. */
export const withoutExpected = (
  table: ReportTable,
  columns: readonly MeasuredColumn[],
  { name }: Pick<Line, 'name'>,
): ReportTable => {
  const isKnown = columns.map((column) => !isOfExpected(column))
  const rows = table.rows.map((row) =>
    row.name === name
      ? { ...row, values: row.values.map((value, nth) => (isKnown[nth] ? value : BLANK)) }
      : row,
  )
  return { ...table, rows }
}

export const commonLine = (whole: Line, { name, now, last }: CommonSchools): Line => ({
  ...whole,
  name,
  note: null,
  now: { tally: now, suppression: NOTHING_SUPPRESSED },
  last: { tally: last, suppression: NOTHING_SUPPRESSED },
  parts: [],
})
