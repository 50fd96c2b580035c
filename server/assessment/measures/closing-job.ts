import { z } from 'zod'
import { AssessPlanStatus } from '#contract/assessment/statuses.ts'
import type { Tx } from '../../core/db/connect.ts'
import { atOneMoment } from '../../core/db/one-moment.ts'
import { defineJob, type JobRun } from '../../core/jobs/queue.ts'
import { insertMessage } from '../../messages/message-queries.ts'
import { insertAssessEvents } from '../event-queries.ts'
import {
  type AssessPlanRecord,
  bodiesOf,
  lockAssessPlan,
  markAssessPlan,
  selectAssessPlanRow,
  selectDuePlans,
} from '../plans/plan-queries.ts'
import { markMeasured, markReminded, selectMissing, selectOpenPlans } from './closing-queries.ts'
import { type MeasureInput, upsertMeasures } from './measure-queries.ts'
import { measureUnits } from './measures.ts'

const NOBODY = { userId: null, userName: null, orgName: null }

/**
 * Hourly, and when a plan is closed by hand: closes plans whose last day is over, reads once and for all what they compute,
 * reads for open ones what takes longer than a request may, and reminds units of the end.
 */
export const closeAssessmentsJob = defineJob({
  name: 'assess.close',
  payload: z.object({}),
  maxAttempts: 5,
  place: 'worker',
  hourly: true,
  async run(run) {
    for (const planId of await selectDuePlans(run.db)) {
      if (run.signal.aborted) return
      await fenced(run, (tx) => closePlan(tx, planId))
      await readFinally(run, planId)
    }
    await fenced(run, remindUnits)
    for (const planId of await selectOpenPlans(run.db)) {
      if (run.signal.aborted) return
      await readForNow(run, planId)
    }
  },
})

const fenced = <Answer>(run: JobRun, work: (tx: Tx) => Promise<Answer>): Promise<Answer> =>
  run.db.transaction().execute(async (tx) => {
    await run.fence(tx)
    return work(tx)
  })

/** Who comes second finds it done. */
async function closePlan(tx: Tx, planId: number): Promise<void> {
  const plan = await lockAssessPlan(tx, planId)
  if (plan?.status !== AssessPlanStatus.code.published) return
  await markAssessPlan(tx, planId, 'closedAt')
  await insertAssessEvents(tx, { planId, kind: 'closed', ...NOBODY })
}

/** All units at one moment. Nothing is locked while it counts: units that are typing wait for nobody. */
async function readFinally(run: JobRun, planId: number): Promise<void> {
  const plan = await selectAssessPlanRow(run.db, planId)
  if (!plan || plan.measuredAt !== null) return
  const rows = await readMeasures(run, plan)
  await fenced(run, async (tx) => {
    const locked = await lockAssessPlan(tx, planId)
    if (!locked || locked.measuredAt !== null) return
    await upsertMeasures(tx, planId, rows)
    await markMeasured(tx, planId)
    await insertAssessEvents(tx, { planId, kind: 'measured', ...NOBODY })
    await tellClosed(tx, locked)
  })
}

async function tellClosed(tx: Tx, plan: AssessPlanRecord): Promise<void> {
  const missing = await selectMissing(tx, plan.id)
  await send(tx, bodiesOf(plan), {
    title: '考核申报已截止',
    body: `“${plan.name}”已截止，${missing.length}个单位未提交。系统指标已取数，可以完成评审。`,
    link: `/assessment/plan-details?planId=${plan.id}`,
  })
  await send(tx, missing, {
    title: '考核申报已截止',
    body: `“${plan.name}”已截止，本单位尚未提交。已填写的内容都已保存，需要补报请联系评审单位。`,
    link: '/assessment/assess-list',
  })
}

/** What a request would count too long stands as it was read here, until the next hour. */
async function readForNow(run: JobRun, planId: number): Promise<void> {
  const plan = await selectAssessPlanRow(run.db, planId)
  if (plan?.status !== AssessPlanStatus.code.published) return
  const rows = await readMeasures(run, plan)
  await fenced(run, (tx) => upsertMeasures(tx, planId, rows))
}

async function readMeasures(run: JobRun, plan: AssessPlanRecord): Promise<MeasureInput[]> {
  const measured = await atOneMoment(run.db, (db) => measureUnits(db, plan, { whole: true }))
  return [...measured].flatMap(([applicationId, leaves]) =>
    leaves.map(({ leafKey, measured: value, score }) => ({
      applicationId,
      leafKey,
      measured: JSON.stringify(value),
      score,
    })),
  )
}

async function remindUnits(tx: Tx): Promise<void> {
  for (const { id, name, endsOn } of await markReminded(tx)) {
    const missing = await selectMissing(tx, id)
    if (missing.length === 0) continue
    await insertAssessEvents(tx, {
      planId: id,
      kind: 'reminded',
      detail: { units: missing.length },
      ...NOBODY,
    })
    await send(tx, missing, {
      title: '考核申报即将截止',
      body: `“${name}”将在${endsOn}截止，本单位尚未提交，请尽快完成。`,
      link: '/assessment/assess-list',
    })
  }
}

type Text = { title: string; body: string; link: string }
const send = (tx: Tx, orgIds: readonly number[], text: Text) =>
  orgIds.length === 0 ? undefined : insertMessage(tx, { kind: 'assess', ...text }, [], [...orgIds])
