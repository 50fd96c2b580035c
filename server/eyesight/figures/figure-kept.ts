// What is kept back from those who may not see the students behind a number.
import {
  FINDING_WHOLES,
  type Kept,
  keptAlone,
  keptAmong,
  NOTHING_KEPT,
  SEE_STUDENTS,
} from '#contract/eyesight/figures/figure-small-cells.ts'
import type { UserCtx } from '../../core/context.ts'
import { readChildren } from './figure-children.ts'
import { placeOf, type ResolvedUnit } from './unit.ts'

/** Whoever may see the students behind a number may see small numbers as well. */
export const maySeeStudents = ({ caller }: Pick<UserCtx, 'caller'>): boolean =>
  SEE_STUDENTS.some((name) => caller.permissions.has(name))

/** The caller as somebody who may not. */
export function withoutStudents(ctx: UserCtx): UserCtx {
  const permissions = new Set(ctx.caller.permissions)
  for (const name of SEE_STUDENTS) permissions.delete(name)
  return { ...ctx, caller: { ...ctx.caller, permissions } }
}

type Asked = { planId: number; stage: Parameters<typeof readChildren>[2]['stage'] }

/**
 * What is kept back of a unit itself: a unit that is hidden among its neighbours stays hidden when one looks into it,
 * else its neighbours could be told from the place above.
 */
export async function keptOfUnit(ctx: UserCtx, resolved: ResolvedUnit, asked: Asked): Promise<Kept> {
  if (maySeeStudents(ctx)) return NOTHING_KEPT
  const { who, path } = resolved
  let kept = NOTHING_KEPT
  for (const [nth, unit] of path.entries()) {
    const read = await readChildren(
      ctx,
      { who, place: placeOf(unit, who) },
      { ...asked, counters: FINDING_WHOLES },
    )
    kept = new Set([...kept, ...keptAlone(read.now)])
    const below = path[nth + 1]
    if (!below) return kept
    const { parts } = keptAmong(
      read.rows.map(({ now }) => now),
      kept,
    )
    const at = read.rows.findIndex((row) => isSame(row.unit.key, below.key))
    // What is not among them is not known to be safe.
    kept = parts[at] ?? ALL_KEPT
  }
  return kept
}

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other)

/** What is kept back of the places below a unit, by their keys. */
export async function keptBelow(ctx: UserCtx, resolved: ResolvedUnit, asked: Asked) {
  const above = await keptOfUnit(ctx, resolved, asked)
  if (maySeeStudents(ctx)) return { whole: above, of: () => NOTHING_KEPT }
  const { rows } = await readChildren(ctx, resolved, { ...asked, counters: FINDING_WHOLES })
  const { parts, whole } = keptAmong(
    rows.map(({ now }) => now),
    above,
  )
  const byKey = new Map(rows.map(({ key }, nth) => [key, parts[nth] ?? ALL_KEPT]))
  // What is not among them is not known to be safe.
  return { whole, of: (key: string): Kept => byKey.get(key) ?? ALL_KEPT }
}

const ALL_KEPT: Kept = new Set([...FINDING_WHOLES, 'sexes'])
