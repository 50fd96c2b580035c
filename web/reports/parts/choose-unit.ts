import type { Breakdown, UnitKey } from '#contract/eyesight/figures/figure-schemas.ts'
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
