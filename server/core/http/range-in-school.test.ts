// After a promotion a grade head has the children of the grade today, with their past; nothing of who was in it before.
import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { must } from '../../testing/people.ts'
import { promotedSchool } from '../../testing/promoted-school.ts'
import { SCOPED } from '../../testing/range/range-calls.ts'
import { SAMPLES } from '../../testing/range/range-samples.ts'
import { HOME } from '../../testing/range/range-world.ts'
import type { World } from '../../testing/range/world.ts'
import { freeze } from '../../testing/reports/frozen-reports.ts'

const node = useApp({ FACE_PHOTO: 'on' })
let school: Awaited<ReturnType<typeof promotedSchool>>
beforeAll(async () => {
  school = await promotedSchool(node.current)
})

const PLANS = ['before', 'now'] as const
const [OWN, PROMOTED, GRADUATED] = [0, 1, 2] as const

/** Areas are none of a school's ranges. */
const AREAS = ['areaId', 'provinceId', 'cityId', 'regionId']
function sampleOf(name: string, world: World): Record<string, unknown> {
  const sample = Object.entries(SAMPLES[name]?.(world) ?? {})
  return Object.fromEntries(sample.filter(([field]) => !AREAS.includes(field)))
}

/** Calls that name a grade, a class, a child or something of theirs. */
const CASES = SCOPED.filter(({ name }) => {
  const world = (id: number) => ({ gradeId: id, classId: id, otherClassId: id, studentId: id, recordId: id })
  const textOf = (id: number) => {
    const more = { area: HOME, screeningRecordId: id, reportNo: `${id}` }
    return JSON.stringify(SAMPLES[name]?.({ ...world(id), ...more } as World))
  }
  return SAMPLES[name] && textOf(1) !== textOf(2)
})

describe.each(PLANS)('in the plan %s', (plan) => {
  test.each(CASES)('$name refuses what is of other children', async ({ name, definition }) => {
    const mine = sampleOf(name, school.worldOf(OWN, plan))
    for (const nth of [PROMOTED, GRADUATED]) {
      const world = school.worldOf(nth, plan)
      const theirs = sampleOf(name, world)
      const differing = Object.keys(theirs).filter(
        // The sixth grade is the head's; those who were in it are not.
        (field) =>
          !isDeepStrictEqual(theirs[field], mine[field]) && !(nth === GRADUATED && field === 'gradeId'),
      )
      const single = differing.map((field) => ({ ...mine, [field]: theirs[field] }))
      for (const input of differing.length > 0 ? [theirs, ...single] : []) {
        const answer = await school.head.call(definition, input as never)
        const text = JSON.stringify(answer)
        expect(answer.success, `${JSON.stringify(input)} → ${text}`).toBe(false)
        expect(text).not.toContain(world.marker)
      }
    }
  })

  const READING = CASES.filter(({ definition }) => definition.method === 'GET')
  test.each(READING)(
    '$name serves the own children, with nothing of others',
    async ({ name, definition }) => {
      const answer = await school.head.call(definition, sampleOf(name, school.worldOf(OWN, plan)) as never)
      const text = JSON.stringify(answer)
      expect({ name, code: answer.code, text }).toEqual({ name, code: 200, text })
      for (const nth of [PROMOTED, GRADUATED]) expect(text).not.toContain(school.worldOf(nth, plan).marker)
    },
  )
})

test('what a grade head reads of the own children reaches back before the promotion', async () => {
  const { head, worldOf } = school
  const { marker, studentId, classId, planId, taskId } = worldOf(OWN, 'before')
  const answers = [
    await head.call(eyesightEndpoints.classGrid, { taskId, classId }),
    await head.call(eyesightEndpoints.figureStudents, { planId, counter: 'expected' }),
    await head.call(reportEndpoints.classReport, { planId, classId }),
    await head.call(studentEndpoints.historyPageList, {}),
  ]
  for (const answer of answers) expect(JSON.stringify(answer)).toContain(marker)
  const records = await must(head.call(eyesightEndpoints.screeningRecord, { studentId }))
  expect(records).toHaveLength(2)
})

test('a grade is compared with its own classes before, not with who was in it then', async () => {
  const { head, orgId, worldOf } = school
  const { planId, draftId: lastPlanId } = worldOf(OWN, 'now')
  const asked = { planId, lastPlanId, orgId, prefix: 2, gradeNo: 3 } as const
  const report = await must(head.call(reportEndpoints.gradeReport, asked))
  const tables = report.sections.find(({ id }) => id === 'comparison')?.tables ?? []
  expect(tables.map(({ id }) => id)).toEqual(['comparison-class'])
  const ofThen = { ...asked, planId: lastPlanId, lastPlanId: 0 }
  expect((await head.call(reportEndpoints.gradeReport, ofThen)).code).toBe(650)
})

test('a frozen report of a grade is the grade head’s who has all its classes of then', async () => {
  const { head, by, orgId, worldOf } = school
  const { planId } = worldOf(OWN, 'before')
  const ofGrade = (gradeNo: number) => freeze(by, 'grade', { planId, orgId, prefix: 2, gradeNo })
  const [own, others] = [await ofGrade(2), await ofGrade(3)]
  expect((await head.call(reportEndpoints.frozenReport, { reportNo: own.reportNo })).code).toBe(200)
  expect((await head.call(reportEndpoints.frozenReport, { reportNo: others.reportNo })).code).toBe(650)
})
