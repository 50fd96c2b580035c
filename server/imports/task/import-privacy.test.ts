// Numbers of children: sealed wherever they rest, masked wherever they are shown, on record when somebody looks.
import { beforeAll, describe, expect, test } from 'vitest'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { HEALTHY, importReadings, readingSite } from '../../testing/imports/readings.ts'
import { type ImportSchool, importSchool } from '../../testing/imports/school.ts'
import { callUndo, correct, importTaskOf, resultOf } from '../../testing/imports/task.ts'
import { importRows, sheetFile, uploadSheet } from '../../testing/imports/upload.ts'
import { disclosures, idCardEndingInX } from '../../testing/number-privacy.ts'
import { must } from '../../testing/people.ts'
import { newIdCard } from '../../testing/roster.ts'
import { rowsOf } from '../../testing/rows.ts'
import { makeXlsx, type TestCell } from '../../testing/sheets/workbook.ts'

const node = useApp()
let school: ImportSchool
beforeAll(async () => {
  school = await importSchool(node.current)
})

const TABLES = [
  'import_task',
  'import_row',
  'import_cells',
  'stored_file',
  'stored_file_part',
  'job',
  'audit_log',
  'student',
  'message',
  'screening_record',
  'record_change',
  'reading_conflict',
]

/** Everything the tables hold, as text and as the bytes that stand for text. */
async function dump(): Promise<string> {
  const texts = await Promise.all(
    TABLES.map((table) => rowsOf<{ text: string }>(node.current, `select t::text as text from ${table} t`)),
  )
  return [...texts.flat().map(({ text }) => text), ...node.current.logged].join('\n')
}
const inEveryForm = (secret: string) => [
  secret,
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
]

test('nothing of a number stands anywhere in clear, through the whole life of an import', async () => {
  const good = { idCard: newIdCard(), studentNo: `G${newIdCard()}`, parentPhone: '13987654321' }
  const wrong = { idCard: newIdCard(), parentPhone: '13976543210', name: '张' }
  const broken = `${newIdCard().slice(0, 17)}Q`
  const rows = [
    school.row({ ...good, name: '金丝雀' }),
    school.row(wrong),
    school.row({ idCard: broken }),
    school.row({ idCard: wrong.idCard, name: '双份的' }),
  ]
  const { recordId } = await importRows(school, rows, { preview: true })
  const typed = newIdCard()
  await correct(school, recordId, { 3: { name: '张三', idCard: typed } })
  await must(school.by.call(importEndpoints.importRowCells, { recordId, row: 3 }))
  await must(school.by.call(importEndpoints.errorWorkbook, { recordId, all: '1' }))
  await must(school.by.call(importEndpoints.commitImport, { recordId }))
  await node.current.runJobs()
  await importRows(school, [{ ...rows[0], parentPhone: '13965432109', class: '2班' }])
  await callUndo(school, recordId)
  const text = await dump()
  const secrets = [...Object.values(good), wrong.idCard, wrong.parentPhone, broken, typed, '13965432109']
  for (const secret of secrets)
    for (const form of inEveryForm(secret)) expect(text.includes(form), secret).toBe(false)
  expect(text).toContain('金丝雀')
})

test('results and rows show masks only, also of numbers in columns that nobody knows', async () => {
  const hidden = newIdCard()
  const row = school.row({ parentPhone: '13812345678', studentNo: `G${newIdCard()}`, idCard: hidden })
  const keys = [
    'school',
    'stage',
    'classYear',
    'class',
    'name',
    'sex',
    'birthDate',
    'idCard',
    'studentNo',
    'parentPhone',
  ]
  const titles = [
    '学校名称',
    '学段',
    '学年',
    '班级',
    '姓名',
    '性别',
    '出生日期',
    '身份证号',
    '学籍号',
    '家长电话',
    '备注',
    '父亲',
  ]
  const cells = (values: Record<string, unknown>): TestCell[] => [
    ...keys.map((key) => (values[key] ?? null) as TestCell),
    `见${newIdCard()}或13711112222`,
    { value: '13722223333' },
  ]
  const file = await makeXlsx({
    sheets: [
      { rows: [titles, cells(row), cells({ ...row, class: '9班' }), cells(school.row({ name: hidden }))] },
    ],
  })
  const fields = { orgId: school.orgId, prefix: 2, preview: '1' }
  const { data } = await uploadSheet(node.current, school.token, fields, file)
  await node.current.runJobs()
  const { recordId } = data
  const rows = await must(school.by.call(importEndpoints.importRows, { recordId, failing: false }))
  expect(rows.list).toHaveLength(3)
  const shown = JSON.stringify([
    rows,
    await resultOf(school, recordId),
    await importTaskOf(school, recordId),
    (await correct(school, recordId, { 3: { class: '8班' } })).data,
  ])
  expect(shown).not.toMatch(/\d{17}[\dX]/)
  expect(shown).not.toMatch(/1[3-9]\d{9}(?!\d)/)
  expect(rows.columns.filter(({ personal }) => personal).map(({ title }) => title)).toEqual([
    '身份证号',
    '学籍号',
    '家长电话',
  ])
})

test('a sheet whose columns have slipped gives no number away either', async () => {
  const secrets = [idCardEndingInX(), `G${newIdCard()}`, '13954321098']
  const [idCard = '', studentNo = '', phone = ''] = secrets
  const slipped = school.row({
    school: idCard,
    stage: phone,
    classYear: studentNo,
    class: idCard,
    name: idCard,
    sex: phone,
    birthDate: idCard,
    idCard: phone,
    studentNo: phone,
    nation: phone,
    nativePlace: idCard,
    parentName: phone,
    parentPhone: idCard,
    status: studentNo,
  })
  const roster = await importRows(school, [slipped], { preview: true })
  const file = await sheetFile(
    [{ ...slipped, grade: idCard, nakedRight: idCard, glasses: phone, absence: phone }],
    {
      kind: 3,
    },
  )
  const endpoint = importEndpoints.importScreening
  const site = await readingSite(node.current)
  const { orgId, taskId } = site
  const sent = await uploadSheet(node.current, site.token, { orgId, taskId }, file, { endpoint })
  await node.current.runJobs()
  const words = [site.row(0, { absence: phone }), site.row(1, { ...HEALTHY, remark: `证件 ${idCard}` })]
  const { recordId: worded } = await importReadings(site, words)
  const text = await dump()
  for (const secret of secrets) expect(text.includes(secret), secret).toBe(false)
  for (const [by, recordId] of [
    [school.by, roster.recordId],
    [site.admin, sent.data.recordId],
    [site.admin, worded],
  ] as const) {
    const rows = await must(by.call(importEndpoints.importRows, { recordId, failing: false }))
    const shown = JSON.stringify([rows, await resultOf({ by }, recordId)])
    for (const secret of secrets) expect(shown.includes(secret), secret).toBe(false)
    expect(disclosures(shown, [idCard])).toEqual([])
  }
})

describe('who looks is on record', () => {
  const trail = (action: string, recordId: number) =>
    rowsOf<{ detail: object | null; userId: number }>(
      node.current,
      `select detail, user_id as "userId" from audit_log where action = $1 and object_id = $2 order by id`,
      [action, String(recordId)],
    )

  test('at one row, at the workbook, and every step with the number of rows, never with values', async () => {
    const row = school.row({ parentPhone: '1' })
    const { recordId } = await importRows(school, [row], { preview: true })
    const { data } = await school.by.call(importEndpoints.importRowCells, { recordId, row: 2 })
    expect(data.cells).toContain(row.idCard)
    await correct(school, recordId, { 2: { parentPhone: '13600001111' } })
    await must(school.by.call(importEndpoints.commitImport, { recordId }))
    await node.current.runJobs()
    await must(school.by.call(importEndpoints.errorWorkbook, { recordId, all: '1' }))
    await callUndo(school, recordId)
    await must(school.by.call(importEndpoints.hideImport, { recordId }))
    await must(school.by.call(importEndpoints.deleteImport, { recordId }))
    for (const action of [
      'roster',
      'rowView',
      'correct',
      'commit',
      'errorWorkbook',
      'undo',
      'read',
      'hide',
      'delete',
    ])
      expect(await trail(`import.${action}`, recordId), action).not.toEqual([])
    const [view] = await trail('import.rowView', recordId)
    expect(view?.detail).toMatchObject({ row: 2 })
  })

  test('and a row that is not there, or of nobody’s task, is not shown', async () => {
    const { recordId } = await importRows(school, [school.row()], { preview: true })
    expect((await school.by.call(importEndpoints.importRowCells, { recordId, row: 9 })).code).toBe(650)
    expect((await school.by.call(importEndpoints.importRowCells, { recordId: 0, row: 2 })).success).toBe(
      false,
    )
  })
})
