// People who enter results all the time, each in a class of their own.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import { TaskStatus } from '#contract/plans/statuses.ts'
import { bodyOf } from '../figures-saving.ts'
import { ask } from '../product-calls.ts'

export const SCREENER = 'oscreen01'
/** A child takes longer: this is the busiest hour of a city. */
const SAVE_EVERY_MS = 4_000

export type Child = { recordId: number; taskId: number; classId: number; cityId: string; regionId: string }
export type Saved = { child: Child; at: number; ms: number }

/** Children without a result in tasks under way of the screeners' organisation, by class. */
export async function classesToScreen(
  client: pg.Client,
  planId: number,
  classes: number,
): Promise<Child[][]> {
  const { rows } = await client.query<Child>(
    `select r.id::int as "recordId", r.task_id::int as "taskId", r.class_id::int as "classId",
      t.city_id as "cityId", t.region_id as "regionId"
    from screening_record as r join task as t on t.id = r.task_id
    where t.plan_id = $1 and t.status = $2 and r.state = 0 and r.absence is null
      and t.org_id = (select org_id from app_user where account = $3)
    order by r.id`,
    [planId, TaskStatus.code.underWay, SCREENER],
  )
  const byClass = new Map<string, Child[]>()
  for (const row of rows) {
    const key = `${row.taskId} ${row.classId}`
    byClass.set(key, [...(byClass.get(key) ?? []), row])
  }
  const largest = [...byClass.values()].sort((one, other) => other.length - one.length).slice(0, classes)
  if (largest.length < classes) throw new Error('there are too few classes to screen')
  return largest
}

export type Screening = { saved: Saved[]; faults: string[]; ended: Promise<unknown> }

/** One child after the other, until the class is done or the time is over; all begin at different moments. */
export function screen(
  address: string,
  token: string,
  classes: readonly Child[][],
  over: AbortSignal,
): Screening {
  const saved: Saved[] = []
  const faults: string[] = []
  const screener = async (children: readonly Child[], nth: number) => {
    await pause((nth * SAVE_EVERY_MS) / classes.length, over)
    for (const child of children) {
      if (over.aborted) return
      const began = performance.now()
      try {
        await save(address, token, child, true)
        const at = performance.now()
        saved.push({ child, at, ms: at - began })
      } catch (error) {
        faults.push(String(error))
      }
      await pause(SAVE_EVERY_MS - (performance.now() - began), over)
    }
  }
  return { saved, faults, ended: Promise.all(classes.map(screener)) }
}

const save = (address: string, token: string, { taskId, recordId }: Child, enter: boolean) =>
  ask(address, recordEndpoints.saveRecords.path, token, bodyOf(taskId, recordId, enter))

/** What was entered is taken away, so that a database that stays is as it was. */
export async function takeBack(address: string, token: string, saved: readonly Saved[]): Promise<void> {
  for (const { child } of saved) await save(address, token, child, false)
}

export const pause = (ms: number, over: AbortSignal): Promise<void> =>
  sleep(Math.max(0, ms), undefined, { signal: over }).catch(() => undefined)
