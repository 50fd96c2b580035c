import { DataRangeType } from '#contract/core/codes.ts'
import type { PlanChoice } from '#contract/eyesight/plan-schemas.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'

type Choice = Pick<PlanChoice, 'status' | 'own' | 'ownerLevel' | 'startsOn' | 'endsOn'>
const { published, underWay, ended, archived } = PlanStatus.code

/** Farther than anything above: plans of those below are looked at only where there is no other. */
const BELOW = 10

/** How far above somebody's own level a plan was made; levels go from the province (1) down to an organisation (4). */
const distance = ({ own, ownerLevel }: Choice, level: number): number => {
  if (own) return -1
  return ownerLevel <= level ? level - ownerLevel : BELOW + ownerLevel
}

/**
 * The plan somebody most likely means: of those under way the own one, else the nearest from above; else the one that
 * ended last; else the next to begin.
 */
export function defaultPlan<P extends Choice>(
  plans: readonly P[],
  level: number = DataRangeType.code.own,
): P | undefined {
  const running = plans.filter(({ status }) => status === underWay)
  const over = plans.filter(({ status }) => status === ended || status === archived)
  const coming = plans.filter(({ status }) => status === published)
  const newest = (one: P, other: P) => other.startsOn.localeCompare(one.startsOn)
  return (
    running.sort((one, other) => distance(one, level) - distance(other, level) || newest(one, other))[0] ??
    over.sort((one, other) => other.endsOn.localeCompare(one.endsOn))[0] ??
    coming.sort((one, other) => one.startsOn.localeCompare(other.startsOn))[0]
  )
}
