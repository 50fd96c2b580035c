// Progress of a plan in an area: how far, how fast, who is behind.
import type { z } from 'zod'
import { PlanKind } from '#contract/eyesight/plan-schemas.ts'
import { forecastOf, neededPerDay, pacePerDay, workdaysLeft } from '#contract/overview/pace.ts'
import type { Coverage, ProgressView } from '#contract/overview/progress.ts'
import type { Done, WallQuery } from '#contract/overview/wall.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import type { UserCtx } from '../core/context.ts'
import { selectFeed } from '../eyesight/feed/feed-queries.ts'
import { type Child, readChildren } from '../eyesight/figures/figure-children.ts'
import { classUnit } from '../eyesight/figures/unit.ts'
import { requireAreaPlace } from './area-place.ts'
import {
  type DayRow,
  type ExecutorRow,
  selectDays,
  selectExecutors,
  selectRosterSchools,
  selectTasks,
  type TaskRow,
} from './progress-queries.ts'
import { answerWall, type WallBasis } from './wall.ts'

const COUNTED = ['expected', 'screened', 'valid'] as const
type Area = Child<(typeof COUNTED)[number]>
const EXECUTORS_SHOWN = 8
const NEWS_SHOWN = 8
const UNCOVERED_SHOWN = 8
const BY_THEMSELVES = '学校自行筛查'

export const findProgress = (ctx: UserCtx, query: z.output<typeof WallQuery>) =>
  answerWall(ctx, query, 'progress', makeProgress)

export async function makeProgress(basis: WallBasis): Promise<ProgressView> {
  const { ctx, plan, resolved, today, inParallel } = basis
  const place = requireAreaPlace(resolved)
  const tasksAsked = inParallel(async (db) => ({
    tasks: await selectTasks(db, place, plan.id),
    executors: await selectExecutors(db, place, plan.id),
    news: await selectFeed(db, place, plan.id, NEWS_SHOWN),
    roster: plan.kind === PlanKind.code.survey ? await selectRosterSchools(db, place, plan.id) : null,
  }))
  const children = await readChildren(ctx, resolved, {
    planId: plan.id,
    stage: undefined,
    counters: COUNTED,
    byStage: true,
  })
  const days = await selectDays(ctx.db, place, plan.id)
  const { tasks, executors, roster, news } = await tasksAsked
  const total = doneOf(children.now[0])
  const pace = paceIn(basis)
  const byDay = sumOfDays(days)
  const left = workdaysLeft(today, plan.endsOn)
  return {
    total,
    range: children.range,
    ...pace(total, byDay),
    workdaysLeft: left,
    neededPerDay: neededPerDay(total, plan.targetRate, left),
    stages: stagesOf(children.rows),
    days: byDay,
    areas: children.rows.map((area) => {
      const done = doneOf(area.now[0])
      const isOwn = ({ areaId, orgId }: { areaId: string | null; orgId: number | null }) =>
        area.unit.key.areaId === undefined ? orgId === area.unit.key.orgId : areaId === area.unit.key.areaId
      const task = tasks.find(({ areaId, schoolOrgId }) => isOwn({ areaId, orgId: schoolOrgId }))
      return {
        ...done,
        unit: area.unit,
        range: area.range,
        startsOn: area.range.begun.schools === 0 ? (task?.startsOn ?? null) : null,
        ...pace(done, days.filter(isOwn)),
      }
    }),
    executors: slowest(executors),
    executorCount: executors.length,
    tasks: statesOf(tasks, children.rows),
    screenedToday: byDay.find(({ day }) => day === today)?.screened ?? 0,
    feed: news.map(({ at, schoolName, students, ...row }) => ({
      classId: row.classId,
      at: at.toISOString(),
      schoolName,
      className: classUnit({ ...row, orgId: 0 }, row.schoolSystem).name,
      students,
    })),
    coverage: roster && coverageOf(roster, total.expected),
  }
}

const doneOf = ({ expected, screened, valid }: Done): Done => ({ expected, screened, valid })

/** Before a plan begins, and when it is over, no pace leads anywhere. */
function paceIn({ plan, today }: WallBasis) {
  const isUnderWay = plan.status === PlanStatus.code.underWay
  const left = workdaysLeft(today, plan.endsOn)
  return (done: Done, days: readonly { day: string; screened: number }[]) => {
    const perDay = isUnderWay ? pacePerDay(days, { startsOn: plan.startsOn, today }) : null
    return { perDay, forecast: forecastOf(done, perDay, left) }
  }
}

function sumOfDays(rows: readonly DayRow[]): ProgressView['days'] {
  const days = new Map<string, number>()
  for (const { day, screened } of rows) days.set(day, (days.get(day) ?? 0) + screened)
  return [...days].map(([day, screened]) => ({ day, screened }))
}

function stagesOf(areas: readonly Area[]): ProgressView['stages'] {
  const stages = new Map<ProgressView['stages'][number]['stage'], Done>()
  for (const { stage, now } of areas.flatMap((area) => area.stages)) {
    const sum = stages.get(stage) ?? { expected: 0, screened: 0, valid: 0 }
    stages.set(stage, {
      expected: sum.expected + now[0].expected,
      screened: sum.screened + now[0].screened,
      valid: sum.valid + now[0].valid,
    })
  }
  return [...stages].sort(([one], [other]) => one - other).map(([stage, done]) => ({ stage, ...done }))
}

/** What counts is the share that is done; those with nobody to examine are never slow. */
function slowest(rows: readonly ExecutorRow[]): ProgressView['executors'] {
  return rows
    .filter(({ expected }) => expected > 0)
    .sort((one, other) => one.screened / one.expected - other.screened / other.expected)
    .slice(0, EXECUTORS_SHOWN)
    .map(({ orgId, name, ...row }) => ({ ...row, orgId: orgId ?? 0, name: name ?? BY_THEMSELVES }))
}

function statesOf(rows: readonly TaskRow[], areas: readonly Area[]): ProgressView['tasks'] {
  const sum = (state: 'completed' | 'underWay' | 'waiting' | 'overdue') =>
    rows.reduce((total, row) => total + row[state], 0)
  const waits = [...rows].sort((one, other) => other.waiting - one.waiting)[0]
  const most =
    waits && areas.find(({ unit }) => unit.key.areaId !== undefined && unit.key.areaId === waits.areaId)
  return {
    completed: sum('completed'),
    underWay: sum('underWay'),
    waiting: sum('waiting'),
    overdue: sum('overdue'),
    waitingMost: most && waits.waiting > 0 ? { name: most.unit.name, tasks: waits.waiting } : null,
  }
}

type RosterSchools = Awaited<ReturnType<typeof selectRosterSchools>>

/** Of everybody who goes to school: a plan may leave stages out as well as places. */
function coverageOf(schools: RosterSchools, covered: number): Coverage {
  const uncovered = schools.filter((school) => !school.covered)
  return {
    students: schools.reduce((sum, { students }) => sum + students, 0),
    covered,
    schools: schools.length,
    uncovered: uncovered.length,
    largest: uncovered
      .slice(0, UNCOVERED_SHOWN)
      .map(({ orgId, name, students }) => ({ orgId, name, students })),
  }
}
