// What the teams of a screening organisation do today, how well, and what is still owed.

import type { OrganisationView, SchoolOwing, Writer } from '#contract/overview/organisation.ts'
import { forecastOf, neededPerDay, pacePerDay, workdaysLeft } from '#contract/overview/pace.ts'
import type { OwnWallQuery } from '#contract/overview/wall.ts'
import { PlanStatus, TaskStatus } from '#contract/plans/statuses.ts'
import type { UserCtx } from '../../core/context.ts'
import { rangeOf } from '../../eyesight/figures/figure-children.ts'
import { classUnit } from '../../eyesight/figures/unit.ts'
import { type IntakeSchool, selectIntake } from '../../eyesight/plans/intake-queries.ts'
import {
  type FedClass,
  type OwnTaskRow,
  selectOwnDays,
  selectOwnFeed,
  selectOwnTasks,
  selectWriters,
  type WriterRow,
} from './organisation-queries.ts'
import { answerOwnWall, type OwnWallBasis } from './own-wall.ts'

const FEED_SHOWN = 8
const TASKS_SHOWN = 60
const SCHOOLS_SHOWN = 60
/** So many schools are looked at for what they owe. */
const SCHOOLS_READ = 1_000

export const findOrganisation = (ctx: UserCtx, query: OwnWallQuery) =>
  answerOwnWall(ctx, query, 'organisation', makeOrganisation)

async function makeOrganisation(basis: OwnWallBasis): Promise<OrganisationView> {
  const { ctx, plan, who, orgId, today, inParallel } = basis
  const otherAsked = inParallel(async (db) => ({
    intake: await selectIntake(db, who, plan, { planId: plan.id, pageNum: 1, pageSize: SCHOOLS_READ }),
    days: await selectOwnDays(db, who, plan.id),
  }))
  const tasks = await selectOwnTasks(ctx.db, who, plan.id)
  const writers = await selectWriters(ctx.db, who, plan.id, orgId)
  const feed = await selectOwnFeed(ctx.db, who, plan.id, FEED_SHOWN)
  const { intake, days } = await otherAsked
  const { totals, list } = intake
  const left = workdaysLeft(today, plan.endsOn)
  const isUnderWay = plan.status === PlanStatus.code.underWay
  const perDay = isUnderWay ? pacePerDay(days, { startsOn: plan.startsOn, today }) : null
  const { expected, screened, valid } = totals
  const week = tasks.filter(({ inWeek, overdue }) => inWeek || overdue)
  const owing = list.map(owingOf).filter(isOwing)
  return {
    total: { expected, screened, valid },
    range: rangeOf(totals.schools, [totals]),
    perDay,
    forecast: forecastOf(totals, perDay, left),
    workdaysLeft: left,
    neededPerDay: neededPerDay(totals, plan.targetRate, left),
    days,
    tasks: statesOf(tasks),
    week: week.slice(0, TASKS_SHOWN),
    tasksToday: tasks.filter(({ isToday }) => isToday).length,
    tasksOfWeek: tasks.filter(({ inWeek }) => inWeek).length,
    entered: writers[0] ? { day: writers[0].day, writers: writersOf(writers) } : null,
    quality: {
      invalidRate: screened > 0 ? (totals.invalid * 100) / screened : null,
      retestRate: totals.retestRate,
      errorRate: totals.errorRate,
      retestShort: totals.retestShort,
      errorsOver: totals.errorsOver,
    },
    retestRatio: plan.retestRatio,
    errorCap: plan.errorCap,
    sources: { hand: totals.byHand, sheet: totals.byImport, device: totals.byDevice },
    owed: {
      students: owing.reduce((sum, school) => sum + school.owing, 0),
      schools: owing.length,
      conflicts: totals.conflicts,
      list: owing.slice(0, SCHOOLS_SHOWN),
    },
    feed: feed.map(feedOf),
  }
}

/** Before its list is taken nothing is owed by a school. */
const owingOf = ({ orgId, orgName, part, ...sums }: IntakeSchool): SchoolOwing => ({
  orgId,
  name: orgName,
  part,
  owing: sums.owing - sums.waiting - sums.unassigned,
  conflicts: sums.conflicts,
  retestRate: sums.retestRate,
  retestShort: sums.retestShort,
  errorRate: sums.errorRate,
  errorsOver: sums.errorsOver,
})

const isOwing = ({ owing, conflicts, retestShort, errorsOver }: SchoolOwing): boolean =>
  owing > 0 || conflicts > 0 || retestShort || errorsOver

function statesOf(tasks: readonly OwnTaskRow[]): OrganisationView['tasks'] {
  const count = (wanted: (task: OwnTaskRow) => boolean) => tasks.filter(wanted).length
  return {
    completed: count(({ status }) => status === TaskStatus.code.completed),
    underWay: count(({ status, overdue }) => status === TaskStatus.code.underWay && !overdue),
    waiting: count(({ status, overdue }) => status === TaskStatus.code.waiting && !overdue),
    overdue: count(({ overdue }) => overdue),
    waitingMost: null,
  }
}

/** Those who wrote most first; sheets and others, who are not named, last. */
function writersOf(rows: readonly WriterRow[]): Writer[] {
  const writers = new Map<string, Writer>()
  for (const { kind, id, name, hour, records, invalid } of rows) {
    if (kind === null) continue
    const key = id === null ? kind : `${kind} ${id}`
    const writer = writers.get(key) ?? { key, kind, name, hours: [], records: 0, invalid: 0 }
    writer.hours.push({ hour, records })
    writer.records += records
    writer.invalid += invalid
    writers.set(key, writer)
  }
  const isNamed = ({ name }: Writer) => Number(name !== null)
  return [...writers.values()].sort(
    (one, other) => isNamed(other) - isNamed(one) || other.records - one.records,
  )
}

const feedOf = ({
  schoolSystem,
  at,
  schoolName,
  students,
  ...named
}: FedClass): OrganisationView['feed'][number] => ({
  classId: named.classId,
  at: at.toISOString(),
  schoolName,
  className: classUnit(named, schoolSystem ?? 63).name,
  students,
})
