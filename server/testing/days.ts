import type { TestApp } from './app.ts'
import { rowsOf } from './rows.ts'

/** The day in China so many days from now. */
export const dayFromNow = (days = 0): string =>
  new Date(Date.now() + (days * 24 + 8) * 3_600_000).toISOString().slice(0, 10)

/** The day in China by the clock of the database. */
export async function today(app: TestApp): Promise<string> {
  const [row] = await rowsOf<{ day: string }>(app, `select (now() at time zone 'Asia/Shanghai')::date as day`)
  return row?.day ?? ''
}

/** Days pass for a plan and everything in it: all its dates move back. */
export const daysPass = (app: TestApp, planId: number, days: number) =>
  app.sql(`update plan set starts_on = starts_on - ${days}, ends_on = ends_on - ${days} where id = ${planId};
    update task set starts_on = starts_on - ${days}, ends_on = ends_on - ${days} where plan_id = ${planId}`)
