import type { CodeOf } from '#contract/core/enums.ts'
import { PlanKind, Season } from '#contract/eyesight/plan-schemas.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { schoolYearOf } from '#contract/schools/grades.ts'

type Term = { schoolYear: number; season: CodeOf<typeof Season> }
/** A plan of the demo; `plansAgo` counts back from the one under way, which has 0. */
export type DemoPlan = Term & {
  id: number
  plansAgo: number
  name: string
  kind: CodeOf<typeof PlanKind>
  startsOn: string
  endsOn: string
  status: (typeof PlanStatus.code)['underWay' | 'ended' | 'archived']
}

export const DEMO_PLANS = 3
export const MOST_PLANS = 4
const { spring, autumn } = Season.code
const { underWay, ended, archived } = PlanStatus.code
const { routine, survey } = PlanKind.code

const DAY_MS = 86_400_000
export const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

export const earlier = (a: string, b: string): string => (a < b ? a : b)
export const later = (a: string, b: string): string => (a > b ? a : b)

const isSchoolDay = (day: string): boolean => (new Date(day).getUTCDay() + 6) % 7 < 5

/** Mondays to Fridays of a stretch; where there is none, its last day. */
export function schoolDays(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = plusDays(day, 1)) if (isSchoolDay(day)) days.push(day)
  return days.length > 0 ? days : [to]
}

/** Autumn from September, spring from February on. */
function termOf(day: string): Term {
  const month = Number(day.slice(5, 7))
  return { schoolYear: schoolYearOf(day), season: month >= 9 || month === 1 ? autumn : spring }
}

const termBefore = ({ schoolYear, season }: Term): Term =>
  season === spring ? { schoolYear, season: autumn } : { schoolYear: schoolYear - 1, season: spring }

const firstDayOf = ({ schoolYear, season }: Term): string =>
  season === autumn ? `${schoolYear}-09-01` : `${schoolYear + 1}-02-01`

const usualDates = ({ schoolYear, season }: Term) =>
  season === autumn
    ? { startsOn: `${schoolYear}-09-20`, endsOn: `${schoolYear}-11-30` }
    : { startsOn: `${schoolYear + 1}-03-20`, endsOn: `${schoolYear + 1}-06-05` }

/** The one under way since some weeks, within its term. */
function datesAround(term: Term, today: string) {
  return { startsOn: later(plusDays(today, -24), firstDayOf(term)), endsOn: plusDays(today, 21) }
}

export type NewPlan = Omit<DemoPlan, 'id'>

function planOf(term: Term, plansAgo: number, dates: { startsOn: string; endsOn: string }): NewPlan {
  // Every other term everybody is examined, so that general surveys have figures of their own.
  const kind = plansAgo % 2 === 1 ? survey : routine
  const name = `浙江省${term.schoolYear}学年${Season.label(term.season)}学生视力${kind === survey ? '普查' : '筛查'}`
  return {
    ...term,
    plansAgo,
    name,
    kind,
    ...dates,
    status: plansAgo === 0 ? underWay : plansAgo === 1 ? ended : archived,
  }
}

const planBefore = (plan: NewPlan): NewPlan => {
  const term = termBefore(plan)
  return planOf(term, plan.plansAgo + 1, usualDates(term))
}

/** The one under way today, and before it as many as are missing, one for each term. */
export function plansUpTo(count: number, today: string, known: readonly DemoPlan[]): NewPlan[] {
  const term = termOf(today)
  const plans: NewPlan[] = known.length > 0 ? [...known] : [planOf(term, 0, datesAround(term, today))]
  for (let last = plans.at(-1); last && plans.length < count; last = plans.at(-1))
    plans.push(planBefore(last))
  return plans.slice(known.length)
}

/** Compared with the same season of the year before; where there is none, with the term before. */
export function comparedWith<P extends { plansAgo: number }>(plan: P, plans: readonly P[]): P | undefined {
  const planAgo = (plansAgo: number) => plans.find((each) => each.plansAgo === plansAgo)
  return planAgo(plan.plansAgo + 2) ?? planAgo(plan.plansAgo + 1)
}
