// The list of students: filters one by one, pages without gaps, own classes only, never a whole number.
import { beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/core/endpoint.ts'
import { maskName } from '#contract/core/mask.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { type By, demoUsers, must, newUser, schoolAdmin, signedIn } from '../testing/people.ts'
import {
  type Classrooms,
  newClassrooms,
  newGrade,
  newIdCard,
  newName,
  newSchool,
  newStudent,
} from '../testing/roster.ts'
import { orgIdOf, rowsOf } from '../testing/rows.ts'

const app = useApp()
const { studentPageList, studentDataStatistics, addStudent, moveStudents, leaveStudents } = studentEndpoints
const { recoverStudents, deleteStudents, editStudent } = studentEndpoints

type Query = InputOf<typeof studentPageList>
const accounts = ['province01', 'city01', 'region01', 'school01', 'grade01', 'teacher01'] as const
const as = demoUsers(app)
let { orgId, gradeId, classIds } = {} as Classrooms

beforeAll(async () => {
  const made = await newClassrooms(app.current, as('region01'), { name: '名单测试学校', stages: [2, 3] })
  ;({ orgId, gradeId, classIds } = made)
})

const page = (query: Query, by: By = as('region01')) => must(by.call(studentPageList, query))
const idsOf = async (query: Query, by: By = as('region01')) =>
  (await page({ pageSize: 50, ...query }, by)).list.map(({ studentId }) => studentId)

/** What the list must be, read plainly: in the order of school, stage, grade, class and entry. */
async function expected(where: string): Promise<number[]> {
  const rows = await rowsOf<{ id: number }>(
    app.current,
    `select s.id from student s join class c on c.id = s.class_id join grade g on g.id = c.grade_id
       join org o on o.id = c.org_id
     where ${where} order by c.org_id, g.stage, g.grade_no, c.class_no, c.id, s.id`,
  )
  return rows.map(({ id }) => id)
}

/** All pages one after the other. */
async function walked(by: By, query: Query, pageSize: number): Promise<{ ids: number[]; totals: number[] }> {
  const ids: number[] = []
  const totals: number[] = []
  for (let pageNum = 1; ; pageNum += 1) {
    const { list, total } = await page({ ...query, pageNum, pageSize }, by)
    totals.push(total)
    if (list.length === 0) return { ids, totals }
    expect(list.length <= pageSize).toBe(true)
    ids.push(...list.map(({ studentId }) => studentId))
  }
}

describe('pages', () => {
  const own = (account: string, by: 'class' | 'grade') =>
    `c.${by === 'class' ? 'id' : 'grade_id'} in (select ${by}_id from user_${by}
      where user_id = (select id from app_user where account = '${account}'))`
  const PLACES: [account: string, query: () => Promise<Query>, where: string][] = [
    ['province01', async () => ({}), "o.province_id = '330000'"],
    ['province01', async () => ({ sex: 2 }), "o.province_id = '330000' and s.sex = 2"],
    ['province01', async () => ({ prefix: 3 }), "o.province_id = '330000' and c.stage = 3"],
    ['province01', async () => ({ cityId: '330200', sex: 1 }), "o.city_id = '330200' and s.sex = 1"],
    ['city01', async () => ({}), "o.city_id = '330100'"],
    ['region01', async () => ({}), "o.region_id = '330106'"],
    ['region01', async () => ({ prefix: 2, sex: 1 }), "o.region_id = '330106' and c.stage = 2 and s.sex = 1"],
    ['school01', async () => ({}), "o.name = '西湖实验小学'"],
    ['grade01', async () => ({}), own('grade01', 'grade')],
    ['teacher01', async () => ({}), own('teacher01', 'class')],
    ['teacher01', async () => ({ sex: 2 }), `${own('teacher01', 'class')} and s.sex = 2`],
  ]
  test.each(PLACES)('of %s put together are the whole list (%#)', async (account, query, where) => {
    const whole = await expected(where)
    expect(whole.length).toBeGreaterThan(0)
    // Sizes that do not divide anything, in addition to those of the page itself.
    for (const pageSize of [50, 7 + Math.floor(Math.random() * 40)]) {
      const { ids, totals } = await walked(as(account), await query(), pageSize)
      expect(ids, `page size ${pageSize}`).toEqual(whole)
      expect(new Set(totals)).toEqual(new Set([whole.length]))
    }
  })

  test('of one grade and one class as well', async () => {
    const [school] = await rowsOf<{ grade_id: number; class_id: number }>(
      app.current,
      `select c.grade_id, c.id as class_id from class c join org o on o.id = c.org_id
       where o.name = '西湖实验小学' and c.student_count > 1 order by c.id limit 1`,
    )
    const place = { gradeId: school?.grade_id ?? 0, classId: school?.class_id ?? 0 }
    const byGrade = await walked(as('school01'), { gradeId: place.gradeId }, 1)
    expect(byGrade.ids).toEqual(await expected(`c.grade_id = ${place.gradeId}`))
    const byClass = await walked(as('region01'), { classId: place.classId }, 1)
    expect(byClass.ids).toEqual(await expected(`c.id = ${place.classId}`))
  })

  test('beyond the last one are empty and know the total', async () => {
    for (const query of [{}, { name: '测' }, { gradeId }]) {
      const first = await page(query)
      const beyond = await page({ ...query, pageNum: 1_000_000, pageSize: 50 })
      expect(beyond).toMatchObject({ list: [], total: first.total, pageNum: 1_000_000 })
    }
  })

  test.each([
    { pageSize: 51 },
    { pageSize: 0 },
    { pageSize: -1 },
    { pageNum: 0 },
    { pageSize: 1e9 },
    { sex: 3 },
    { studentType: 9 },
    { orgId: 'x' },
  ])('are refused for %j: 400', async (query) => {
    expect((await as('region01').call(studentPageList, query as never)).code).toBe(400)
  })
})

describe('a filter', () => {
  const NAMES = ['测甲', '测甲乙', '甲乙丙测', 'Anna', 'ANNABEL', '阿里木·买提', '测乙甲', '测丙乙']
  let admin: By
  const ids = new Map<string, number>()
  const named = (...names: string[]) => names.map((name) => ids.get(name) ?? 0)
  beforeAll(async () => {
    for (const name of NAMES)
      ids.set(name, (await newStudent(as('region01'), classIds[0] ?? 0, { name })).studentId)
    admin = await schoolAdmin(app.current, orgId)
  })

  test.each([
    ['甲', ['测甲', '测甲乙', '甲乙丙测', '阿里木·买提', '测乙甲'].filter((name) => name.includes('甲'))],
    ['测甲', ['测甲', '测甲乙']],
    ['甲乙', ['测甲乙', '甲乙丙测']],
    ['测甲乙', ['测甲乙']],
    ['甲乙丙', ['甲乙丙测']],
    ['anna', ['Anna', 'ANNABEL']],
    ['ANNA', ['Anna', 'ANNABEL']],
    ['nab', ['ANNABEL']],
    ['木·买', ['阿里木·买提']],
    ['  测乙甲 ', ['测乙甲']],
    ['测丁', []],
  ])('by the name %s finds those who have it', async (name, found) => {
    expect(await idsOf({ name }, admin)).toEqual(named(...found))
  })

  // Where names are shown as 测*乙 a guessed one must not be confirmed: what is hidden finds nobody and leaves nobody out.
  test.each([
    [
      ['测甲乙', '测丙乙', '测某乙', '测*乙'],
      ['测甲乙', '测丙乙'],
    ],
    [
      ['测甲', '测某', '测*'],
      ['测甲', '测甲乙', '测乙甲', '测丙乙'],
    ],
    [['甲'], ['甲乙丙测', '测乙甲']],
    [['丙', '里', 'n'], []],
    [
      ['anna', 'Axxa'],
      ['Anna', 'ANNABEL'],
    ],
    [['阿里木·买提', '阿某某·某提'], ['阿里木·买提']],
  ])('by the names %j above the school finds those that look alike', async (typed, found) => {
    const wanted = new Set(found)
    for (const name of typed) {
      const seen = new Set(await idsOf({ orgId, name }))
      expect(NAMES.filter((each) => seen.has(ids.get(each) ?? 0))).toEqual(
        NAMES.filter((each) => wanted.has(each)),
      )
    }
    const totals = await Promise.all(
      typed.map(async (name) => (await page({ name }, as('province01'))).total),
    )
    expect(new Set(totals).size).toBeLessThanOrEqual(new Set(typed.map(maskName)).size)
  })

  test.each(['%', '_', '%%%', '___', '测%乙', '测_乙', '\\', "'", "甲' or '1'='1", '测甲\\'])(
    'by the name %s takes it literally',
    async (name) => expect(await idsOf({ name }, admin)).toEqual([]),
  )

  test('by number finds one person, by GET and by POST, and nobody outside the range', async () => {
    const idCard = newIdCard()
    const studentNo = `G${idCard}`
    const child = { classId: classIds[0] ?? 0, name: '测号码', idCard, studentNo }
    const { studentId } = await must(as('region01').call(addStudent, child))
    const token = await app.current.login('region01')
    const url = studentPageList.path
    for (const typed of [idCard, ` ${idCard.toLowerCase()}`, `${idCard.slice(0, 6)} ${idCard.slice(6)}`]) {
      expect(await idsOf({ idCard: typed })).toEqual([studentId])
      const headers = { authorization: token }
      const posted = await app.current.app.inject({
        method: 'POST',
        url,
        headers,
        payload: { idCard: typed },
      })
      expect(posted.json().data.list.map((row: { studentId: number }) => row.studentId)).toEqual([studentId])
    }
    expect(await idsOf({ studentNo: studentNo.toLowerCase() })).toEqual([studentId])
    expect(await idsOf({ idCard: idCard.slice(0, 17) })).toEqual([])
    expect(await idsOf({ idCard: `${idCard.slice(0, 6)}************` })).toEqual([])
    expect(await idsOf({ idCard }, as('school01'))).toEqual([])
    expect(await idsOf({ idCard }, as('province01'))).toEqual([studentId])
    expect(app.current.logged.join()).not.toContain(idCard)
    await must(as('region01').call(deleteStudents, { studentIds: [studentId] }))
  })

  test("by a school's own number needs no school from who has only one", async () => {
    const schoolId = await orgIdOf(app.current, '330106-school-1')
    const own = await must(as('school01').call(schoolEndpoints.classList, { orgId: schoolId }))
    const child = { classId: own[0]?.classId ?? 0, name: '测学号', idCard: newIdCard(), studentNo: 'XH77' }
    const { studentId } = await must(as('school01').call(addStudent, child))
    expect(await idsOf({ studentNo: 'xh77' }, as('school01'))).toEqual([studentId])
    expect(await idsOf({ studentNo: 'XH77', orgId: schoolId })).toEqual([studentId])
    expect(await idsOf({ studentNo: 'XH77', orgId })).toEqual([])
    await must(as('school01').call(deleteStudents, { studentIds: [studentId] }))
  })

  test('by sex, type, status and face finds exactly those, alone and together', async () => {
    const place = { classId: classIds[1] ?? 0 }
    const add = async (fields: object) =>
      (await must(as('region01').call(addStudent, { ...place, name: newName(), ...fields } as never)))
        .studentId
    const boy = await add({ idCard: newIdCard() })
    const girl = await add({ idCard: newIdCard('2015-02-03', 2), status: 15 })
    const abroad = await add({ studentType: 2, sex: 2, birthDate: '2016-01-01', passportNo: 'E99998888' })
    const without = await add({ studentType: 3, sex: 1, birthDate: '2016-01-01', status: 20 })
    await app.current.sql(`update student set face_collected = 1 where id in (${boy}, ${abroad})`)
    const find = (query: Query) => idsOf({ ...place, ...query })
    expect(await find({})).toEqual([boy, girl, abroad, without])
    expect(await find({ sex: 1 })).toEqual([boy, without])
    expect(await find({ sex: 2 })).toEqual([girl, abroad])
    expect(await find({ studentType: 2 })).toEqual([abroad])
    expect(await find({ status: 15 })).toEqual([girl])
    expect(await find({ faceCollected: 1 })).toEqual([boy, abroad])
    expect(await find({ faceCollected: 0, sex: 1 })).toEqual([without])
    expect(await find({ idCard: 'e9999-8888' })).toEqual([abroad])
    expect(await find({ studentType: 1, sex: 2, status: 15 })).toEqual([girl])
    const statistics = await must(as('region01').call(studentDataStatistics, { orgId, ...place }))
    expect(statistics).toMatchObject({ total: 4, male: 2, female: 2, classes: 1, faceCollected: 2 })
    expect(statistics.byType).toEqual([
      { studentType: 1, count: 2 },
      { studentType: 2, count: 1 },
      { studentType: 3, count: 1 },
    ])
  })

  test.each([
    ['region01', { regionId: '330203' }, 616],
    ['region01', { cityId: '330200' }, 616],
    ['city01', { regionId: '330203' }, 616],
    ['school01', { provinceId: '320000' }, 616],
    ['region01', { orgId: 999_999 }, 616],
    ['region01', { gradeId: 999_999 }, 650],
    ['region01', { classId: 999_999 }, 650],
  ])('%s naming %j is refused: %i', async (account, query, code) => {
    expect((await as(account).call(studentPageList, query)).code).toBe(code)
  })

  test('naming a school of others is refused: 616', async () => {
    expect((await as('school01').call(studentPageList, { orgId })).code).toBe(616)
    expect((await as('school01').call(studentDataStatistics, { orgId })).code).toBe(616)
    expect((await as('school01').call(studentPageList, { gradeId })).code).toBe(650)
  })
})

describe('a teacher and a grade head', () => {
  test.each([
    [45, 'user_class', 0],
    [40, 'user_grade', 1],
  ] as const)(
    'with role %i see nothing without an assignment, then the own alone',
    async (roleType, table, both) => {
      const { account, userId } = await newUser(app.current, orgId, roleType)
      const by = await signedIn(app.current, account)
      const seen = async () => ({
        list: (await page({ pageSize: 50 }, by)).total,
        byName: (await page({ name: '测' }, by)).total,
        statistics: (await must(by.call(studentDataStatistics, { orgId }))).total,
        classes: (await must(by.call(schoolEndpoints.classList, { orgId }))).length,
        school: (await must(by.call(schoolEndpoints.schoolPageList, {}))).list[0]?.studentCount,
        stages: (await must(by.call(schoolEndpoints.prefixListByOrgId, { orgId }))).map(
          (row) => row.studentCount,
        ),
        totals: (await must(by.call(schoolEndpoints.orgDataStatistics, {}))).students,
      })
      const none = { list: 0, byName: 0, statistics: 0, classes: 0, school: 0, stages: [0, 0], totals: 0 }
      expect(await seen()).toEqual(none)
      await app.current.sql(`insert into ${table} values (${userId}, ${both ? gradeId : classIds[0]})`)
      const where = both ? `c.grade_id = ${gradeId}` : `c.id = ${classIds[0]}`
      const n = (await expected(where)).length
      const byName = (await expected(`${where} and s.name like '%测%'`)).length
      const classes = both ? 2 : 1
      expect(await seen()).toEqual({
        list: n,
        byName,
        statistics: n,
        classes,
        school: n,
        stages: [n, 0],
        totals: n,
      })
      if (!both) expect((await by.call(studentPageList, { classId: classIds[1] })).code).toBe(650)
    },
  )
})

test('no list carries a whole number', async () => {
  for (const account of accounts) {
    for (const query of [{}, { name: '测' }, { sex: 1 }, { studentType: 1 }] satisfies Query[]) {
      const text = JSON.stringify(await page({ ...query, pageSize: 50 }, as(account)))
      expect(text).not.toMatch(/\d{17}[\dX]/)
      expect(text).not.toMatch(/(?<!\d)1[3-9]\d{9}(?!\d)/)
    }
  }
})

describe('the counters', () => {
  /** Classes and stages whose stored counts differ from a count. */
  const wrong = () =>
    rowsOf(
      app.current,
      `select 'class' as what, c.id from class c left join lateral (select count(*) as n,
          count(*) filter (where sex = 1) as m from student where class_id = c.id) s on true
        where c.student_count <> s.n or c.male_count <> s.m
       union all
       select 'stage', k.org_id from school_stage k left join lateral (select count(*) filter (where closed_on is null) as c,
          coalesce(sum(student_count), 0) as n, coalesce(sum(male_count), 0) as m from class
          where org_id = k.org_id and stage = k.stage) s on true
        where k.class_count <> s.c or k.student_count <> s.n or k.male_count <> s.m`,
    )

  test('equal a recount after a random history', async () => {
    const by = as('region01')
    const schoolId = await newSchool(app.current, by, { stages: [2, 3] })
    const places = [
      ...(await newGrade(by, schoolId, 2, 1, 2)).classIds,
      ...(await newGrade(by, schoolId, 3, 1, 2)).classIds,
    ]
    const pick = <T>(from: T[]): T => from[Math.floor(Math.random() * from.length)] as T
    const present: number[] = []
    const steps: string[] = []
    for (let step = 0; step < 60; step += 1) {
      const what = Math.random()
      const some = present.filter(() => Math.random() < 0.3).slice(0, 5)
      steps.push(`${what.toFixed(2)}:${some}`)
      if (what < 0.4 || some.length === 0) {
        const idCard = newIdCard('2014-03-04', pick([1, 2]))
        const child = { classId: pick(places), name: newName(), idCard }
        present.push((await must(by.call(addStudent, child))).studentId)
      } else if (what < 0.6) {
        await must(by.call(moveStudents, { studentIds: some, newClassId: pick(places) }))
      } else if (what < 0.75) {
        await must(by.call(leaveStudents, { studentIds: some }))
        for (const id of some) present.splice(present.indexOf(id), 1)
        const left = await rowsOf<{ id: number; student_id: number }>(
          app.current,
          `select id, student_id from enrolment where student_id = any($1) and history_type = 10
             and recovered_at is null`,
          [some.slice(0, 1)],
        )
        await must(by.call(recoverStudents, { recordIds: left.slice(-1).map(({ id }) => id) }))
        present.push(...left.slice(-1).map(({ student_id }) => student_id))
      } else if (what < 0.85) {
        // Some have a past and stay; then nobody goes.
        const { success } = await by.call(deleteStudents, { studentIds: some })
        if (success) for (const id of some) present.splice(present.indexOf(id), 1)
      } else {
        const studentId = pick(present)
        const [row] = await rowsOf<{ version: number }>(
          app.current,
          'select version from student where id = $1',
          [studentId],
        )
        const idCard = newIdCard('2014-03-04', pick([1, 2]))
        await must(by.call(editStudent, { studentId, name: newName(), idCard, version: row?.version ?? 0 }))
      }
    }
    expect(await wrong(), steps.join(' ')).toEqual([])
    expect((await page({ orgId: schoolId })).total).toBe(present.length)
    expect(new Set(await idsOf({ orgId: schoolId }))).toEqual(new Set(present.slice().sort((a, b) => a - b)))
  })
})
