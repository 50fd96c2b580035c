// Which figure a cell of a report is, so that it can be explained like those in 指标明细.
import { RateIndicator, SchoolStage } from '../../core/codes.ts'
import type { CodeOf } from '../../core/enums.ts'
import { COUNTERS, type CounterName, wholeOf } from '../../eyesight/figures/counters.ts'
import type { Unit, UnitKey } from '../../eyesight/figures/figure-schemas.ts'
import { RATE_FORMULAS } from '../../eyesight/figures/rates.ts'
import type { ReportRow, ReportTable } from './report.ts'

/**
 * Tables whose rows are whole places of the plan. In a comparison a row may hold a part of its place only, and in tables by
 * age or of a kindergarten the sum is not that of the report's unit.
 */
const WHOLE_PLACES =
  /^(progress|myopia|vision|refraction|correction|warning|visits|ranking)(-by-sex)?-(stage|unit|grade|class)$/

type Which = { counter: CounterName } | { indicator: CodeOf<typeof RateIndicator> }
type Where = UnitKey & { stage?: CodeOf<typeof SchoolStage> }

const isCounter = (name: string): name is CounterName => Object.hasOwn(COUNTERS, name)

/** A column is named after what it is made of: screened, 1.myopia/rated. */
export function figureOfColumn(key: string): Which | undefined {
  const [, sexText = '', made = ''] = /^(?:([12])\.)?([A-Za-z0-9/]+)$/.exec(key) ?? []
  const sex = sexText === '' ? null : Number(sexText)
  const [numerator = '', denominator] = made.split('/')
  if (!isCounter(numerator)) return undefined
  if (denominator === undefined) return sex === null ? { counter: numerator } : undefined
  const indicator = RateIndicator.codes.find((code) => {
    const formula = RATE_FORMULAS[code]
    return formula.numerator === numerator && formula.denominator === denominator && formula.sex === sex
  })
  if (indicator !== undefined) return { indicator }
  // A counter is explained together with its share of its whole.
  return sex === null && wholeOf(numerator) === denominator ? { counter: numerator } : undefined
}

const TOTAL = '合计'

/** The place of a row: its own, a stage of the report's unit, or that unit itself. */
export function placeOfRow({ id }: Pick<ReportTable, 'id'>, row: ReportRow, unit: Unit): Where | undefined {
  if (!WHOLE_PLACES.test(id)) return undefined
  if (row.unit) return row.unit.key
  if (row.isTotal && row.name === TOTAL) return unit.key
  if (unit.level === 'grade' || unit.level === 'class') return undefined
  const stage = SchoolStage.options.find(({ label }) => label === row.name)?.value
  return stage === undefined ? undefined : { ...unit.key, stage }
}
