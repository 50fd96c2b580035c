// The grades of a school with their classes, as two heat grids show them.
import { hidesCount } from '#contract/eyesight/figures/figure-small-cells.ts'
import {
  CLASS_ABOVE_GRADE,
  CLASS_DONE_LEAST,
  type ClassCell,
  type GradeRow,
} from '#contract/overview/school.ts'
import type { Done, WallRate } from '#contract/overview/wall.ts'
import type { DisclosedTally } from '#contract/reports/report/measure.ts'
import type { Counting } from '#contract/reports/report/tally.ts'
import type { ClassRow } from '../../letters/tracking-queries.ts'
import type { Counted, SuppressionByKey } from '../../reports/lines/counted-tree.ts'
import type { CountedGrade } from '../../reports/lines/stage-tree.ts'
import type { CountedClass } from '../../reports/school-figures.ts'
import { type Fraction, wallRate } from '../wall-rates.ts'
import type { ComparedGrades } from './school-change.ts'

/** How much two rates may lack of being so far apart because of how numbers are stored. */
const NOISE = 1e-9

export type SchoolBasis = {
  classes: readonly CountedClass[]
  suppression: SuppressionByKey
  compared: ComparedGrades
  /** What is meant by the rate. */
  fraction: Fraction
  today: ReadonlyMap<number, number>
  letters: readonly ClassRow[]
}

export const doneOf = ({ expected, screened, valid }: Counting): Done => ({ expected, screened, valid })

export function gradeRowOf({ stage, counted }: CountedGrade, basis: SchoolBasis): GradeRow[] {
  const { compared, fraction } = basis
  if (!counted.unit) return []
  const disclosed = disclosedIn(counted, basis)
  const rate = wallRate(disclosed, fraction, compared.grade(counted.key))
  const own = new Set(counted.parts.map(({ key }) => key))
  const classes = basis.classes.filter((each) => own.has(each.counted.key))
  const cells = classes.flatMap((each) => classCellOf(each, rate, basis))
  return [
    {
      ...cellOf(counted, counted.unit.key),
      stage,
      screenedToday: cells.reduce((sum, { screenedToday }) => sum + screenedToday, 0),
      rate,
      followUp: followUpOf(disclosed, overdueIn(basis, cells)),
      classes: cells,
    },
  ]
}

const cellOf = ({ name, tally }: Counted, key: GradeRow['key']) => ({
  key,
  name,
  done: doneOf(tally[0]),
  absent: tally[0].absent,
})

const disclosedIn = ({ key, tally }: Counted, { suppression }: SchoolBasis): DisclosedTally => ({
  tally,
  suppression: suppression(key),
})

function classCellOf({ className, counted }: CountedClass, grade: WallRate, basis: SchoolBasis): ClassCell[] {
  if (counted.unit?.key.classId === undefined) return []
  const rate = wallRate(disclosedIn(counted, basis), basis.fraction, null)
  const { expected, screened } = counted.tally[0]
  return [
    {
      ...cellOf(counted, counted.unit.key),
      className,
      screenedToday: basis.today.get(counted.unit.key.classId) ?? 0,
      rate,
      behind: screened > 0 && screened * 100 < CLASS_DONE_LEAST * expected,
      aboveGrade:
        rate.rate !== null && grade.rate !== null && rate.rate - grade.rate >= CLASS_ABOVE_GRADE - NOISE,
    },
  ]
}

/** What is said of those advised to see a doctor is hidden where they are a handful. */
export function followUpOf({ tally, suppression }: DisclosedTally, overdue: number): GradeRow['followUp'] {
  const { referral, visited } = tally[0]
  const hides = (counter: 'referral' | 'visited') => hidesCount(suppression, tally[0], counter)
  return hides('referral') || hides('visited') ? null : { referral, visited, overdue }
}

function overdueIn({ letters }: SchoolBasis, cells: readonly ClassCell[]): number {
  const own = new Set(cells.map(({ key }) => key.classId))
  return letters.filter(({ classId }) => own.has(classId)).reduce((sum, { overdue }) => sum + overdue, 0)
}
