import { FigureLevel } from '../plans/figure-level.ts'
import type { TestApp } from './app.ts'
import { dayFromNow } from './days.ts'
import { expectFiguresRight } from './recount.ts'
import { rowsOf } from './rows.ts'

/** What a hospital found, as it enters it. */
export const VISIT_READ = {
  cycloplegic: true,
  sphereRight: -2.25,
  sphereLeft: 0.5,
  cylinderRight: -0.5,
  cylinderLeft: 0,
  axisRight: 175,
  correctedRight: 5,
  correctedLeft: 5.1,
  axialRight: 24.37,
  axialLeft: 23.9,
  diagnosis: '右眼近视',
  treatments: [1, 3] as (1 | 3)[],
  nextOn: dayFromNow(90),
  remark: '三个月后复查',
}

let keys = 0

/** A visit of today with a key of its own. */
export const visitForm = (change: object = {}) => {
  keys += 1
  return { visitedOn: dayFromNow(), clientKey: `visit-test-key-${keys}`, ...change }
}

/** What is counted of referrals and visits in a class, after everything was recounted. */
export async function visitFigure(app: TestApp, planId: number, classId: number) {
  await expectFiguresRight(app, planId)
  const [row] = await rowsOf<{ referral: number; visited30: number; visited90: number }>(
    app,
    `select sum(referral)::int as referral, sum(visited30)::int as visited30, sum(visited90)::int as visited90
     from figure where plan_id = $1 and level = $2 and place_id = $3`,
    [planId, FigureLevel.code.class, classId],
  )
  return row
}

/** Of an account that opened letters, as the trail has them. */
export async function countWrongTries(app: TestApp, account: string, where: string): Promise<number> {
  const [row] = await rowsOf<{ n: number }>(
    app,
    `select count(*)::int as n from audit_log
     where action = 'visit.open' and code = 650 and account = $1 and ${where}`,
    [account],
  )
  return row?.n ?? 0
}
