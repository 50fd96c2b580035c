// Children with a warning that counts, hidden by the same rules as in reports.

import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import { hideSmall, hidesCount } from '#contract/eyesight/figures/figure-small-cells.ts'
import type { Warned, WarningLife } from '#contract/overview/warned.ts'
import type { DisclosedTally } from '#contract/reports/report/measure.ts'
import { WarningLevelCode, WarningScope } from '#contract/warning/rules.ts'
import { WarningStatus } from '#contract/warning/warning-schemas.ts'
import type { FollowUp } from '../../reports/sections/follow-up-queries.ts'
import type { WarnedRow } from './warned-queries.ts'

const { waiting, notified, acted, closed } = WarningStatus.code
/** The gravest first. */
const LEVELS = WarningLevelCode.codes.toReversed()

type Counts = {
  tally: { 0: Partial<DisclosedTally['tally'][0]> }
  suppression: DisclosedTally['suppression']
}
/** Where what was found is hidden, so is who is warned. */
const isHidden = ({ tally, suppression }: Counts): boolean => hidesCount(suppression, tally[0], 'warning1')

export function warnedOf(rows: readonly FollowUp[], whole: Counts): Warned {
  if (isHidden(whole)) return null
  const children = rows.filter(({ scope }) => scope === WarningScope.code.student)
  const byLevel = LEVELS.map((level) => ({ level, own: children.filter((row) => row.level === level) }))
  const hiding = hideSmall(byLevel.map(({ own }) => [peopleIn(own)]))
  return {
    ...countedOf(children, hiding.whole),
    levels: byLevel.map(({ level, own }, nth) => ({ level, ...countedOf(own, hiding.parts[nth] === true) })),
  }
}

const peopleIn = (rows: readonly { warnings: number }[]): number =>
  rows.reduce((sum, { warnings }) => sum + warnings, 0)

function countedOf(rows: readonly FollowUp[], hidden: boolean): { warned: number; life: WarningLife } {
  const inState = (code: number) => peopleIn(rows.filter(({ status }) => status === code))
  const warned = peopleIn(rows)
  if (hidden && warned > 0) return { warned, life: null }
  return {
    warned,
    life: {
      waiting: inState(waiting),
      notified: inState(notified),
      acted: inState(acted),
      closed: inState(closed),
      overdue: rows.reduce((sum, { overdue }) => sum + overdue, 0),
    },
  }
}

type Area = Counts & { unit: Unit }
type AreaWarned = { warned: number | null; closed: number | null }

/** Of places that make up one, in their order. */
export function warnedBelow(rows: readonly WarnedRow[], areas: readonly Area[]): AreaWarned[] {
  const counted = areas.map(({ unit }) => {
    const own = rows.filter(({ areaId, orgId }) =>
      unit.key.areaId === undefined ? orgId === unit.key.orgId : areaId === unit.key.areaId,
    )
    const sum = (wanted: WarnedRow[]) => wanted.reduce((total, { warned }) => total + warned, 0)
    return { warned: sum(own), closed: sum(own.filter(({ status }) => status === closed)) }
  })
  const hiding = hideSmall(counted.map(({ warned }) => [warned]))
  return areas.map((area, nth) => {
    const { warned, closed: over } = counted[nth] ?? { warned: 0, closed: 0 }
    if (isHidden(area)) return { warned: null, closed: null }
    const isKnown = hiding.whole || hiding.parts[nth] === true
    return { warned, closed: isKnown && warned > 0 ? null : over }
  })
}
