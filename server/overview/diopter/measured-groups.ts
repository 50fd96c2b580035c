// Children with measured eyes by stage, grade and age, and which of these groups are too small to be shown.
import { SchoolStage } from '#contract/core/codes.ts'
import type { Suppression, Wholes } from '#contract/eyesight/figures/figure-small-cells.ts'
import {
  type CountedUnit,
  suppressionBelow,
  suppressionOfTop,
  UNIT_HIDDEN,
  type UnitSuppression,
} from '#contract/eyesight/figures/unit-suppression.ts'
import { emptyTally, type Tally } from '#contract/reports/report/tally.ts'
import type { MeasuredEyes } from '../../eyesight/figures/refraction/refraction-queries.ts'
import type { ResolvedUnit } from '../../eyesight/figures/unit.ts'
import { grouped } from '../../reports/area-figures.ts'
import {
  type Counted,
  groupOf,
  type SuppressionByKey,
  suppressionInTrees,
  wholeOfParts,
} from '../../reports/lines/counted-tree.ts'
import {
  commonGradeName,
  gradeKey,
  type Stage,
  stageKey,
  stageOfKey,
} from '../../reports/lines/stage-tree.ts'

const { kindergarten, primary, juniorHigh, seniorHigh, vocationalHigh } = SchoolStage.code

/** 高中 is one, of whichever kinds there are; colleges are no part of children and adolescents. */
export const STAGES = [
  { stage: kindergarten, name: SchoolStage.label(kindergarten), of: [kindergarten] },
  { stage: primary, name: SchoolStage.label(primary), of: [primary] },
  { stage: juniorHigh, name: SchoolStage.label(juniorHigh), of: [juniorHigh] },
  { stage: seniorHigh, name: '高中', of: [seniorHigh, vocationalHigh] },
] as const satisfies { stage: Stage; name: string; of: Stage[] }[]

/** The stage that another one is shown in; undefined of colleges. */
export const shownStageOf = (stage: Stage): Stage | undefined =>
  STAGES.find(({ of }) => of.some((each) => each === stage))?.stage

/** Eyes with refraction are hidden as those with vision are: where fewer than five children have them. */
const EYES = { right: 'nakedRightEyes', left: 'nakedLeftEyes' } as const
type Eyes = Record<keyof typeof EYES, number>

export const isHidden = (suppression: Suppression, eye: keyof typeof EYES = 'right'): boolean =>
  suppression.has(EYES[eye])

function tallyOfEyes({ right, left }: Eyes): Tally {
  const tally = emptyTally()
  tally[0][EYES.right] = right
  tally[0][EYES.left] = left
  return tally
}

export function eyesIn(rows: readonly MeasuredEyes[]): Eyes {
  const sum = (column: 'rightEyes' | 'leftEyes') => rows.reduce((total, row) => total + row[column], 0)
  return { right: sum('rightEyes'), left: sum('leftEyes') }
}

const wholesOf = (rows: readonly MeasuredEyes[]): Wholes => tallyOfEyes(eyesIn(rows))

const unitOf = (rows: readonly MeasuredEyes[]): CountedUnit => ({
  all: wholesOf(rows),
  stages: new Map(
    [...grouped(rows, ({ stage }) => shownStageOf(stage) ?? stage)].map(([stage, own]) => [
      stage,
      wholesOf(own),
    ]),
  ),
})

/** From the province down to a place inside of it, each among its neighbours. */
export function suppressionOfMeasured(
  rows: readonly MeasuredEyes[],
  path: ResolvedUnit['path'],
): UnitSuppression {
  const [, ...below] = path.map(({ key }) => key.areaId)
  let own = rows
  let above: UnitSuppression | undefined
  for (const [nth, column] of (['cityId', 'regionId'] as const).entries()) {
    const units = [...grouped(own, (row) => row[column])]
    above ??= suppressionOfTop(units.map(([, inside]) => unitOf(inside)))
    const areaId = below[nth]
    if (areaId === undefined) return above
    const at = units.findIndex(([id]) => id === areaId)
    const parts = suppressionBelow(
      units.map(([, inside]) => unitOf(inside)),
      above,
    )
    // A place without measured eyes has nothing to show.
    above = parts[at] ?? UNIT_HIDDEN
    own = units[at]?.[1] ?? []
  }
  return above ?? UNIT_HIDDEN
}

const ageKey = (age: number): string => `age ${age}`

/** Of all groups that a place is shown by, by their keys. */
export function suppressionOfGroups(
  rows: readonly MeasuredEyes[],
  ages: ReadonlyMap<number, { records: number }>,
  unit: UnitSuppression,
): SuppressionByKey {
  const part = (key: string, eyes: Eyes): Counted => ({
    ...{ key, name: key, unit: null, parts: [] },
    tally: tallyOfEyes(eyes),
  })
  const stages = STAGES.map(({ stage, of }) => {
    const own = rows.filter((row) => of.some((each) => each === row.stage))
    const grades = grouped(own, (row) => gradeKey(row.stage, row.gradeNo))
    return groupOf(
      stageKey(stage),
      stageKey(stage),
      [...grades].map(([key, inside]) => part(key, eyesIn(inside))),
    )
  })
  const groups = [...ages].map(([age, { records }]) => part(ageKey(age), { right: records, left: 0 }))
  return suppressionInTrees([wholeOfParts(stages), wholeOfParts(groups)], {
    whole: unit.all,
    of: (key) => unit.stages.get(stageOfKey(key)),
  })
}

export const keysOf = { stage: stageKey, grade: gradeKey, age: ageKey }
export const gradeNameOf = commonGradeName
