// A school on a wall: what is hidden from everybody, and who may look.
import { beforeAll, describe, expect, test } from 'vitest'
import { overviewEndpoints } from '#contract/overview/endpoints.ts'
import type { SchoolView } from '#contract/overview/school.ts'
import type { WallRate } from '#contract/overview/wall.ts'
import { useApp } from '../../testing/app.ts'
import { leaveValid, makeSchoolWorld, type SchoolWorld } from '../../testing/overview/school-world.ts'
import { demoUsers, must } from '../../testing/people.ts'
import { recountRecords, type StoredRecord } from '../../testing/recount.ts'
import { orgIdOf, rowsOf } from '../../testing/rows.ts'

const node = useApp()
const as = demoUsers(node)
const { overviewSchool } = overviewEndpoints

let world: SchoolWorld
beforeAll(async () => {
  world = await makeSchoolWorld(node.current)
})

type Wanted = (record: StoredRecord) => boolean
const counted = (wanted: Wanted) => recountRecords(node.current, world.planId, wanted)
const wallOf = async (account: string, orgId?: number) =>
  must(as(account).call(overviewSchool, { planId: world.planId, orgId }))
const viewOf = async (account: string, orgId?: number): Promise<SchoolView> => {
  const { view } = await wallOf(account, orgId)
  if (view === null) throw new Error('nothing new')
  return view
}
const at =
  (orgId: number): Wanted =>
  (r) =>
    r.school_org_id === orgId

/** What is hidden among the parts of a place that is shown is more than one, and no handful together. */
function expectNothingFollows(whole: WallRate, parts: readonly { rate: WallRate; rated: number }[]) {
  const hidden = parts.filter(({ rate, rated }) => rate.hidden && rated > 0)
  for (const { rate, rated } of parts) if (rated > 0 && rated < 5) expect(rate.hidden).toBe(true)
  if (whole.hidden || hidden.length === 0) return
  expect(hidden.length).toBeGreaterThan(1)
  expect(hidden.reduce((sum, { rated }) => sum + rated, 0)).toBeGreaterThanOrEqual(5)
}

describe('small cells', () => {
  const CLASSES = `select c.class_id as id, c.grade_no from task_class c join task t on t.id = c.task_id
    where t.school_org_id = $1 and c.plan_id = $2 order by c.grade_no, c.class_no`

  test('a class of three is hidden, and one more of its grade, for everybody', async () => {
    const classes = await rowsOf<{ id: number; grade_no: number }>(node.current, CLASSES, [
      world.own,
      world.planId,
    ])
    const [first] = classes
    const sameGrade = classes.filter(({ grade_no }) => grade_no === first?.grade_no)
    await leaveValid(node.current, world.planId, Number(first?.id), 3)
    for (const account of ['school01', 'region01', 'province01']) {
      const { grades } = await viewOf(account, world.own)
      const [grade] = grades
      const hidden = grade?.classes.filter(({ rate }) => rate.hidden) ?? []
      expect(hidden.map(({ key }) => key.classId)).toContain(Number(first?.id))
      // Alone it would follow from the grade, unless that is hidden too.
      if (!grade?.rate.hidden) expect(hidden.length).toBeGreaterThan(1)
      for (const { rate, done, aboveGrade } of hidden) {
        expect(rate).toEqual({
          numerator: null,
          denominator: null,
          rate: null,
          last: null,
          change: null,
          hidden: true,
        })
        expect(aboveGrade).toBe(false)
        expect(done.expected).toBeGreaterThan(0)
      }
      expect(grade?.classes).toHaveLength(sameGrade.length)
    }
  })

  test('are hidden with what they would follow from, in every school', async () => {
    for (const orgId of [world.own, world.nineYear]) {
      const { all, grades } = await viewOf('province01', orgId)
      const inGrades = grades.map(async ({ key, rate, classes }) => {
        const own: Wanted = (r) => at(orgId)(r) && r.stage === key.prefix && r.grade_no === key.gradeNo
        const cells = classes.map(async (cell) => ({
          rate: cell.rate,
          rated: (await counted((r) => r.class_id === cell.key.classId)).rated,
        }))
        expectNothingFollows(rate, await Promise.all(cells))
        return { rate, rated: (await counted(own)).rated }
      })
      expectNothingFollows(all, await Promise.all(inGrades))
    }
  })

  test('a school with four valid shows no finding at all', async () => {
    await leaveValid(node.current, world.planId, world.smallClass, 4)
    const view = await viewOf('province01', world.small)
    const { all, male, female, poor, high, degrees, followUp, trend, grades } = view
    expect([all, male, female, poor, high, grades[0]?.rate].map((rate) => rate?.hidden)).toEqual(
      Array.from({ length: 6 }, () => true),
    )
    expect([degrees, ...Object.values(followUp)]).toEqual([null, null, null, null, null, null])
    expect(trend.every(({ rate }) => rate === null)).toBe(true)
    expect(view.total.valid).toBe(4)
  })
})

describe('who may look', () => {
  test('a school opens its own wall without a number, and no other', async () => {
    const own = await wallOf('school01')
    expect(own.unit).toMatchObject({ level: 'school', key: { orgId: world.own } })
    expect(own.path.map(({ name }) => name)).toEqual([own.unit.name])
    expect(
      (await as('school01').call(overviewSchool, { planId: world.planId, orgId: world.nineYear })).code,
    ).toBe(616)
    // What the school sees is what everybody sees.
    expect(own.view).toEqual((await wallOf('province01', world.own)).view)
  })

  test('a district opens the schools of its range by a way that leads back', async () => {
    const { path } = await wallOf('city01', world.own)
    expect(path.map(({ level }) => level)).toEqual(['city', 'region', 'school'])
    const elsewhere = await orgIdOf(node.current, '330203-school-1')
    const ask = (account: string, orgId?: number) =>
      as(account).call(overviewSchool, { planId: world.planId, orgId })
    expect((await ask('city01', elsewhere)).code).toBe(616)
    expect((await ask('region01', elsewhere)).code).toBe(616)
    // A district is no school.
    expect((await ask('region01')).code).toBe(650)
    for (const account of ['grade01', 'teacher01', 'hospital01', 'social01'])
      expect((await ask(account, world.own)).code).toBe(602)
  })
})
