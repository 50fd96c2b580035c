// Whatever happens to records, in whatever order and by however many, the feed counts the first results of each class.
import { beforeAll, expect, test } from 'vitest'
import { makeRandom } from '../../seed/demo-random.ts'
import { useApp } from '../../testing/app.ts'
import { insertFigurePlan, insertFigureTask, insertList } from '../../testing/figure-plans.ts'
import { enterReadings, runRandomHistory } from '../../testing/live-counters/record-history.ts'
import { expectFeedRight } from '../../testing/live-counters/recount-feed.ts'
import { oneOf, rowsOf } from '../../testing/rows.ts'

const node = useApp()
const random = makeRandom('feed')
let planId = 0
beforeAll(async () => {
  planId = await insertFigurePlan(node.current)
  for (const school of ['330106-school-0', '330106-school-1', '330106-school-3', '330109-school-1'])
    await insertList(node.current, await insertFigureTask(node.current, planId, school))
})

test('hundreds of changes by two, some of them undone, end in the right feed', async () => {
  await enterReadings(node.current, planId, random)
  expect((await expectFeedRight(node.current, planId)).length).toBeGreaterThan(5)
  expect(await runRandomHistory(node.current, planId, random)).toBeGreaterThan(200)
  await expectFeedRight(node.current, planId)
  await rowsOf(node.current, 'delete from screening_record where plan_id = $1', [planId])
  await expectFeedRight(node.current, planId)
  expect(await oneOf(node.current, 'select sum(students) from class_feed where plan_id = $1', [planId])).toBe(
    0,
  )
})
