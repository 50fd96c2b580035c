// A school in two plans, at the grades with results in both of them.
import type { Tally } from '#contract/reports/report/tally.ts'
import { leavesOf } from '../../reports/compared-schools.ts'
import { commonLeaves, hasBothResults } from '../../reports/lines/common-places.ts'
import { gradesWithPrevious, tookPartOnce } from '../../reports/lines/comparison-lines.ts'
import { type Counted, WHOLE_KEY, wholeOfParts } from '../../reports/lines/counted-tree.ts'
import { byGrades, type CountedGrade, gradeTree } from '../../reports/lines/stage-tree.ts'
import { type Basis, suppressionIn } from '../../reports/report-basis.ts'
import type { Comparable } from '../wall-rates.ts'

export type ComparedGrades = {
  whole: Comparable | null
  grade: (key: string) => Comparable | null
}
export const NOTHING_COMPARED: ComparedGrades = { whole: null, grade: () => null }

/** With other rules rates are not of the same kind. */
export function comparedGrades(
  basis: Basis<'school'>,
  now: readonly CountedGrade[],
  last: readonly CountedGrade[],
): ComparedGrades {
  const both = gradesWithPrevious(now, last)
  const all = { now: byGrades(gradeTree(both.now)), last: byGrades(gradeTree(both.last)) }
  if (basis.rulesDiffer || !hasBothResults(all)) return NOTHING_COMPARED
  const common = commonLeaves(all)
  const compared = common ?? all
  const treesOf = (when: 'now' | 'last') => [
    all[when],
    // Of a part that is shown, and the whole, the other part could be derived.
    ...(common ? [common[when], withoutPlaces(all[when], common[when])] : []),
  ]
  const suppression = {
    now: suppressionIn(basis, treesOf('now'), 'now', true),
    last: suppressionIn(basis, treesOf('last'), 'last', true),
  }
  const disclosed = (key: string, after: Tally, before: Tally): Comparable => ({
    now: { tally: after, suppression: suppression.now(key) },
    last: { tally: before, suppression: suppression.last(key) },
  })
  const before = new Map(leavesOf(compared.last).map((grade) => [grade.key, grade.tally]))
  return {
    whole: disclosed(WHOLE_KEY, compared.now.tally, compared.last.tally),
    grade: (key) => {
      const after = leavesOf(compared.now).find((grade) => grade.key === key)
      const same = before.get(key)
      if (!after || !same || after.tally[0].valid === 0 || tookPartOnce(after.tally, same)) return null
      return disclosed(key, after.tally, same)
    },
  }
}

function withoutPlaces(tree: Counted, less: Counted): Counted {
  const keys = new Set(leavesOf(less).map(({ key }) => key))
  return wholeOfParts(leavesOf(tree).filter(({ key }) => !keys.has(key)))
}
