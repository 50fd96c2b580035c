// Classes compared with themselves in the previous plan: classes move up with their pupils.
import { COMPARED_AS } from '#contract/eyesight/figures/rates.ts'
import { addTallies, emptyTally } from '#contract/reports/report/tally.ts'
import { GONE_KEY, linesWithPrevious, restOf, tookPartOnce } from '../lines/comparison-lines.ts'
import { type Counted, suppressNothing, wholeOfParts } from '../lines/counted-tree.ts'
import type { CountedClass } from '../school-figures.ts'
import { type ComparedBreakdown, incomparableNote } from './comparison-section.ts'

/**
 * Only for readers who may see students. `all`: classes of last time only are a row too, so that the rows add up to
 * everybody of then; otherwise to the classes that still exist.
 */
export function cohortBreakdown(
  now: readonly CountedClass[],
  last: readonly CountedClass[],
  all: boolean,
): ComparedBreakdown {
  const classes = now.map(({ counted }) => counted)
  const before = classes.map((each) => ({
    ...each,
    tally: last.find(({ counted }) => counted.key === each.key)?.counted.tally ?? emptyTally(),
  }))
  const everybody = addTallies(last.map(({ counted }) => counted.tally))
  const rest = restOf(
    everybody,
    before.map(({ tally }) => tally),
  )
  const gone = (tally: Counted['tally']): Counted[] =>
    all && rest[0].expected > 0
      ? [{ key: GONE_KEY, name: '本次未参加的班级', unit: null, tally, parts: [] }]
      : []
  const both = {
    now: wholeOfParts([...classes, ...gone(emptyTally())]),
    last: wholeOfParts([...before, ...gone(rest)]),
  }
  const noteOf = (_key: string, one: Counted['tally'], other: Counted['tally']) =>
    incomparableNote(tookPartOnce(one, other))
  const line = linesWithPrevious({
    ...both,
    suppression: suppressNothing,
    lastSuppression: suppressNothing,
    noteOf,
  })
  const incomparable = line.parts.some(({ note }) => note !== null)
  return {
    id: 'class',
    kind: '班级',
    as: COMPARED_AS.class,
    line: { ...line, note: incomparableNote(incomparable) },
  }
}
