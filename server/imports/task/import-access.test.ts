// Who may do what with whose imports: permissions per kind and type, tasks of other organisations, schools out of range.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { permissionId } from '#contract/core/permissions.ts'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { readingSite } from '../../testing/imports/readings.ts'
import { type ImportSchool, importSchool } from '../../testing/imports/school.ts'
import { resultOf } from '../../testing/imports/task.ts'
import { divideRows, importRows, sheetFile, uploadSheet } from '../../testing/imports/upload.ts'
import { accountOf, must, newUser } from '../../testing/people.ts'
import { rowsOf } from '../../testing/rows.ts'
import { MULTIPART, multipartBody, sendBody } from '../../testing/sheets/multipart.ts'

const node = useApp()
let school: ImportSchool
let other: ImportSchool
let recordId: number
let preview: number
const tokens: Record<string, string> = {}
beforeAll(async () => {
  school = await importSchool(node.current, { name: '权限测试小学' })
  other = await importSchool(node.current)
  recordId = (await importRows(school, [school.row(), school.row({ name: null })])).recordId
  preview = (await importRows(school, [school.row()], { preview: true })).recordId
  const accounts = {
    teacher: (await newUser(node.current, school.orgId, 45)).account,
    head: (await newUser(node.current, school.orgId, 40)).account,
    screener: (await newUser(node.current, school.orgId, 30)).account,
    colleague: (await newUser(node.current, school.orgId, 20)).account,
    hospital: 'hospital01',
    district: 'region01',
    otherDistrict: accountOf('330205-教育'),
  }
  for (const [who, account] of Object.entries(accounts)) tokens[who] = await node.current.login(account)
  tokens.otherSchool = other.token
})

const as = (who: string) => node.current.as(tokens[who] ?? '')
const BY_RECORD: [string, Endpoint, object][] = [
  ['task', importEndpoints.importTask, {}],
  ['read', importEndpoints.readImport, {}],
  ['hide', importEndpoints.hideImport, {}],
  ['delete', importEndpoints.deleteImport, {}],
  ['cancel', importEndpoints.cancelImport, {}],
  ['rows', importEndpoints.importRows, { failing: false }],
  ['cells', importEndpoints.importRowCells, { row: 2 }],
  ['correct', importEndpoints.correctRows, { rows: [{ row: 2, cells: { 0: 'x' } }] }],
  ['commit', importEndpoints.commitImport, {}],
  ['recheck', importEndpoints.recheckImport, {}],
  ['undo', importEndpoints.undoImport, {}],
  ['apply', importEndpoints.applyTransferOfRow, { row: 2 }],
  ['workbook', importEndpoints.errorWorkbook, { all: '1' }],
]

describe.each(BY_RECORD)('%s', (name, endpoint, more) => {
  const call = (who: string, id: number) => as(who).call(endpoint, { recordId: id, ...more } as never)
  const snapshot = () =>
    rowsOf(node.current, 'select state, shown, round, cancel_wanted from import_task order by id')

  test('of somebody else’s task answers exactly as of one that is not there', async () => {
    const before = await snapshot()
    for (const who of ['otherSchool', 'district', 'otherDistrict']) {
      for (const id of [recordId, preview]) {
        const [foreign, missing] = [await call(who, id), await call(who, 99_999_999)]
        expect([foreign.code, foreign.message, foreign.data]).toEqual([650, missing.message, missing.data])
      }
    }
    expect(await snapshot()).toEqual(before)
  })

  test('is nothing for those who import nothing, and for those who import other things', async () => {
    const before = await snapshot()
    for (const who of ['teacher', 'head']) expect((await call(who, preview)).code).toBe(602)
    // A screener imports results, not rosters.
    for (const who of ['screener', 'hospital']) {
      expect((await call(who, preview)).code).toBe(name === 'apply' ? 602 : 650)
    }
    expect(await snapshot()).toEqual(before)
  })
})

test('a colleague of the same organisation can go on with a task', async () => {
  expect((await resultOf({ by: as('colleague') }, recordId)).recordId).toBe(recordId)
})

describe('an upload', () => {
  const send = async (
    who: string,
    orgId: number,
    endpoint: Endpoint = importEndpoints.importRoster,
    more = {},
  ) =>
    (
      await uploadSheet(
        node.current,
        tokens[who] ?? '',
        { orgId, prefix: 2, preview: '1', ...more },
        await sheetFile([school.row()]),
        { endpoint },
      )
    ).code

  test('for a school out of range is 616, without the permission 602', async () => {
    for (const endpoint of [importEndpoints.importRoster, importEndpoints.divideIntoClasses]) {
      expect(await send('otherSchool', school.orgId, endpoint)).toBe(616)
      expect(await send('otherDistrict', school.orgId, endpoint)).toBe(616)
      for (const who of ['teacher', 'head', 'screener', 'hospital'])
        expect(await send(who, school.orgId, endpoint)).toBe(602)
    }
    const { taskId } = await readingSite(node.current)
    const { importScreening } = importEndpoints
    expect(await send('hospital', school.orgId, importScreening)).toBe(400)
    expect(await send('hospital', school.orgId, importScreening, { taskId })).toBe(650)
    expect(await send('district', 99_999_999)).toBe(616)
  })

  test('with the class of another school, or a stage that the school has not, is refused', async () => {
    expect(await send('colleague', school.orgId, undefined, { classId: other.classIds[0] })).toBe(650)
    expect(await send('district', school.orgId, undefined, { classId: other.classIds[0] })).toBe(650)
    expect(await send('district', school.orgId, undefined, { prefix: 4 })).toBe(700)
    expect(await send('district', school.orgId, undefined, { prefix: '' })).toBe(650)
    expect(await send('district', school.orgId, undefined, { stuType: 4 })).not.toBe(200)
  })

  test('needs the permission of its type, and so does everything about its task', async () => {
    const { account, userId } = await newUser(node.current, school.orgId, 20)
    const mainlandTask = recordId
    const abroad = await importRows(
      school,
      [school.row({ idCard: null, passport: 'E7654321', name: '权限安妮' })],
      { studentType: 2, preview: true },
    )
    const division = await divideRows(school, [
      { name: '没这个人', idCard: school.row().idCard, newGrade: '一年级', newClass: '1班' },
    ])
    for (const permission of ['importNonMainland', 'importDivision'] as const)
      await node.current.sql(`insert into user_permission_override (user_id, permission_id, granted)
        values (${userId}, ${permissionId(permission)}, false)`)
    tokens.limited = await node.current.login(account)
    expect(await send('limited', school.orgId, undefined, { stuType: 2 })).toBe(602)
    expect(await send('limited', school.orgId, importEndpoints.divideIntoClasses)).toBe(602)
    expect(await send('limited', school.orgId, undefined, { stuType: 1 })).toBe(200)
    const read = async (id: number) =>
      (await as('limited').call(importEndpoints.readImport, { recordId: id })).code
    expect([await read(mainlandTask), await read(abroad.recordId), await read(division.recordId)]).toEqual([
      200, 650, 650,
    ])
    const { list, total } = await must(as('limited').call(importEndpoints.importList, { pageSize: 50 }))
    expect(list.map((task) => task.recordId)).not.toContain(abroad.recordId)
    expect(total).toBe(list.length)
  })

  test('a teacher who was given the permission still sees no whole school', async () => {
    const { account, userId } = await newUser(node.current, school.orgId, 45)
    for (const permission of ['importMainland', 'exportPersonal'] as const)
      await node.current.sql(`insert into user_permission_override (user_id, permission_id, granted)
        values (${userId}, ${permissionId(permission)}, true)`)
    tokens.given = await node.current.login(account)
    expect(await send('given', school.orgId)).toBe(602)
    expect((await as('given').call(importEndpoints.readImport, { recordId })).code).toBe(650)
    const template = { orgId: school.orgId, type: 'roster1', filled: '1', reason: '核对名单' } as const
    expect((await as('given').call(importEndpoints.template, template)).code).toBe(602)
  })
})

describe('lists', () => {
  test('show the own organisation’s tasks, whatever the form claims', async () => {
    const { importProgress, importList } = importEndpoints
    const mine = await must(school.by.call(importProgress, { loginOrgId: school.orgId }))
    expect(mine.map((task) => task.recordId)).toContain(recordId)
    expect((await school.by.call(importProgress, { loginOrgId: other.orgId })).code).toBe(616)
    expect(await must(as('otherSchool').call(importProgress, {}))).toEqual([])
    expect((await as('otherSchool').call(importList, { orgId: school.orgId })).code).toBe(616)
    expect((await as('otherDistrict').call(importList, { orgId: school.orgId })).code).toBe(616)
    expect((await must(as('district').call(importList, { orgId: school.orgId }))).list).toEqual([])
    expect((await as('teacher').call(importProgress, {})).code).toBe(602)
    expect((await must(as('screener').call(importProgress, {}))).length).toBe(0)
  })

  test('templates are for schools in range', async () => {
    const { templateList, template } = importEndpoints
    expect(
      (await must(school.by.call(templateList, { orgId: school.orgId }))).map(({ type }) => type),
    ).toHaveLength(6)
    for (const who of ['otherSchool', 'otherDistrict', 'hospital']) {
      expect((await as(who).call(templateList, { orgId: school.orgId })).code).toBe(616)
      expect((await as(who).call(template, { orgId: school.orgId, type: 'roster1', filled: '' })).code).toBe(
        616,
      )
    }
    expect((await as('teacher').call(templateList, { orgId: school.orgId })).code).toBe(602)
  })
})

test('read and close take a form as well, of either kind (spec §7)', async () => {
  const form = `recordId=${recordId}`
  const parts = multipartBody([{ name: 'recordId', value: String(recordId) }])
  const URLENCODED = 'application/x-www-form-urlencoded'
  for (const endpoint of [importEndpoints.readImport, importEndpoints.hideImport]) {
    for (const [body, type] of [
      [form, URLENCODED],
      [parts, MULTIPART],
    ] as const) {
      const answer = await sendBody(node.current, school.token, endpoint, body, type)
      expect(answer).toMatchObject({ code: 200, data: { recordId } })
      expect((await sendBody(node.current, other.token, endpoint, body, type)).code).toBe(650)
    }
  }
})

test('nobody signed in gets nothing', async () => {
  for (const [, endpoint, more] of BY_RECORD) {
    const answer = await node.current.call(endpoint, { recordId, ...more } as never)
    expect([601, 614, 401, 612]).toContain(answer.code)
  }
})
