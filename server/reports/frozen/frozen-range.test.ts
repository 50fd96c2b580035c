// Who finds which frozen report, and what of it nobody finds.
import { beforeAll, describe, expect, test } from 'vitest'
import { permissionId } from '#contract/core/permissions.ts'
import { frozenEndpoints } from '#contract/reports/frozen/frozen-endpoints.ts'
import { makeRandom } from '../../seed/demo-random.ts'
import { useApp } from '../../testing/app.ts'
import { type FigureWorld, makeFigureWorld } from '../../testing/figure-world.ts'
import { type By, demoUsers, must, permit, READERS } from '../../testing/people.ts'
import { changesOf, freeze, openFrozen, tryFreezing } from '../../testing/reports/frozen-reports.ts'
import { measureRefraction } from '../../testing/reports/report-world.ts'
import { orgIdOf, rowsOf } from '../../testing/rows.ts'

const node = useApp()
const STUDENTS = (['studentView', 'classDetail', 'classDetailTakingPart'] as const).map(permissionId)
const ACCOUNTS = [...READERS, 'sscreen01'] as const
type Account = (typeof ACCOUNTS)[number]
const as = demoUsers(node)

let world: FigureWorld
let ids: { school: number; gradeNo: number; headClass: number; classId: number }
const numbers: Record<string, string> = {}

const one = async (statement: string): Promise<number> => {
  const [row] = await rowsOf<Record<string, number>>(node.current, statement)
  return Number(Object.values(row ?? {})[0])
}
const ownedBy = (account: string) => `(select id from app_user where account = '${account}')`

beforeAll(async () => {
  world = await makeFigureWorld(node.current, makeRandom('range of frozen reports'))
  await measureRefraction(node.current)
  // Readers of any kind of report may call this; the tests check what they find.
  const kinds = (['gradeReport', 'classReport', 'freezeReport', 'reports'] as const).map(permissionId)
  for (const account of ['hospital01', 'grade01', 'teacher01']) await permit(node.current, account, kinds)
  const school = await orgIdOf(node.current, '330106-school-1')
  const headed = `select grade_id from user_grade where user_id = ${ownedBy('grade01')}`
  ids = {
    school,
    gradeNo: await one(`select grade_no from grade where id in (${headed}) limit 1`),
    headClass: await one(
      `select class_id from task_class where plan_id = ${world.planId} and grade_id in (${headed}) limit 1`,
    ),
    classId: await one(`select class_id from user_class where user_id = ${ownedBy('teacher01')} limit 1`),
  }
  const { planId } = world
  const grade = { planId, orgId: school, prefix: 2, gradeNo: ids.gradeNo }
  const made = {
    province: await freeze(as('province01'), 'province', { planId }),
    city: await freeze(as('city01'), 'city', { planId }),
    region: await freeze(as('region01'), 'region', { planId }),
    school: await freeze(as('region01'), 'school', { planId, orgId: school }),
    grade: await freeze(as('school01'), 'grade', grade),
    headClass: await freeze(as('school01'), 'class', { planId, classId: ids.headClass }),
    class: await freeze(as('school01'), 'class', { planId, classId: ids.classId }),
    elsewhere: await freeze(as('province01'), 'region', { planId, areaId: '330109' }),
  }
  for (const [name, { reportNo }] of Object.entries(made)) numbers[name] = reportNo
})

const FOUND: Record<Account, readonly string[]> = {
  province01: ['province', 'city', 'region', 'school', 'grade', 'headClass', 'class', 'elsewhere'],
  city01: ['city', 'region', 'school', 'grade', 'headClass', 'class', 'elsewhere'],
  region01: ['region', 'school', 'grade', 'headClass', 'class'],
  school01: ['school', 'grade', 'headClass', 'class'],
  grade01: ['grade', 'headClass'],
  teacher01: ['class'],
  sscreen01: [],
  hospital01: [],
}

describe.each(ACCOUNTS)('%s', (account) => {
  test('finds those of the own range and kinds, in the list and by number alike', async () => {
    const wanted = FOUND[account].map((name) => numbers[name])
    const answer = await as(account).call(frozenEndpoints.frozenList, { pageSize: 50 })
    if (account === 'sscreen01') {
      expect(answer.code).toBe(602)
      return
    }
    expect(answer.data.list.map(({ reportNo }) => reportNo).sort()).toEqual(wanted.toSorted())
    for (const [name, reportNo] of Object.entries(numbers)) {
      const found = FOUND[account].includes(name)
      for (const endpoint of [frozenEndpoints.frozenReport, frozenEndpoints.frozenChanges]) {
        const { code } = await as(account).call(endpoint, { reportNo })
        expect(code, `${account} ${name}`).toBe(found ? 200 : 650)
      }
    }
  })

  test('withdraws nothing that is not found', async () => {
    for (const [name, reportNo] of Object.entries(numbers)) {
      if (FOUND[account].includes(name)) continue
      const { code } = await as(account).call(frozenEndpoints.withdrawReport, { reportNo, reason: '试' })
      expect([602, 650]).toContain(code)
    }
  })
})

describe('the list', () => {
  const list = (by: By, query: object) => must(by.call(frozenEndpoints.frozenList, query as never))
  const found = async (query: object) =>
    (await list(as('region01'), query)).list.map(({ reportNo }) => reportNo)

  test('is of a kind, a plan, a unit or a part of a number', async () => {
    expect(await found({ kind: 'region' })).toEqual([numbers.region])
    expect(await found({ areaId: '330106' })).toEqual([numbers.region])
    expect(await found({ orgId: ids.school, kind: 'school' })).toEqual([numbers.school])
    expect(await found({ classId: ids.classId, planId: world.planId })).toEqual([numbers.class])
    expect(await found({ reportNo: 'nj-330106' })).toEqual([numbers.grade])
    expect(await found({ reportNo: '%' })).toEqual([])
    expect(await found({ planId: world.lastPlanId })).toEqual([])
    expect((await list(as('region01'), { pageSize: 2, pageNum: 2 })).list).toHaveLength(2)
  })

  test.each([
    [{ areaId: '330109' }, 616],
    [{ areaId: '330100' }, 616],
    [{ planId: 999_999 }, 650],
    [{ classId: 999_999 }, 650],
  ])('of %j is refused with %i', async (query, code) => {
    const answer = await as('region01').call(frozenEndpoints.frozenList, query)
    expect({ code: answer.code, data: answer.data }).toEqual({ code, data: null })
  })
})

describe('who has a part of a unit only', () => {
  test('freezes no report of the whole', async () => {
    const grade = { planId: world.planId, orgId: ids.school, prefix: 2, gradeNo: ids.gradeNo }
    const before = await rowsOf(node.current, 'select count(*) from frozen_report')
    for (const account of ['teacher01', 'hospital01'] as const) {
      const answer = await tryFreezing(as(account), 'grade', grade)
      expect([602, 616, 650, 700], account).toContain(answer.code)
      expect(answer.success).toBe(false)
    }
    const whole = await tryFreezing(as('teacher01'), 'class', { planId: world.planId, classId: ids.classId })
    expect(whole.data).toMatchObject({ reportNo: numbers.class, existed: true })
    expect(await rowsOf(node.current, 'select count(*) from frozen_report')).toEqual(before)
  })
})

describe('who may not see students', () => {
  let hidden: string
  beforeAll(async () => {
    for (const account of ['city01', 'region01']) await permit(node.current, account, STUDENTS, false)
    hidden = (await freeze(as('region01'), 'region', { planId: world.planId })).reportNo
  })

  test('gets none that was made for who may', async () => {
    expect(hidden).not.toBe(numbers.region)
    for (const account of ['city01', 'region01'] as const) {
      const { code } = await as(account).call(frozenEndpoints.frozenReport, {
        reportNo: numbers.region ?? '',
      })
      expect(code).toBe(650)
      const { list } = await must(as(account).call(frozenEndpoints.frozenList, { pageSize: 50 }))
      expect(list.map(({ reportNo }) => reportNo)).toEqual(account === 'region01' ? [hidden] : [])
    }
  })

  test('gets one of the own range with what it hides, whatever changed', async () => {
    const report = await openFrozen(as('region01'), hidden)
    expect(JSON.stringify(report.sections)).toContain('"*"')
    expect(await changesOf(as('region01'), hidden)).toMatchObject({ comparable: true, total: 0 })
    const { code } = await as('city01').call(frozenEndpoints.frozenReport, { reportNo: hidden })
    expect(code).toBe(650)
  })

  test('a reader with permission reads both; the suppressed one is compared with a suppressed one', async () => {
    const changes = await changesOf(as('province01'), hidden)
    expect(changes).toMatchObject({ comparable: true, total: 0, rules: { came: [], gone: [] } })
    if (changes.comparable) expect(changes.hidden).toBeGreaterThan(0)
    const again = await freeze(as('region01'), 'region', { planId: world.planId })
    expect(again).toMatchObject({ reportNo: hidden, existed: true })
  })
})

test('first readings stay hidden from who is to examine once more', async () => {
  const reportNo = numbers.class ?? ''
  expect(JSON.stringify(await openFrozen(as('school01'), reportNo))).toContain('roster-student')
  await node.current.sql(`insert into retest (record_id, plan_id, task_id, school_org_id)
    select id, plan_id, task_id, ${ids.school} from screening_record
    where plan_id = ${world.planId} and class_id = ${ids.classId} and state = 2 limit 1`)
  const { message } = await as('school01').call(frozenEndpoints.frozenReport, { reportNo })
  expect(message).toBe('本班有学生待复测，复测完成或任务结束后可以查看')
  expect((await as('province01').call(frozenEndpoints.frozenReport, { reportNo })).success).toBe(true)
  const again = await tryFreezing(as('school01'), 'class', { planId: world.planId, classId: ids.classId })
  expect(again.message).toBe('本班有学生待复测，复测完成或任务结束后再冻结')
})
