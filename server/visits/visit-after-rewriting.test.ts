// A visit stands, whatever happens to the result that it follows.
import { beforeAll, expect, test } from 'vitest'
import { visitEndpoints } from '#contract/visits/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { dayFromNow } from '../testing/days.ts'
import { must } from '../testing/people.ts'
import { recordOf } from '../testing/readings.ts'
import { makeResults, type ResultWorld } from '../testing/result-world.ts'
import { visitForm } from '../testing/visits.ts'

const node = useApp()
const { recordVisit } = visitEndpoints

let { admin, idOf } = {} as ResultWorld
beforeAll(async () => {
  ;({ admin, idOf } = await makeResults(node.current))
})

test('a result that was taken back and written again is followed by its visit as before', async () => {
  const studentId = Number((await recordOf(node.current, idOf(4))).student_id)
  await must(
    admin.call(recordVisit, {
      studentId,
      recordId: idOf(4),
      visit: visitForm({ hospitalName: '县人民医院' }),
    }),
  )
  const days = async () => (await recordOf(node.current, idOf(4))).visit_days
  expect(await days()).toBe(0)
  const setDay = (day: string) =>
    node.current.sql(`update screening_record set checked_on = ${day} where id = ${idOf(4)}`)
  await setDay('null')
  expect(await days()).toBeNull()
  await setDay(`'${dayFromNow()}'`)
  expect(await days()).toBe(0)
})
