import { beforeAll, describe, expect, test } from 'vitest'
import { warningEndpoints } from '#contract/warning/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { dayFromNow } from '../testing/days.ts'
import { must, signedIn } from '../testing/people.ts'
import { recordOf } from '../testing/readings.ts'
import { makeResults, type ResultWorld } from '../testing/result-world.ts'

const node = useApp()
const TODAY = dayFromNow()
let { admin, planId, idOf } = {} as ResultWorld
beforeAll(async () => {
  ;({ admin, planId, idOf } = await makeResults(node.current))
})
const studentIdOf = async (index: number) => Number((await recordOf(node.current, idOf(index))).student_id)
const reasons = async () => {
  const { list } = await must(admin.call(warningEndpoints.warningPage, { planId }))
  return list.flatMap((row) => row.reasons).join()
}

describe('growth of the axis in a year', () => {
  test.each([
    [9, 40, 0],
    [9, 41, 1],
    [10, 30, 0],
    [10, 31, 1],
  ])('at %i years by 0.%i mm', async (age, grown, warned) => {
    const studentId = await studentIdOf(4)
    await node.current.sql(`delete from visit where student_id = ${studentId};
      update student set birth_date = '${TODAY}'::date - interval '${age} years 11 months' where id = ${studentId};
      insert into visit (student_id, visited_on, source, hospital_name, axial_right, axial_left)
      select ${studentId}, '${TODAY}'::date - ago, 1, '市眼科医院', 2300, 2300 + length
      from (values (365, 0), (700, -100), (0, ${grown})) as v (ago, length)`)
    expect((await reasons()).includes('左眼眼轴')).toBe(warned === 1)
    const district = await signedIn(node.current, 'region01')
    const preview = await must(district.call(warningEndpoints.previewWarningSetting, { rules: [] }))
    expect(preview.rules.find(({ key }) => key === 'axial-growth')).toMatchObject({ students: warned })
  })
})
