// Town and country by stage: where no handful of children can be derived from the neighbours.
import { CityProperty } from '#contract/core/codes.ts'
import { isSmallCell, percentOf } from '#contract/eyesight/figures/rates.ts'
import type { MyopiaView } from '#contract/overview/myopia.ts'
import type { WallRate } from '#contract/overview/wall.ts'
import type { AreaBasis } from '../reports/area-figures.ts'
import { TARGET_LINES } from '../reports/lines/targets.ts'
import { type PropertyRow, selectProperties } from './properties-queries.ts'

type Sums = { rated: number; myopia: number }

export async function propertiesOf({
  ctx,
  plan,
  place,
  resolved,
}: AreaBasis): Promise<MyopiaView['properties']> {
  const provinceId = resolved.path[0]?.key.areaId ?? place.areaId
  const rows = await selectProperties(ctx.db, provinceId, plan.id)
  const own = rows.filter((row) => isIn(row, place))
  return TARGET_LINES.flatMap(({ name, stages }) => {
    const inStage = (row: PropertyRow) => stages.some((stage) => stage === row.stage)
    if (neighboursOf(rows.filter(inStage), place).some(isSmallCell)) return []
    const rateOf = (property: number) =>
      shown(sumOf(own.filter((row) => inStage(row) && row.cityProperty === property)))
    const [urban, township] = [rateOf(CityProperty.code.urban), rateOf(CityProperty.code.township)]
    return urban.denominator && township.denominator ? [{ name, urban, township }] : []
  })
}

const sumOf = (rows: readonly PropertyRow[]): Sums => ({
  rated: rows.reduce((sum, { rated }) => sum + rated, 0),
  myopia: rows.reduce((sum, { myopia }) => sum + myopia, 0),
})

const shown = ({ rated, myopia }: Sums): WallRate => ({
  numerator: myopia,
  denominator: rated,
  rate: percentOf(myopia, rated),
  last: null,
  change: null,
  hidden: false,
})

const isIn = (row: PropertyRow, { level, areaId }: AreaBasis['place']): boolean =>
  (level === 'province' ? row.provinceId : level === 'city' ? row.cityId : row.regionId) === areaId

/** How many count in every place of the same level, and of the levels above it, by city property. */
function neighboursOf(rows: readonly PropertyRow[], { level }: AreaBasis['place']): number[] {
  const levels = (['province', 'city', 'region'] as const).slice(
    0,
    ['province', 'city', 'region'].indexOf(level) + 1,
  )
  const sums = new Map<string, number>()
  for (const row of rows) {
    for (const each of levels) {
      const area = each === 'province' ? row.provinceId : each === 'city' ? row.cityId : row.regionId
      const key = `${each} ${area} ${row.cityProperty}`
      sums.set(key, (sums.get(key) ?? 0) + row.rated)
    }
  }
  return [...sums.values()]
}
