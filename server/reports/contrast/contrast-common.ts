// Plans where they can be compared: at the schools with results in both of them, inside a school in the grades that have.
import { withColleges } from '#contract/eyesight/figures/colleges.ts'
import { isSmallCell } from '#contract/eyesight/figures/rates.ts'
import { WITH_GLASSES } from '#contract/reports/report/column-sets.ts'
import { emptyTally, type Tally } from '#contract/reports/report/tally.ts'
import type { UserCtx } from '../../core/context.ts'
import { selectComparedSchools } from '../../eyesight/figures/common-schools-queries.ts'
import { maySeeStudents } from '../../eyesight/figures/figure-suppression.ts'
import { type BothPlans, leavesOf, lessTree, splitTrees } from '../compared-schools.ts'
import { commonLeaves } from '../lines/common-places.ts'
import type { Counted } from '../lines/counted-tree.ts'
import { byStages, stageTree } from '../lines/stage-tree.ts'
import type { CountedSubject } from './contrast-subjects.ts'

/** What the sentences and tables on pairs are made of. How many were expected at single schools is not known. */
const COUNTED = withColleges([
  'valid',
  'rated',
  'myopia',
  'myopiaHigh',
  'poor',
  'referral',
  'uncorrected',
  'warning3',
  ...WITH_GLASSES,
])

/** By stages: the first plan as `now`, the other one as `last`. */
export type CommonTrees = { other: CountedSubject; places: string; trees: BothPlans }

/**
 * Of each of the others that has results of other places than the first; a statement for each, of a handful of plans. Who may not see students could subtract: they get
 * them of two plans only, and where nothing small is left out or left over.
 */
export async function readCommonTrees(
  ctx: UserCtx,
  first: CountedSubject,
  others: readonly CountedSubject[],
): Promise<CommonTrees[]> {
  const seesAll = maySeeStudents(ctx)
  if (!seesAll && others.length > 1) return []
  const found: CommonTrees[] = []
  for (const other of others) {
    const apart = await splitPlaces(ctx, first, other)
    if (apart && (seesAll || !hasSmallCells(apart)))
      found.push({ other, places: apart.places, trees: apart.common })
  }
  return found
}

type Apart = { places: string; common: BothPlans; once: BothPlans }

async function splitPlaces(
  ctx: UserCtx,
  first: CountedSubject,
  other: CountedSubject,
): Promise<Apart | null> {
  const { place } = first
  const grades = { now: stageTree(first.grades), last: stageTree(other.grades) }
  if ('areaId' in place) {
    const asked = { place, planId: first.plan.id, lastPlanId: other.plan.id, stage: undefined }
    const schools = await selectComparedSchools(ctx.db, asked, { byGrade: false, counters: COUNTED })
    const stages = mapBoth(grades, byStages)
    const { common, once } = splitTrees(stages, schools, first.plan.id, 'stage')
    if (!common || !once) return null
    return { places: `两次都参加的${schools.common}所学校`, ...countedOf({ common, once }) }
  }
  const common = place.level === 'school' ? commonLeaves(grades) : null
  if (!common) return null
  const once = { now: lessTree(grades.now, common.now), last: lessTree(grades.last, common.last) }
  return {
    places: '两次都有结果的年级',
    ...countedOf({ common: mapBoth(common, byStages), once: mapBoth(once, byStages) }),
  }
}

const mapBoth = ({ now, last }: BothPlans, map: (tree: Counted) => Counted): BothPlans => ({
  now: map(now),
  last: map(last),
})

const countedOf = ({ common, once }: Omit<Apart, 'places'>) => ({
  common: mapBoth(common, withoutUnknown),
  once: mapBoth(once, withoutUnknown),
})
const withoutUnknown = (tree: Counted): Counted => ({
  ...tree,
  tally: knownOf(tree.tally),
  parts: tree.parts.map(withoutUnknown),
})
function knownOf(tally: Tally): Tally {
  const known = emptyTally()
  for (const sex of [0, 1, 2] as const) for (const name of COUNTED) known[sex][name] = tally[sex][name]
  return known
}

const hasSmallCells = ({ common, once }: Apart): boolean =>
  [common.now, common.last, once.now, once.last]
    .flatMap(leavesOf)
    .some(({ tally }) =>
      ([0, 1, 2] as const).some((sex) =>
        (['valid', 'rated', 'collegeRated'] as const).some((name) => isSmallCell(tally[sex][name])),
      ),
    )
