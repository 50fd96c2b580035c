// What is hidden of every place inside an area, decided from the area downwards as when one opens them one after the other.
import type { Wholes } from '#contract/eyesight/figures/figure-small-cells.ts'
import {
  suppressionBelow,
  UNIT_HIDDEN,
  type UnitSuppression,
} from '#contract/eyesight/figures/unit-suppression.ts'
import { addUp } from '../../eyesight/figures/figure-children.ts'
import type { AreaLevel } from '../../eyesight/figures/unit.ts'
import { grouped } from '../../reports/area-figures.ts'
import { RANKED_COUNTERS, type SchoolRow } from './ranking-queries.ts'

type AreaColumn = 'cityId' | 'regionId'
const BELOW: Record<AreaLevel, AreaColumn[]> = {
  province: ['cityId', 'regionId'],
  city: ['regionId'],
  region: [],
}

/** By the keys of figures: `area 330100`, `school 12`. */
export type SuppressionOfPlaces = (key: string) => UnitSuppression

export function suppressionOfPlaces(
  rows: readonly SchoolRow[],
  level: AreaLevel,
  top: UnitSuppression,
): SuppressionOfPlaces {
  const found = new Map<string, UnitSuppression>()
  const descend = (
    inside: readonly SchoolRow[],
    [column, ...columns]: AreaColumn[],
    above: UnitSuppression,
  ) => {
    const units = [...grouped(inside, (row) => placeKey(row, column))]
    const suppression = suppressionBelow(
      units.map(([, own]) => ({
        all: sumOf(own),
        stages: new Map([...grouped(own, ({ stage }) => stage)].map(([stage, of]) => [stage, sumOf(of)])),
      })),
      above,
    )
    for (const [nth, [key, own]] of units.entries()) {
      const each = suppression[nth] ?? UNIT_HIDDEN
      found.set(key, each)
      if (key.startsWith('area')) descend(own, columns, each)
    }
  }
  descend(rows, BELOW[level], top)
  // What is not among them cannot be proved safe.
  return (key) => found.get(key) ?? UNIT_HIDDEN
}

/** A school that lies in no smaller area stands beside the areas. */
function placeKey(row: SchoolRow, column: AreaColumn | undefined): string {
  const areaId = column && row[column]
  return areaId ? `area ${areaId}` : `school ${row.orgId}`
}

const sumOf = (rows: readonly SchoolRow[]): Wholes => addUp(RANKED_COUNTERS, rows)
