// Two transactions of one school at the same time never wait for each other.
import { beforeAll, expect, test } from 'vitest'
import { visitEndpoints } from '#contract/visits/endpoints.ts'
import { warningEndpoints } from '#contract/warning/endpoints.ts'
import { FigureLevel } from './plans/figure-level.ts'
import { useApp } from './testing/app.ts'
import { dayFromNow } from './testing/days.ts'
import { must } from './testing/people.ts'
import { NORMAL, recordOf, saveRow } from './testing/readings.ts'
import { expectFiguresRight } from './testing/recount.ts'
import { makeResults, type ResultWorld } from './testing/result-world.ts'
import { runTransaction, untilLocksAreAwaited } from './testing/transaction.ts'
import { visitForm } from './testing/visits.ts'

const node = useApp()
const { class: ofClass } = FigureLevel.code
let world = {} as ResultWorld
beforeAll(async () => {
  world = await makeResults(node.current)
})

const POOR = { nakedRight: 4.4, nakedLeft: 4.4 }

/** The row of a class that comes last among the figures of a result, held until `count` wait for it or for each other. */
const whileClassIsLocked = (classId: number | undefined, work: () => Promise<void>) =>
  runTransaction(node.current, async (client) => {
    await client.query(
      'select 1 from figure where plan_id = $1 and level = $2 and place_id = $3 for update',
      [world.planId, ofClass, classId],
    )
    await work()
  })

test('a visit of one child and a result of another one', async () => {
  const { admin, taskId, classIds, idOf, planId } = world
  const { student_id } = await recordOf(node.current, idOf(0))
  let both: Promise<{ success: boolean }[]> | undefined
  await whileClassIsLocked(classIds[0], async () => {
    const saved = saveRow(admin, taskId, idOf(1), POOR, NORMAL)
    await untilLocksAreAwaited(node.current)
    const visited = admin.call(visitEndpoints.recordVisit, {
      studentId: Number(student_id),
      recordId: idOf(0),
      visit: visitForm({ visitedOn: dayFromNow(), hospitalName: '县人民医院' }),
    })
    await untilLocksAreAwaited(node.current, 2)
    both = Promise.all([saved, visited])
  })
  expect((await both)?.map(({ success }) => success)).toEqual([true, true])
  const { list } = await must(admin.call(warningEndpoints.warningPage, { planId }))
  expect(list.map(({ status }) => status).sort()).toEqual([1, 3])
  await expectFiguresRight(node.current, planId)
})
