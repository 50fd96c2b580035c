// An area on one screen: what progress, rates and follow-up say of it, from the same functions as their own screens.
import type { z } from 'zod'
import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import type { SummaryView } from '#contract/overview/summary.ts'
import type { WallQuery } from '#contract/overview/wall.ts'
import type { UserCtx } from '../../core/context.ts'
import { makeMyopia } from '../myopia.ts'
import { makeProgress } from '../progress.ts'
import { answerWall, type WallBasis } from '../wall.ts'
import { makeStudents } from './students.ts'

export const findSummary = (ctx: UserCtx, query: z.output<typeof WallQuery>) =>
  answerWall(ctx, query, 'summary', makeSummary)

const keyOf = ({ key }: Unit): string => JSON.stringify([key.areaId, key.orgId])

async function makeSummary(basis: WallBasis): Promise<SummaryView> {
  const ratesAsked = basis.inParallel((db) =>
    makeMyopia({ ...basis, ctx: { ...basis.ctx, db }, inParallel: (ask) => ask(db) }),
  )
  const alone: WallBasis = { ...basis, inParallel: (ask) => ask(basis.ctx.db) }
  const progress = await makeProgress(alone)
  const students = await makeStudents(alone)
  const rates = await ratesAsked
  const followUps = new Map(students.areas.map((area) => [keyOf(area.unit), area]))
  const done = new Map(progress.areas.map((area) => [keyOf(area.unit), area]))
  const { total, range, perDay, forecast, workdaysLeft, neededPerDay, tasks } = progress
  const { all, male, female, comparison, status, poor, high, referral, breaks } = rates
  return {
    ...{ total, range, perDay, forecast, workdaysLeft, neededPerDay, tasks },
    ...{ all, male, female, comparison, status, poor, high, referral, breaks },
    visited30: students.visited30,
    visited90: students.visited90,
    warned: students.warned,
    areas: rates.areas.flatMap(({ unit, valid: _valid, ...found }) => {
      const [own, followUp] = [done.get(keyOf(unit)), followUps.get(keyOf(unit))]
      if (!own || !followUp) return []
      const { referral, visited30, visited90, warned } = followUp
      return [{ ...own, ...found, referral, visited30, visited90, warned }]
    }),
  }
}
