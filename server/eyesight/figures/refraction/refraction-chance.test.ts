// Whatever happens to records, in whatever order and by however many, the refraction of an area is that of its records.
import { beforeAll, expect, test } from 'vitest'
import { makeRandom } from '../../../seed/demo-random.ts'
import { useApp } from '../../../testing/app.ts'
import { insertFigurePlan, insertFigureTask, insertList } from '../../../testing/figure-plans.ts'
import { enterReadings, runRandomHistory } from '../../../testing/live-counters/record-history.ts'
import { expectRefractionRight } from '../../../testing/live-counters/recount-refraction.ts'
import { oneOf, rowsOf } from '../../../testing/rows.ts'

const node = useApp()
const random = makeRandom('refraction')
let planId = 0
beforeAll(async () => {
  planId = await insertFigurePlan(node.current)
  for (const school of ['330106-school-0', '330106-school-1', '330109-school-3', '海曙五四制实验学校'])
    await insertList(node.current, await insertFigureTask(node.current, planId, school))
})
const right = () => expectRefractionRight(node.current, planId)

test('hundreds of changes by two, some of them undone, end in the right refraction', async () => {
  await enterReadings(node.current, planId, random)
  await right()
  expect(await runRandomHistory(node.current, planId, random)).toBeGreaterThan(200)
  await right()
  await rowsOf(node.current, 'delete from screening_record where plan_id = $1', [planId])
  const left = `select sum(abs(records)) + (select sum(abs(right_sum) + abs(left_sum) + right_eyes + left_eyes)
    from refraction_grade where plan_id = $1) from refraction where plan_id = $1`
  expect(await oneOf(node.current, left, [planId])).toBe(0)
})
