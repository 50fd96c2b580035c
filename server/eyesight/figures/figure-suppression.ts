// Suppression for callers without permission to see the students behind a number.
import {
  ALL_SUPPRESSED,
  FINDING_WHOLES,
  NOTHING_SUPPRESSED,
  ownSuppression,
  SEE_STUDENTS,
  type Suppression,
  suppressionAmongParts,
} from '#contract/eyesight/figures/figure-small-cells.ts'
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

type Asked = { planId: number; stage: Parameters<typeof readChildren>[2]['stage'] }

/**
 * The suppression of a unit itself: a unit suppressed among its neighbours stays suppressed when it is opened,
 * otherwise its neighbours could be derived from the unit above.
 */
export async function suppressionOfUnit(
  ctx: UserCtx,
  resolved: ResolvedUnit,
  asked: Asked,
): Promise<Suppression> {
  if (maySeeStudents(ctx)) return NOTHING_SUPPRESSED
  const { who, path } = resolved
  let suppression = NOTHING_SUPPRESSED
  for (const [nth, unit] of path.entries()) {
    const read = await readChildren(
      ctx,
      { who, place: placeOf(unit, who) },
      { ...asked, counters: FINDING_WHOLES },
    )
    suppression = new Set([...suppression, ...ownSuppression(read.now)])
    const below = path[nth + 1]
    if (!below) return suppression
    const { parts } = suppressionAmongParts(
      read.rows.map(({ now }) => now),
      suppression,
    )
    const at = read.rows.findIndex((row) => isSame(row.unit.key, below.key))
    // A unit that is not among them cannot be proved safe.
    suppression = parts[at] ?? ALL_SUPPRESSED
  }
  return suppression
}

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The suppression of the places below a unit, by their keys. */
export async function suppressionBelow(ctx: UserCtx, resolved: ResolvedUnit, asked: Asked) {
  const above = await suppressionOfUnit(ctx, resolved, asked)
  if (maySeeStudents(ctx)) return { whole: above, of: () => NOTHING_SUPPRESSED }
  const { rows } = await readChildren(ctx, resolved, { ...asked, counters: FINDING_WHOLES })
  const { parts, whole } = suppressionAmongParts(
    rows.map(({ now }) => now),
    above,
  )
  const byKey = new Map(rows.map(({ key }, nth) => [key, parts[nth] ?? ALL_SUPPRESSED]))
  // A unit that is not among them cannot be proved safe.
  return { whole, of: (key: string): Suppression => byKey.get(key) ?? ALL_SUPPRESSED }
}
