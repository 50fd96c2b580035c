// Workbooks that go out and come back: the errors of an import, and the templates of a school.
import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { permissionId } from '#contract/core/permissions.ts'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import type { TemplateType } from '#contract/imports/schemas.ts'
import { useApp } from '../../testing/app.ts'
import { type ImportSchool, importSchool } from '../../testing/imports/school.ts'
import { importTaskOf, resultOf, rowListOf } from '../../testing/imports/task.ts'
import { importRows, uploadSheet } from '../../testing/imports/upload.ts'
import { must, newUser } from '../../testing/people.ts'
import { newGrade } from '../../testing/roster.ts'
import { rowsOf } from '../../testing/rows.ts'
import { readHere } from '../../testing/sheets/read-sheet.ts'
import { makeXlsx, type TestCell } from '../../testing/sheets/workbook.ts'

const node = useApp()
let school: ImportSchool
beforeAll(async () => {
  school = await importSchool(node.current)
})

const textOf = (cell: unknown) =>
  (typeof cell === 'object' && cell && 'date' in cell ? cell.date : cell) as TestCell
async function contentOf(file: Buffer) {
  const rows = await readHere(file)
  const [head, ...list] = rows.map(({ cells }) => cells.map(textOf))
  return { titles: (head ?? []).map(String), list }
}
async function send(file: Buffer, more: Record<string, string | number> = {}) {
  const endpoint = more.division ? importEndpoints.divideIntoClasses : importEndpoints.importRoster
  const fields = { orgId: school.orgId, prefix: 2, preview: '1', ...more }
  const sent = await uploadSheet(node.current, school.token, fields, file, { endpoint })
  if (!sent.success) throw new Error(`${sent.code} ${sent.message}`)
  await node.current.runJobs()
  return sent.data.recordId
}
async function partsOf(file: Buffer): Promise<Record<string, string>> {
  const parts: Record<string, string> = {}
  const zip = await fromBufferPromise(file)
  for await (const entry of zip.eachEntry())
    parts[entry.fileName] = (await buffer(await zip.openReadStreamPromise(entry))).toString()
  return parts
}

describe('the workbook of errors', () => {
  test('is the user’s own sheet with what is wrong, and corrected it is uploaded as it is', async () => {
    const rows = [
      school.row({ name: '表里对' }),
      school.row({ name: '表里错', class: '66班', parentPhone: '13512345678' }),
      school.row({ name: '=1+1', sex: '?' }),
    ]
    const { recordId, result } = await importRows(school, rows)
    expect(result.errorExcelDownloadUrl).toBe(`${importEndpoints.errorWorkbook.path}?recordId=${recordId}`)
    const { fileName, content } = await must(
      school.by.call(importEndpoints.errorWorkbook, { recordId, all: '' }),
    )
    expect(fileName).toBe('名单-错误行.xlsx')
    const { titles, list } = await contentOf(content)
    expect(titles.slice(-2)).toEqual(['原行号', '错误说明'])
    const at = (title: string) => titles.indexOf(title)
    expect(list.map((cells) => [cells[at('姓名')], cells[at('原行号')]])).toEqual([
      ['表里错', 3],
      ['=1+1', 4],
    ])
    expect(list[0]?.[at('错误说明')]).toBe('班级错误，该学年没有这个班级，请更正，或先在学生管理中新增班级')
    expect(String(list[1]?.[at('错误说明')])).toMatch(/^学生姓名格式错误，.*；性别错误，/)
    expect(list[0]?.[at('身份证号')]).toBe(rows[1]?.idCard)
    // A text stays a text, never something that is worked out.
    expect(
      Object.entries(await partsOf(content))
        .filter(([name]) => name.includes('sheet'))
        .join(),
    ).not.toContain('<f>')

    const fixed = list.map((cells) =>
      cells.map((cell) =>
        cell === '66班' ? '1班' : cell === '=1+1' ? '改好了' : cell === '?' ? '男' : cell,
      ),
    )
    const again = await send(await makeXlsx({ sheets: [{ rows: [titles, ...fixed] }] }))
    expect(await resultOf(school, again)).toMatchObject({ insertCount: 2, errorCount: 0, unknownColumns: [] })
    expect((await rowListOf(school, again)).map(({ row }) => row)).toEqual([2, 3])
  })

  test('uploaded again while it is still wrong has what is wrong once, and anew', async () => {
    const { recordId } = await importRows(school, [school.row({ class: '77班', sex: '?' })])
    const first = await must(school.by.call(importEndpoints.errorWorkbook, { recordId, all: '' }))
    const { titles, list } = await contentOf(first.content)
    const rows = list.map((cells) => cells.map((cell) => (cell === '?' ? '男' : cell)))
    const again = await send(await makeXlsx({ sheets: [{ rows: [titles, ...rows] }] }))
    const next = await must(school.by.call(importEndpoints.errorWorkbook, { recordId: again, all: '' }))
    const second = await contentOf(next.content)
    expect(second.titles).toEqual(titles)
    expect(String(second.list[0]?.at(-1))).toMatch(/^班级错误，[^；]*$/)
  })

  test('with all rows, and of a task without any', async () => {
    const { recordId } = await importRows(school, [school.row(), school.row({ name: null })], {
      preview: true,
    })
    const all = await must(school.by.call(importEndpoints.errorWorkbook, { recordId, all: '1' }))
    expect(all.fileName).toBe('名单-全部行.xlsx')
    expect((await contentOf(all.content)).list).toHaveLength(2)
    const failed = await send(await makeXlsx({ sheets: [{ rows: [['甲']] }] }))
    expect((await importTaskOf(school, failed)).state).toBe('failed')
    expect((await school.by.call(importEndpoints.errorWorkbook, { recordId: failed, all: '1' })).code).toBe(
      REFUSALS.notInThisState,
    )
    const waiting = await uploadSheet(
      node.current,
      school.token,
      { orgId: school.orgId, prefix: 2 },
      await makeXlsx({ sheets: [{ rows: [['乙']] }] }),
    )
    const early = await school.by.call(importEndpoints.errorWorkbook, {
      recordId: waiting.data.recordId,
      all: '',
    })
    expect(early.code).toBe(REFUSALS.notInThisState)
    await node.current.runJobs()
  })
})

describe('templates', () => {
  const REASON = '核对名单'
  const load = async (type: TemplateType, filled = '') =>
    (
      await must(
        school.by.call(importEndpoints.template, { orgId: school.orgId, type, filled, reason: REASON }),
      )
    ).content

  test('are listed with the address from which each is had', async () => {
    const list = await must(school.by.call(importEndpoints.templateList, { orgId: school.orgId }))
    for (const { downloadUrl, name, type } of list) {
      const url = new URL(downloadUrl, 'http://x')
      expect(url.pathname).toBe(importEndpoints.template.path)
      expect(Object.fromEntries(url.searchParams)).toEqual({ orgId: String(school.orgId), type })
      expect(name).toContain('模板')
    }
  })

  test('have the grades and classes of the school to choose from, and numbers as text', async () => {
    const parts = await partsOf(await load('roster1'))
    const text = Object.values(parts).join('\n')
    expect(text).toContain('<dataValidation')
    for (const choice of [school.orgName, '小学', '1班', '2班', '男', '汉族', '无学籍'])
      expect(text).toContain(choice)
    const { titles, list } = await contentOf(await load('roster1'))
    expect(list).toEqual([])
    expect(titles.some((title) => title.includes('身份证号'))).toBe(true)
    expect((await contentOf(await load('roster2'))).titles.join()).toContain('护照号')
    expect((await contentOf(await load('roster3'))).titles.join()).not.toContain('身份证')
  })

  test('with the roster in them come back without any change', async () => {
    await newGrade(school.by, school.orgId, 2, 3, 1)
    const rich = {
      nation: '苗族',
      nativePlace: '贵州',
      parentName: '杨光',
      parentPhone: '13511112222',
      status: '他校',
    }
    await importRows(school, [
      school.row({ ...rich, studentNo: 'T001' }),
      school.row({ classYear: '三年级' }),
    ])
    await importRows(school, [school.row({ idCard: null, passport: 'H12345678', name: '陈港生' })], {
      studentType: 2,
    })
    await importRows(school, [school.row({ idCard: null, name: '无证件' })], { studentType: 3 })
    for (const studentType of [1, 2, 3] as const) {
      const [{ n = 0 } = {}] = await rowsOf<{ n: number }>(
        node.current,
        'select count(*)::int as n from student where org_id = $1 and student_type = $2 and class_id is not null',
        [school.orgId, studentType],
      )
      const recordId = await send(await load(`roster${studentType}`, '1'), { stuType: studentType })
      expect(await resultOf(school, recordId), String(studentType)).toMatchObject({
        studentSize: n,
        unchangedCount: n,
        stuFailInfoList: [],
        unknownColumns: [],
        absentColumns: [],
      })
    }
  })

  test('of a class division as well, by document or by student number', async () => {
    const { titles, list } = await contentOf(await load('classDivision', '1'))
    const has = (cells: unknown[], title: string) =>
      Boolean(cells[titles.findIndex((each) => each.includes(title))])
    const recordId = await send(await load('classDivision', '1'), { division: 1 })
    const result = await resultOf(school, recordId)
    const unknown = list.filter((cells) => !has(cells, '身份证号') && !has(cells, '学籍号')).length
    expect(result).toMatchObject({ studentSize: list.length, unchangedCount: list.length - unknown })
  })

  test('with the roster only for those who may export numbers, and on record', async () => {
    const { account, userId } = await newUser(node.current, school.orgId, 20)
    await node.current.sql(`insert into user_permission_override (user_id, permission_id, granted)
      values (${userId}, ${permissionId('exportPersonal')}, false)`)
    const by = node.current.as(await node.current.login(account))
    const query = { orgId: school.orgId, type: 'roster1', reason: REASON } as const
    expect((await by.call(importEndpoints.template, { ...query, filled: '1' })).code).toBe(602)
    expect((await by.call(importEndpoints.template, { ...query, filled: '' })).code).toBe(200)
    const { list } = await contentOf(await load('roster1', '1'))
    expect(await lastTemplate()).toEqual({
      success: true,
      detail: { type: 'roster1', filled: true, reason: REASON, rows: list.length },
    })
  })

  test.each([
    ['', 650],
    ['核对', 700],
    ['。。。。。。', 700],
  ])('with the roster are not had for the reason "%s"', async (reason, code) => {
    const query = { orgId: school.orgId, type: 'roster1', filled: '1', reason } as const
    expect((await school.by.call(importEndpoints.template, query)).code).toBe(code)
    expect((await school.by.call(importEndpoints.template, { ...query, filled: '' })).code).toBe(200)
  })

  test('with the roster count among the rows of a day', async () => {
    const { list } = await contentOf(await load('roster1', '1'))
    const other = await node.current.otherNode({ EXPORT_ROWS_PER_DAY: String(list.length) })
    const { account } = await newUser(node.current, school.orgId, 20)
    const by = other.as(await other.login(account))
    const query = { orgId: school.orgId, type: 'roster1', filled: '1', reason: REASON } as const
    expect((await by.call(importEndpoints.template, query)).code).toBe(200)
    expect(await by.call(importEndpoints.template, query)).toMatchObject({
      code: 700,
      message: expect.stringContaining('每人每天最多导出'),
    })
    expect(await lastTemplate()).toMatchObject({ success: false })
  })

  const lastTemplate = async () =>
    (
      await rowsOf(
        node.current,
        `select success, detail from audit_log where action = 'import.template' order by id desc limit 1`,
      )
    )[0]
})
