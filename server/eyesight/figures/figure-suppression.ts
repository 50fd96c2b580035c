// Suppression for callers without permission to see the students behind a number.
import {
  FINDING_WHOLES,
  SEE_STUDENTS,
  type Suppression,
} from '#contract/eyesight/figures/figure-small-cells.ts'
import {
  type CountedUnit,
  suppressionBelow,
  suppressionOfStage,
  suppressionOfTop,
  UNIT_HIDDEN,
  UNIT_SHOWN,
  type UnitSuppression,
} from '#contract/eyesight/figures/unit-suppression.ts'
import type { UserCtx } from '../../core/context.ts'
import { readChildren } from './figure-children.ts'
import { placeOf, type ResolvedUnit } from './unit.ts'

/** Callers who may see the students behind a number may see small cells as well. */
export const maySeeStudents = ({ caller }: Pick<UserCtx, 'caller'>): boolean =>
  SEE_STUDENTS.some((name) => caller.permissions.has(name))

/** The caller without these permissions. */
export function withoutStudents(ctx: UserCtx): UserCtx {
  const permissions = new Set(ctx.caller.permissions)
  for (const name of SEE_STUDENTS) permissions.delete(name)
  return { ...ctx, caller: { ...ctx.caller, permissions } }
}

export type UnitDisclosure = {
  unit: UnitSuppression
  /** Of the units right below it, by their keys. */
  below: ReadonlyMap<string, UnitSuppression>
  /** Of what is not among them: it cannot be proved safe. */
  others: UnitSuppression
}

export const ALL_SHOWN: UnitDisclosure = { unit: UNIT_SHOWN, below: new Map(), others: UNIT_SHOWN }

/**
 * The suppression of a unit, decided from the caller's range downwards: a unit suppressed among its neighbours stays
 * suppressed when it is opened, otherwise its neighbours could be derived from the unit above.
 */
export async function suppressionOfUnit(
  ctx: UserCtx,
  resolved: ResolvedUnit,
  planId: number,
): Promise<UnitSuppression> {
  if (maySeeStudents(ctx)) return UNIT_SHOWN
  const { who, path } = resolved
  let above: UnitSuppression | undefined
  for (const [nth, unit] of path.entries()) {
    if (above && nth === path.length - 1) break
    const read = await readUnitsBelow(ctx, { who, place: placeOf(unit, who) }, planId)
    above ??= suppressionOfTop(read.units)
    const next = path[nth + 1]
    if (!next) break
    const at = read.rows.findIndex((row) => isSame(row.unit.key, next.key))
    // A unit that is not among its neighbours cannot be proved safe.
    above = suppressionBelow(read.units, above)[at] ?? UNIT_HIDDEN
  }
  return above ?? UNIT_HIDDEN
}

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other)

export async function discloseUnit(
  ctx: UserCtx,
  resolved: ResolvedUnit,
  planId: number,
): Promise<UnitDisclosure> {
  if (maySeeStudents(ctx)) return ALL_SHOWN
  const unit = await suppressionOfUnit(ctx, resolved, planId)
  const { rows, units } = await readUnitsBelow(ctx, resolved, planId)
  const parts = suppressionBelow(units, unit)
  const below = new Map(rows.map(({ key }, nth) => [key, parts[nth] ?? UNIT_HIDDEN]))
  return { unit, below, others: UNIT_HIDDEN }
}

/** For a table of one stage, or of all. */
export const suppressionInTable = (
  { unit, below, others }: UnitDisclosure,
  stage: number | undefined,
): { whole: Suppression; of: (key: string) => Suppression } => ({
  whole: suppressionOfStage(unit, stage),
  of: (key) => suppressionOfStage(below.get(key) ?? others, stage),
})

async function readUnitsBelow(ctx: UserCtx, at: Pick<ResolvedUnit, 'who' | 'place'>, planId: number) {
  const { rows } = await readChildren(ctx, at, {
    planId,
    stage: undefined,
    counters: FINDING_WHOLES,
    byStage: true,
  })
  const units = rows.map(
    (row): CountedUnit => ({
      all: row.now,
      stages: new Map(row.stages.map(({ stage, now }) => [stage, now])),
    }),
  )
  return { rows, units }
}
