import type { Breakdown, UnitKey } from '#contract/eyesight/figures/figure-schemas.ts'
import type { AreaRange } from '#web/widgets/area/area-cascader.tsx'
import { areaIdPath } from '#web/widgets/area/area-range.ts'
import { depthOf, type FixedKind } from './report-kinds.ts'

export type NextUnit = 'there' | 'none' | { go: UnitKey }
type Found = {
  path: Pick<Breakdown['path'][number], 'level' | 'key'>[]
  unit: Pick<Breakdown['unit'], 'level' | 'key'>
  rows: { unit: Pick<Breakdown['unit'], 'level' | 'key'>; counts: { screened: number } }[]
}

/** What to look at next on the way from where the address leads to a unit of the report's kind. */
export function nextStep(kind: FixedKind, { path, unit, rows }: Found): NextUnit {
  if (unit.level === kind) return 'there'
  if (depthOf(unit.level) > depthOf(kind)) {
    const above = path.find(({ level }) => level === kind)
    return above ? { go: above.key } : 'none'
  }
  const below = (rows.find(({ counts }) => counts.screened > 0) ?? rows[0])?.unit
  if (!below) return 'none'
  return { go: depthOf(below.level) > depthOf(kind) ? cutKey(kind, below.key) : below.key }
}

/** The grade or the school that a class belongs to. */
function cutKey(kind: FixedKind, { orgId, prefix, gradeNo }: UnitKey): UnitKey {
  return kind === 'grade' ? { orgId, prefix, gradeNo } : { orgId }
}

/**
 * The unit of an address as far as the reader may ask for it: an address can come from a colleague with another range,
 * and naming an area outside the own one ends the session (616).
 */
export function unitWithin(key: UnitKey, range: AreaRange | undefined): UnitKey {
  const { areaId, ...rest } = key
  if (areaId === undefined) return rest
  const own = range && areaIdPath(range).at(-1)
  // A code begins like the one above it; what is filled up with zeros is wider.
  return own && areaId.startsWith(own.replace(/(00)+$/, '')) ? key : rest
}
