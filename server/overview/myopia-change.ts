// The places of an area in two plans, at the schools with results in both of them.

import { SchoolStage } from '#contract/core/codes.ts'
import type { AreaBasis, AreaFigures } from '../reports/area-figures.ts'
import { gradesFromRows } from '../reports/area-figures.ts'
import {
  type BothPlans,
  type ComparedSchools,
  partTrees,
  splitTrees,
  wholeTrees,
} from '../reports/compared-schools.ts'
import { gradesWithPrevious } from '../reports/lines/comparison-lines.ts'
import {
  type Counted,
  type SuppressionByKey,
  TOGETHER_KEY,
  WHOLE_KEY,
} from '../reports/lines/counted-tree.ts'
import { gradeKey, HIGH_STAGES, PREPARATORY_YEAR, stageKey, stageTree } from '../reports/lines/stage-tree.ts'
import { suppressionIn } from '../reports/report-basis.ts'
import type { Comparable } from './wall-rates.ts'

type Find = (key: string) => Comparable | null
export type ComparedPlaces = {
  /** How many schools are compared, where these are not all; null where they are. */
  schools: number | null
  whole: Comparable | null
  stage: Find
  grade: Find
  unit: Find
}
const nothing = () => null
export const NOT_COMPARED: ComparedPlaces = {
  schools: null,
  whole: null,
  stage: nothing,
  grade: nothing,
  unit: nothing,
}

type Schools = Parameters<typeof splitTrees>[1] & Pick<ComparedSchools, 'changedStages'>

export function comparedPlaces(
  basis: AreaBasis,
  figures: AreaFigures,
  split: ComparedSchools,
  schools: Schools,
): ComparedPlaces {
  // With other rules rates are not of the same kind; without a common school there is nothing to compare.
  if (basis.rulesDiffer || split.common === 0) return NOT_COMPARED
  const grades = gradesOfBoth(basis, figures)
  const gradeParts = splitTrees(grades, schools, basis.plan.id, 'grade')
  const more = (when: 'now' | 'last') =>
    [grades, gradeParts.common, gradeParts.once].flatMap((both) => (both ? [both[when]] : []))
  const trees = (when: 'now' | 'last') => [
    ...wholeTrees(split, when),
    ...partTrees(split, when),
    ...more(when),
  ]
  const suppression = {
    now: suppressionIn(basis, trees('now'), 'now', true),
    last: suppressionIn(basis, trees('last'), 'last', true),
  }
  const treeOf = (id: 'stage' | 'unit') => {
    const found = split.trees.find((tree) => tree.id === id)
    return found && (found.common ?? found.all)
  }
  const [stages, units] = [treeOf('stage'), treeOf('unit')]
  const changed = new Set(split.changedStages.map(stageKey))
  const isChanged = (key: string) =>
    changed.has(key) || (key === TOGETHER_KEY && HIGH_STAGES.some((stage) => changed.has(stageKey(stage))))
  const isPartial = split.trees.some(({ common }) => common !== null)
  // 预初 is counted apart from 初一 where there are five-four schools; in the comparison it is not.
  const apart = figures.grades.parts.some(({ parts }) =>
    parts.some(({ key }) => key === gradeKey(SchoolStage.code.juniorHigh, PREPARATORY_YEAR)),
  )
  const inGrades = placesIn(gradeParts.common ?? grades, suppression)
  return {
    schools: isPartial ? split.common : null,
    whole: (stages && placesIn(stages, suppression)(WHOLE_KEY)) ?? null,
    stage: (key) => (stages && !isChanged(key) ? placesIn(stages, suppression)(key) : null),
    grade: (key) =>
      isChanged(stageKeyOfGrade(key)) ||
      (apart && stageKeyOfGrade(key) === stageKey(SchoolStage.code.juniorHigh))
        ? null
        : inGrades(key),
    unit: (key) => (units ? placesIn(units, suppression)(key) : null),
  }
}

const stageKeyOfGrade = (key: string): string => `stage ${key.split(' ')[1]}`

/** Grades of five-four schools by their own numbers, as the schools in both plans are read. */
function gradesOfBoth({ plan, lastPlan }: AreaBasis, { gradeRows }: AreaFigures): BothPlans {
  const of = (planId: number | undefined) => gradesFromRows(gradeRows.filter((row) => row.planId === planId))
  const both = gradesWithPrevious(of(plan.id), of(lastPlan?.id))
  return { now: stageTree(both.now), last: stageTree(both.last) }
}

/** Only places that have results in both plans. */
function placesIn({ now, last }: BothPlans, suppression: Record<'now' | 'last', SuppressionByKey>): Find {
  const [ofNow, ofLast] = [placesByKey(now), placesByKey(last)]
  return (key) => {
    const [after, before] = [ofNow.get(key), ofLast.get(key)]
    if (!after || !before || after.tally[0].valid === 0 || before.tally[0].valid === 0) return null
    return {
      now: { tally: after.tally, suppression: suppression.now(key) },
      last: { tally: before.tally, suppression: suppression.last(key) },
    }
  }
}

function placesByKey(tree: Counted): Map<string, Counted> {
  const places = new Map([[tree.key, tree]])
  for (const part of tree.parts) for (const [key, place] of placesByKey(part)) places.set(key, place)
  return places
}
