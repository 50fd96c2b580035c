// Progress by place: what everybody sees of a plan, and that it is what the records say.
import { beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/core/endpoint.ts'
import { permissionId } from '#contract/core/permissions.ts'
import { figureEndpoints } from '#contract/eyesight/figures/figure-endpoints.ts'
import type { Breakdown, Counts } from '#contract/eyesight/figures/figure-schemas.ts'
import { makeRandom } from '../../seed/demo-random.ts'
import { useApp } from '../../testing/app.ts'
import { insertFigurePlan, insertFigureTask } from '../../testing/figure-plans.ts'
import {
  DIRECT_CITY,
  DIRECT_PROVINCE,
  type FigureWorld,
  makeFigureWorld,
} from '../../testing/figure-world.ts'
import { demoUsers, must, permit } from '../../testing/people.ts'
import { expectFiguresRight, recountRecords } from '../../testing/recount.ts'
import { oneOf, orgIdOf, rowsOf } from '../../testing/rows.ts'

const node = useApp()
const { breakdown } = figureEndpoints
const TEACHERS = ['teacher01', 'grade01']
const as = demoUsers(node)

let world: FigureWorld
const org: Record<string, number> = {}
beforeAll(async () => {
  const app = node.current
  world = await makeFigureWorld(app, makeRandom('breakdown'))
  for (const key of ['school-0', 'school-1', 'school-2', 'school-3', 'school-4', 'hospital'])
    org[key] = await orgIdOf(app, `330106-${key}`)
  org.abroad = await orgIdOf(app, '330203-school-1')
  for (const teacher of TEACHERS) await permit(app, teacher, [permissionId('planDetailTakingPart')])
})

type Query = Omit<InputOf<typeof breakdown>, 'planId'>
const ask = (account: string, query: Query = {}) =>
  must(as(account).call(breakdown, { planId: world.planId, ...query }))
const codeOf = async (account: string, query: Query = {}, planId = world.planId) =>
  (await as(account).call(breakdown, { planId, ...query })).code
const count = (wanted?: Parameters<typeof recountRecords>[2]) =>
  recountRecords(node.current, world.planId, wanted)
const names = ({ rows }: Breakdown) => rows.map(({ unit }) => unit.name)
const pathOf = ({ path }: Breakdown) => path.map(({ name }) => name).join(' / ')
const row = ({ rows }: Breakdown, name: string) => {
  const found = rows.find(({ unit }) => unit.name === name)
  if (!found) throw new Error(`no row ${name}`)
  return found
}
const classOf = (stage: number, taskId: number | undefined) =>
  oneOf(
    node.current,
    'select class_id from task_class where task_id = $1 and stage = $2 order by grade_no, class_no limit 1',
    [taskId, stage],
  )

/** The whole is the sum of its parts, in every counter. */
function expectWhole({ total, rows }: Pick<Breakdown, 'total' | 'rows'>) {
  for (const name of Object.keys(total) as (keyof Counts)[]) {
    const parts = rows.reduce((sum, { counts }) => sum + (counts[name] ?? 0), 0)
    expect({ name, parts }).toEqual({ name, parts: total[name] })
  }
}

test('the stored figures are right to begin with', async () => {
  await expectFiguresRight(node.current, world.planId)
  await expectFiguresRight(node.current, world.lastPlanId)
})

describe('from the province down to a class', () => {
  test('a province shows its cities, and the schools of no city', async () => {
    const answer = await ask('province01')
    expect(names(answer)).toEqual(['杭州市', '宁波市', DIRECT_PROVINCE])
    expect(answer.rows.map(({ unit, range }) => [unit.level, range.begun.schools])).toEqual([
      ['city', 6],
      ['city', 1],
      ['school', 1],
    ])
    expect(answer).toMatchObject({
      unit: { level: 'province', key: { areaId: '330000' } },
      childLevel: 'city',
    })
    expect(pathOf(answer)).toBe('浙江省')
    expect(answer.total).toEqual(await count())
    expect(row(answer, '杭州市').counts).toEqual(await count((r) => r.city_id === '330100'))
    expect(row(answer, DIRECT_PROVINCE).counts).toEqual(await count((r) => r.city_id === null))
    expectWhole(answer)
  })

  test('a city its districts, and the schools of no district', async () => {
    const answer = await ask('province01', { areaId: '330100' })
    expect(names(answer)).toEqual(['西湖区', '萧山区', DIRECT_CITY])
    expect(pathOf(answer)).toBe('浙江省 / 杭州市')
    expect(row(answer, '西湖区')).toMatchObject({ range: { begun: { schools: 4 } } })
    expect(row(answer, '西湖区').counts).toEqual(await count((r) => r.region_id === '330106'))
    expectWhole(answer)
  })

  test('a district its schools, a school its grades, a grade its classes', async () => {
    const region = await ask('province01', { areaId: '330106' })
    expect(region.childLevel).toBe('school')
    expect(names(region)).toEqual([
      '西湖中心幼儿园',
      '西湖实验小学',
      '西湖第一初级中学',
      '西湖九年一贯制学校',
    ])
    for (const { unit, counts } of region.rows)
      expect(counts).toEqual(await count((r) => r.school_org_id === unit.key.orgId))
    const shared = region.rows[3]?.unit.key ?? {}
    const school = await ask('province01', shared)
    expect(names(school)).toEqual(
      '一二三四五六'
        .split('')
        .map((no) => `${no}年级`)
        .concat('初一', '初二', '初三'),
    )
    expect(school.total).toEqual(region.rows[3]?.counts)
    expectWhole(school)
    const gradeKey = row(school, '初二').unit.key
    const grade = await ask('province01', gradeKey)
    expect(gradeKey).toEqual({ orgId: org['school-3'], prefix: 3, gradeNo: 2 })
    expect(pathOf(grade)).toBe('浙江省 / 杭州市 / 西湖区 / 西湖九年一贯制学校 / 初二')
    expect(names(grade)).toEqual(['初二1班'])
    expect(grade.total).toEqual(
      await count((r) => r.school_org_id === org['school-3'] && r.stage === 3 && r.grade_no === 2),
    )
    expectWhole(grade)
    const first = grade.rows[0]
    const oneClass = await ask('province01', first?.unit.key)
    expect(oneClass).toMatchObject({ childLevel: null, rows: [], total: first?.counts, unit: first?.unit })
    expect(pathOf(oneClass)).toMatch(/初二 \/ 初二1班$/)
  })

  test('a class alone says where it is', async () => {
    const classId = await classOf(3, world.tasks.sharedSocial)
    const answer = await ask('province01', { classId })
    expect(answer.unit.key).toEqual({ orgId: org['school-3'], prefix: 3, gradeNo: 1, classId })
    expect(pathOf(answer)).toBe('浙江省 / 杭州市 / 西湖区 / 西湖九年一贯制学校 / 初一 / 初一1班')
    expect(answer.total).toEqual(await count((r) => r.class_id === classId))
  })

  test('one stage alone: only the places and schools that have it', async () => {
    const answer = await ask('province01', { stage: 3 })
    expect(answer.rows.map(({ unit, range }) => [unit.name, range.begun.schools])).toEqual([['杭州市', 2]])
    expect(answer.total).toEqual(await count((r) => r.stage === 3))
    const region = await ask('region01', { stage: 2 })
    expect(names(region)).toEqual(['西湖实验小学', '西湖九年一贯制学校'])
    expect(region.total).toEqual(await count((r) => r.region_id === '330106' && r.stage === 2))
    const school = await ask('region01', { orgId: org['school-3'], stage: 2 })
    expect(names(school)).toHaveLength(6)
  })
})

describe('everybody begins at the own range', () => {
  test.each([
    ['city01', '杭州市', 'city', (r: { city_id: string | null }) => r.city_id === '330100'],
    ['region01', '西湖区', 'region', (r: { region_id: string | null }) => r.region_id === '330106'],
    [
      'school01',
      '西湖实验小学',
      'school',
      (r: { school_org_id: number }) => r.school_org_id === org['school-1'],
    ],
    [
      'sscreen01',
      '西湖实验小学',
      'school',
      (r: { school_org_id: number }) => r.school_org_id === org['school-1'],
    ],
  ] as const)('%s: %s', async (account, name, level, wanted) => {
    const answer = await ask(account)
    expect(answer).toMatchObject({ unit: { name, level } })
    expect(pathOf(answer)).toBe(name)
    expect(answer.total).toEqual(await count(wanted as never))
    expectWhole(answer)
  })

  test('a district sees the way down from itself', async () => {
    expect(pathOf(await ask('region01', { orgId: org['school-1'] }))).toBe('西湖区 / 西湖实验小学')
    expect(pathOf(await ask('city01', { areaId: '330106' }))).toBe('杭州市 / 西湖区')
  })

  test('a school may name its grades without naming itself', async () => {
    const answer = await ask('school01', { prefix: 2, gradeNo: 3 })
    expect(pathOf(answer)).toBe('西湖实验小学 / 三年级')
    expect(answer.total).toEqual(await count((r) => r.school_org_id === org['school-1'] && r.grade_no === 3))
  })

  test.each([
    ['hospital01', ['kindergarten', 'sharedHospital']],
    ['hscreen01', ['kindergarten', 'sharedHospital']],
    ['social01', ['sharedSocial']],
    ['oscreen01', ['sharedSocial']],
  ])('%s sees what it carries out and no more, also where a school is shared', async (account, own) => {
    const tasks = own.map((key) => world.tasks[key])
    const answer = await ask(account)
    expect(answer).toMatchObject({ unit: { level: 'range', key: {} }, childLevel: 'school' })
    expect(answer.total).toEqual(await count((r) => tasks.includes(r.task_id)))
    expectWhole(answer)
    const shared = await ask(account, { orgId: org['school-3'] })
    expect(pathOf(shared)).toBe('承担的全部学校 / 西湖九年一贯制学校')
    expect(shared.total).toEqual(row(answer, '西湖九年一贯制学校').counts)
    expect(new Set(shared.rows.map(({ unit }) => unit.key.prefix))).toEqual(
      new Set([account.startsWith('h') ? 2 : 3]),
    )
  })

  test.each([
    ['teacher01', 'select class_id from user_class where user_id ='],
    [
      'grade01',
      'select c.id as class_id from user_grade g join class c on c.grade_id = g.grade_id where g.user_id =',
    ],
  ])('%s sees the own classes', async (account, assigned) => {
    const rows = await rowsOf<{ class_id: number }>(
      node.current,
      `${assigned} (select id from app_user where account = '${account}')`,
    )
    const own = rows.map(({ class_id }) => class_id)
    expect(own.length).toBeGreaterThan(0)
    const answer = await ask(account)
    expect(answer).toMatchObject({ unit: { level: 'range' }, childLevel: 'class' })
    expect(new Set(answer.rows.map(({ unit }) => unit.key.classId))).toEqual(new Set(own))
    expect(answer.total).toEqual(await count((r) => own.includes(r.class_id)))
    expectWhole(answer)
    const [first] = answer.rows
    expect(pathOf(await ask(account, { classId: first?.unit.key.classId }))).toBe(
      `${answer.unit.name} / ${first?.unit.name}`,
    )
    const school = await ask(account, { orgId: org['school-1'] })
    expect(school.total).toEqual(answer.total)
    const other = await oneOf(
      node.current,
      'select class_id from task_class where task_id = $1 and not class_id = any ($2) limit 1',
      [world.tasks['330106-school-1'], own],
    )
    expect(await codeOf(account, { classId: other })).toBe(650)
  })
})

describe('outside the range', () => {
  test.each<[string, Query, number]>([
    ['city01', { areaId: '330200' }, 616],
    ['city01', { areaId: '330000' }, 616],
    ['city01', { areaId: '330203' }, 616],
    ['city01', { areaId: '999999' }, 616],
    ['region01', { areaId: '330100' }, 616],
    ['region01', { areaId: '330109' }, 616],
    ['school01', { areaId: '330106' }, 616],
    ['hospital01', { areaId: '330106' }, 616],
    ['teacher01', { areaId: '330106' }, 616],
  ])('%s naming the area %j gets %i', async (account, query, code) => {
    expect(await codeOf(account, query)).toBe(code)
  })

  test('a school elsewhere is refused, and so is one that does not exist', async () => {
    for (const account of [
      'city01',
      'region01',
      'school01',
      'hospital01',
      'social01',
      'teacher01',
      'grade01',
    ])
      expect([account, await codeOf(account, { orgId: org.abroad })]).toEqual([account, 616])
    expect(await codeOf('hospital01', { orgId: org['school-1'] })).toBe(616)
    for (const account of ['province01', 'hospital01']) {
      expect(await codeOf(account, { orgId: 999_999 })).toBe(616)
      expect(await codeOf(account, { orgId: org.hospital })).toBe(account === 'province01' ? 651 : 616)
    }
  })

  test('a class elsewhere is not there, exactly as one that never was', async () => {
    const abroad = await classOf(2, world.tasks['330203-school-1'])
    const shared = await classOf(3, world.tasks.sharedSocial)
    for (const account of ['city01', 'region01', 'school01', 'hospital01', 'teacher01', 'grade01'])
      expect([account, await codeOf(account, { classId: abroad })]).toEqual([account, 650])
    expect(await codeOf('hospital01', { classId: shared })).toBe(650)
    expect(await codeOf('social01', { classId: shared })).toBe(200)
    expect(await codeOf('province01', { classId: 999_999 })).toBe(650)
  })

  test('one foreign part refuses the whole', async () => {
    const classId = await classOf(2, world.tasks['330106-school-1'])
    expect(await codeOf('city01', { areaId: '330203', orgId: org['school-1'] })).toBe(616)
    expect(await codeOf('city01', { areaId: '330109', orgId: org['school-1'] })).toBe(650)
    expect(await codeOf('city01', { orgId: org.abroad, classId })).toBe(616)
    expect(await codeOf('city01', { orgId: org['school-2'], classId })).toBe(650)
    expect(await codeOf('city01', { classId, prefix: 2, gradeNo: 6 })).toBe(650)
    expect(await codeOf('city01', { orgId: org['school-1'], prefix: 2 })).toBe(650)
    expect(await codeOf('city01', { prefix: 2, gradeNo: 3 })).toBe(650)
  })

  test('a plan that does not exist or is outside the range of the caller', async () => {
    expect(await codeOf('province01', {}, 999_999)).toBe(650)
    const draft = await insertFigurePlan(node.current, { name: '草稿', status: 0 })
    expect(await codeOf('province01', {}, draft)).toBe(200)
    for (const account of ['city01', 'school01', 'hospital01'])
      expect(await codeOf(account, {}, draft)).toBe(650)
    const quiet = await insertFigurePlan(node.current, { name: '无任务' })
    expect(await codeOf('school01', {}, quiet)).toBe(650)
    expect((await must(as('city01').call(breakdown, { planId: quiet }))).rows).toEqual([])
  })

  test.each([
    { planId: 'x' },
    { planId: 1, areaId: "330100' or true" },
    { planId: 1, gradeNo: 'NaN' },
    { planId: 1, classId: '-1' },
    { planId: 1, stage: 9 },
  ])('hostile input %j is a fault of the form', async (input) => {
    const answer = await as('province01').call(breakdown, input as never)
    expect(answer.success).toBe(false)
    expect([400, 650, 700]).toContain(answer.code)
  })
})

test('of a plan that is over a task that never began is there with who was in school then', async () => {
  const taskId = await insertFigureTask(node.current, world.planId, '330106-school-4')
  await node.current.sql(`delete from task_class where task_id = ${taskId};
    update task set status = 0, starts_on = '2099-01-01', synced_at = null where id = ${taskId};
    update plan_end_school set begun = false where plan_id = ${world.planId} and org_id = ${org['school-4']}`)
  const answer = await ask('region01')
  expect(row(answer, '西湖高级中学').counts).toMatchObject({ expected: 0, screened: 0 })
  expect((await ask('city01')).rows[0]).toMatchObject({
    unit: { name: '西湖区' },
    range: { begun: { schools: 4 }, waiting: { schools: 1 } },
  })
  expect((await ask('region01', { orgId: org['school-4'] })).rows).toEqual([])
})
