// The assessments of the demo: one over and published, one under way, as the product itself would have made them.
import { expect, test } from 'vitest'
import { indicatorFaults, leavesOf } from '#contract/assessment/indicators.ts'
import { gradeOf, placesOf } from '#contract/assessment/totals.ts'
import { readApplications, reviewedTotal } from '../../assessment/applications/application-values.ts'
import { useWholeDemo } from '../../testing/scratch-database.ts'
import { loadDemo } from '../demo.ts'

const database = useWholeDemo()
const plans = () => database.current.db.selectFrom('assessPlan').selectAll().orderBy('status').execute()
const applicationsOf = (planId: number) =>
  database.current.db
    .selectFrom('assessApplication')
    .selectAll()
    .where('planId', '=', planId)
    .orderBy('id')
    .execute()

test('are a plan under way and one whose results are published, without a fault', async () => {
  const [running, over] = await plans()
  expect([running?.status, over?.status]).toEqual([1, 2])
  expect([running?.resultsAt, over?.resultsAt]).toEqual([null, expect.any(Date)])
  for (const plan of [running, over])
    expect(plan && indicatorFaults(plan.indicators, plan.object)).toEqual([])
  expect(await loadDemo(database.current.db, database.current.secrets)).toBe(false)
})

test('are ranked by what was scored and computed', async () => {
  const [, over] = await plans()
  if (!over) throw new Error('no plan is over')
  const units = await applicationsOf(over.id)
  expect(units).toHaveLength(3)
  const values = await readApplications(
    database.current.db,
    units.map(({ id }) => id),
  )
  const totals = units.map(({ id }) => reviewedTotal(over, values.get(id) ?? new Map())?.total ?? -1)
  expect(units.map(({ total }) => total)).toEqual(totals)
  expect(units.map(({ place }) => place)).toEqual(placesOf(totals))
  expect(units.map(({ grade }) => grade)).toEqual(totals.map((total) => gradeOf(total, over.grades)))
  const computed = leavesOf(over.indicators).filter((leaf) => leaf.computed)
  for (const { id } of units)
    expect(computed.filter(({ key }) => values.get(id)?.get(key)?.measured)).toHaveLength(computed.length)
})

test('have units in every state, and what waits for a decision', async () => {
  const [running] = await plans()
  const units = await applicationsOf(running?.id ?? 0)
  expect(new Set(units.map(({ status }) => status))).toEqual(new Set([0, 1, 2]))
  const { pool } = database.current
  const { rows } = await pool.query(
    `select count(*)::int as waiting from approval where kind = 'assessment' and status = 0`,
  )
  expect(rows).toEqual([{ waiting: units.filter(({ status }) => status === 1).length }])
  const { rows: missing } = await pool.query(
    `select a.id from assess_application as a where a.status = 1
     and not exists (select from assess_file where application_id = a.id)`,
  )
  expect(missing).toEqual([])
})
