// What is being designed, as it stands in the address: leaving the page, going back or sending the address loses nothing.
import { z } from 'zod'
import type { UnitKey } from '#contract/eyesight/figures/figure-schemas.ts'
import {
  chartKindFault,
  type DesignLevel,
  dimensionFault,
  propertyFault,
  sexedFault,
  sexFault,
  stageFault,
} from '#contract/reports/design/design-faults.ts'
import { indicatorsOf, stackOf } from '#contract/reports/design/design-indicators.ts'
import { CHART_INDICATORS_MAX, DesignId, ReportDesign } from '#contract/reports/design/design-schemas.ts'

/** `base`: the version that was changed and is not saved yet, 0 for a new one; without it the saved one is shown. */
export const DesignAddress = ReportDesign.partial().extend({
  designId: DesignId.optional(),
  base: z.coerce.number().int().min(0).optional(),
})
export type DesignAddress = z.output<typeof DesignAddress>

const FIELDS = Object.keys(ReportDesign.shape) as (keyof ReportDesign)[]
/** Every field of a design away from the address. */
export const NO_DRAFT = Object.fromEntries([...FIELDS, 'base'].map((field) => [field, undefined])) as {
  [Field in keyof ReportDesign | 'base']: undefined
}

/** All fields, so that what was there before is taken away. */
export const draftFields = (design: ReportDesign): Partial<DesignAddress> => ({ ...NO_DRAFT, ...design })

/** What most people begin with. */
export const firstDesign = (level: DesignLevel): ReportDesign => ({
  dimension: level === 'school' ? 'grade' : level === 'region' ? 'school' : 'area',
  indicators: ['expected', 'screened', 'screened/expected', 'valid', 'myopia/rated', 'poor/valid'],
  comparison: 'none',
  chart: 'ranking',
  chartIndicators: ['myopia/rated'],
})

/** The design in the address; undefined where there is none that could be meant. */
export function draftIn(address: DesignAddress): ReportDesign | undefined {
  const read = ReportDesign.safeParse(address)
  if (read.success) return read.data
  // Without an indicator there is nothing to tell yet, but all the rest is chosen.
  const rest = ReportDesign.safeParse({
    ...address,
    indicators: ['expected'],
    chart: 'none',
    chartIndicators: [],
  })
  return rest.success ? { ...rest.data, indicators: [] } : undefined
}

const written = (design: ReportDesign): string =>
  JSON.stringify(FIELDS.map((field) => [field, design[field] ?? null]))
export const isSameDesign = (one: ReportDesign, other: ReportDesign): boolean =>
  written(one) === written(other)

/** With a change made, and without what no longer goes with it. */
export function changed(
  design: ReportDesign,
  patch: Partial<ReportDesign>,
  level: DesignLevel,
): ReportDesign {
  // A chart emptied by the user stays empty; one emptied by another choice gets the likeliest indicator.
  const emptied = patch.chartIndicators?.length === 0
  const fitting = fitted({ ...design, ...patch }, level)
  return emptied ? { ...fitting, chartIndicators: [] } : fitting
}

/** Changes the unit and drops choices that its level cannot answer. */
export function atUnit(design: ReportDesign, key: UnitKey, level: DesignLevel): ReportDesign {
  const { areaId, orgId } = key
  const moved = { ...design, areaId: orgId === undefined ? areaId : undefined, orgId }
  const dimension = dimensionFault(design.dimension, level) ? firstDesign(level).dimension : design.dimension
  return fitted({ ...moved, dimension }, level)
}

function fitted(design: ReportDesign, level: DesignLevel): ReportDesign {
  const { dimension, sex } = design
  const narrowed: ReportDesign = {
    ...design,
    stage: stageFault(design) ? undefined : design.stage,
    sex: sexFault(design) ? undefined : sex,
    cityProperty: propertyFault(design, level) ? undefined : design.cityProperty,
    season: design.planId === undefined ? design.season : undefined,
    lastPlanId: design.comparison === 'plan' ? design.lastPlanId : undefined,
  }
  const sexed = sexedFault(narrowed) !== null
  const indicators = indicatorsOf(design.indicators).filter((each) => !sexed || each.sex === 0)
  const chart = chartKindFault(design.chart, { dimension }) ? 'bars' : design.chart
  const fitting = { ...narrowed, chart, indicators: indicators.map(({ key }) => key) }
  return { ...fitting, chartIndicators: chartIndicatorsOf(fitting) }
}

/** Those that are still chosen and of one unit; where none is left the first rate, or the first of all. */
function chartIndicatorsOf(design: ReportDesign): string[] {
  const { chart, chartIndicators, indicators } = design
  if (chart === 'none') return []
  if (chart === 'stacked') return stackedOf(design)
  const left = indicatorsOf(chartIndicators.filter((key) => indicators.includes(key)))
  const [first] = left
  if (!first) {
    const chosen = indicatorsOf(indicators)
    return [chosen.find(({ column }) => column.format === 'percent') ?? chosen[0]].flatMap((each) =>
      each ? [each.key] : [],
    )
  }
  const alike = left.filter(({ column }) => column.format === first.column.format).map(({ key }) => key)
  return alike.slice(0, chart === 'ranking' ? 1 : CHART_INDICATORS_MAX)
}

/** Parts of one whole: those of the first that is drawn already, or the first whole of which two are chosen. */
function stackedOf({ chartIndicators, indicators }: ReportDesign): string[] {
  const parts = indicatorsOf(indicators).filter((each) => stackOf(each) !== null)
  const drawn = parts.filter(({ key }) => chartIndicators.includes(key))
  const [first] = drawn
  if (first) return drawn.filter((each) => stackOf(each) === stackOf(first)).map(({ key }) => key)
  const wholes = [...new Set(parts.map(stackOf))]
  const of = (whole: ReturnType<typeof stackOf>) => parts.filter((each) => stackOf(each) === whole)
  const found = wholes.find((whole) => of(whole).length > 1)
  return found === undefined
    ? []
    : of(found)
        .slice(0, CHART_INDICATORS_MAX)
        .map(({ key }) => key)
}
