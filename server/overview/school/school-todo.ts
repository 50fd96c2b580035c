// What waits at a school before its tasks are done well.
import { workdaysLeft } from '#contract/overview/pace.ts'
import type { ClassCell, SchoolTodo, SchoolView } from '#contract/overview/school.ts'

/** With so few working days left those who are missing have to come now. */
const LAST_DAYS = 5

type Asked = {
  view: Pick<SchoolView, 'retest' | 'dates' | 'followUp' | 'missing'>
  cells: readonly ClassCell[]
  conflicts: number
  today: string
  /** The plan is: nothing more can be screened, but families can still go to a doctor. */
  isOver: boolean
}

/** Those that need attention now first; what is not there is left out. */
export function todoOf({ view, cells, conflicts, today, isOver }: Asked): SchoolTodo[] {
  const { retest, dates, followUp, missing } = view
  const owing = ({ done: { expected, screened }, absent }: ClassCell) => expected - screened - absent
  const invalid = ({ done: { screened, valid } }: ClassCell) => screened - valid
  const isLate = dates !== null && missing > 0 && workdaysLeft(today, dates.endsOn) <= LAST_DAYS
  const entries: SchoolTodo[] = [
    {
      kind: 'notScreened',
      count: sumOf(cells, owing),
      most: mostOf(cells, owing),
      urgent: isLate || cells.some(({ behind }) => behind),
    },
    { kind: 'errorsOver', count: retest.over ? retest.errors : 0, most: null, urgent: true },
    { kind: 'retestShort', count: retest.short ? retest.owed : 0, most: null, urgent: false },
    { kind: 'invalid', count: sumOf(cells, invalid), most: mostOf(cells, invalid), urgent: false },
    { kind: 'conflicts', count: conflicts, most: null, urgent: false },
    { kind: 'overdue', count: followUp.overdue ?? 0, most: null, urgent: true },
  ]
  const open = entries.filter(({ kind, count }) => count > 0 && (!isOver || kind === 'overdue'))
  return [...open.filter(({ urgent }) => urgent), ...open.filter(({ urgent }) => !urgent)]
}

const sumOf = (cells: readonly ClassCell[], countOf: (cell: ClassCell) => number): number =>
  cells.reduce((sum, cell) => sum + countOf(cell), 0)

function mostOf(cells: readonly ClassCell[], countOf: (cell: ClassCell) => number): SchoolTodo['most'] {
  const [first] = [...cells].sort((one, other) => countOf(other) - countOf(one))
  if (!first || countOf(first) === 0) return null
  const { name, done, absent } = first
  return { name, count: countOf(first), expected: done.expected, screened: done.screened, absent }
}
