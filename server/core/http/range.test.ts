// Nobody gets anything out of what lies outside their range: every scoped call, every id it takes.
import { beforeAll, describe, expect, test } from 'vitest'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { type By, must } from '../../testing/people.ts'
import { ALSO_REFUSED, ELSEWHERE_ALLOWED, REFUSED } from '../../testing/range/range-answers.ts'
import { permitEverything, SCOPED } from '../../testing/range/range-calls.ts'
import { SAMPLES } from '../../testing/range/range-samples.ts'
import { ABROAD, adminOf, HOME, keyOfOrg, makeWorld, oneNumber } from '../../testing/range/range-world.ts'
import type { World } from '../../testing/range/world.ts'
import { newStudent } from '../../testing/roster.ts'

const node = useApp({ FACE_PHOTO: 'on' })

let own: World
let foreign: World
let caller: By
let callerToken: string

beforeAll(async () => {
  own = await makeWorld(node.current, HOME, '江北标')
  foreign = await makeWorld(node.current, ABROAD, '西湖标')
  const account = adminOf(keyOfOrg(HOME, '教育'))
  await permitEverything(node.current, account)
  callerToken = await node.current.login(account)
  caller = node.current.as(callerToken)
})

test('every scoped call that takes an id is tried', () => {
  const tried = SCOPED.filter(({ ids }) => ids.length > 0).filter(({ name, ids }) => {
    const left = ids.filter((id) => !ELSEWHERE_ALLOWED[name]?.includes(id))
    return left.length > 0 && !SAMPLES[name]
  })
  expect(tried.map(({ name }) => name)).toEqual([])
})

const AREA_ID = /^(provinceId|cityId|regionId|areaIds?|dataRange\w+Id)$/
const AREA_PART = /^(cityId|regionId|dataRange\w+Id)$/
const isFilter = (name: string) => /List$|Statistics$|^exports\./.test(name)

/** The input of the own world with one id, or one of several, replaced by a foreign one; and all of them. */
function trespasses(name: string, ids: string[]): Record<string, unknown>[] {
  const mine = SAMPLES[name]?.(own) ?? {}
  const theirs = SAMPLES[name]?.(foreign) ?? {}
  const named = ids.filter((id) => id in mine && !ELSEWHERE_ALLOWED[name]?.includes(id))
  const single = named
    // A form names an area by its whole path: with a part of another one it names none.
    .filter((id) => !/^(dataRangeP|p)rovinceId$/.test(id) && (isFilter(name) || !AREA_PART.test(id)))
    .flatMap((id) => {
      const value = theirs[id]
      if (!Array.isArray(value)) return [{ ...mine, [id]: value }]
      const others = mine[id] as unknown[]
      return [value, [...others, ...value], [...value, ...others]].map((list) => ({ ...mine, [id]: list }))
    })
  return [theirs, ...single]
}

describe('a caller with every permission and another district as range', () => {
  const cases = SCOPED.filter(({ name }) => SAMPLES[name])
  test.each(cases)('$name refuses every foreign id and tells nothing', async ({ name, definition, ids }) => {
    const before = await snapshot()
    for (const input of trespasses(name, ids)) {
      const answer = await caller.call(definition, input as never)
      const text = JSON.stringify(answer)
      expect([...REFUSED, ...(ALSO_REFUSED[name] ?? [])], `${JSON.stringify(input)} → ${text}`).toContain(
        answer.code,
      )
      // Not because the form was wrong: then nothing would have been tried.
      if (!ALSO_REFUSED[name]) expect(answer.data, text).toBeNull()
      expect(text).not.toContain(foreign.marker)
    }
    expect(await snapshot()).toEqual(before)
  })

  const MISSING = 2_000_000_000
  const named = cases.flatMap(({ name, definition, ids }) =>
    ids
      .filter((id) => !ELSEWHERE_ALLOWED[name]?.includes(id) && !AREA_ID.test(id))
      .map((id) => ({ name, definition, id })),
  )
  test.each(named)(
    '$name answers a foreign $id as one that is not there',
    async ({ name, definition, id }) => {
      const mine = SAMPLES[name]?.(own) ?? {}
      const theirs = SAMPLES[name]?.(foreign)[id]
      if (!(id in mine) || typeof (Array.isArray(theirs) ? theirs[0] : theirs) !== 'number') return
      const answerTo = async (value: unknown) => {
        const input = { ...mine, [id]: value } as never
        const { code, message } = await caller.call(definition, input)
        return { code, message }
      }
      const missing = await answerTo(Array.isArray(theirs) ? theirs.map((_, at) => MISSING + at) : MISSING)
      expect(missing).toEqual(await answerTo(theirs))
    },
  )

  const lists = SCOPED.filter(
    ({ definition, name }) => definition.method === 'GET' && !name.startsWith('home'),
  )
  test.each(lists)('$name serves the own district and nothing of the other', async ({ name, definition }) => {
    const input = SAMPLES[name]?.(own) ?? {}
    if (ELSEWHERE_ALLOWED[name]) return
    const answer = await caller.call(definition, input as never)
    expect({ name, code: answer.code }).toEqual({ name, code: 200 })
    expect(JSON.stringify(answer.data)).not.toContain(foreign.marker)
  })
})

/** What is in the tables that these calls could have touched. */
async function snapshot() {
  const tables = [
    'org',
    'grade',
    'class',
    'student',
    'enrolment',
    'approval',
    'message',
    'org_binding',
    'user_class',
    'advance',
    'import_task',
    'device',
    'plan',
    'task',
    'screening_record',
    'reading_conflict',
    'retest',
    'record_correction',
    'frozen_report',
    'report_design',
    'report_text',
    'assess_plan',
    'assess_application',
    'assess_answer',
    'assess_file',
    'assess_score',
  ]
  const { pool } = node.current.data.requests
  // Whatever is added or changed has a newer transaction, whatever is deleted is missing.
  const rows = await Promise.all(
    tables.map((table) =>
      pool.query(`select concat_ws(' ', count(*), max(xmin::text::bigint)) as sum from ${table}`),
    ),
  )
  const users =
    await pool.query(`select md5(string_agg(account || version || enabled || coalesce(org_id, 0) ||
    password_hash, '|' order by id)) as sum from app_user`)
  return [...rows, users].map(({ rows: [row] }) => row.sum)
}

test('a class teacher gets nothing of other classes, not even of the own school', async () => {
  const { login, as } = node.current
  const school01 = as(await login('school01'))
  const teacher = as(await login('teacher01'))
  const me = await oneNumber(node.current, `select org_id from app_user where account = 'school01'`)
  const assigned = `select class_id from user_class where user_id =
    (select id from app_user where account = 'teacher01')`
  const classId = await oneNumber(
    node.current,
    `select id from class where org_id = ${me} and closed_on is null
    and id not in (${assigned}) limit 1`,
  )
  const { studentId } = await newStudent(school01, classId, { name: '别班人' })
  for (const answer of [
    await teacher.call(studentEndpoints.studentDetail, { studentId }),
    await teacher.call(studentEndpoints.renameStudent, { studentId, name: '改名' }),
    await teacher.call(studentEndpoints.studentPageList, { classId }),
    await teacher.call(schoolEndpoints.classDetail, { classId }),
    await teacher.call(studentEndpoints.planSelect, { studentId }),
  ]) {
    expect(answer.code).toBe(650)
  }
  const list = await must(teacher.call(studentEndpoints.studentPageList, { pageSize: 50, name: '别班人' }))
  expect(list.total).toBe(0)
})
