// Files as people send them: what cannot be read ends as a failed task with a sentence, the rest is read as meant.
import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from '../../testing/app.ts'
import { type ImportSchool, importSchool, type SheetValues } from '../../testing/imports/school.ts'
import { importTaskOf, resultOf, rowListOf } from '../../testing/imports/task.ts'
import { importRows, sheetFile, uploadSheet } from '../../testing/imports/upload.ts'
import { newIdCard } from '../../testing/roster.ts'
import { rowsOf } from '../../testing/rows.ts'
import { makeOle } from '../../testing/sheets/legacy-workbook.ts'
import { makeXlsx, type TestCell, WORKBOOK_STYLES } from '../../testing/sheets/workbook.ts'
import { columnsOf } from '../row-rules/columns.ts'

const node = useApp()
let school: ImportSchool
beforeAll(async () => {
  school = await importSchool(node.current)
})

const fields = (more: Record<string, string | number> = {}) => ({ orgId: school.orgId, prefix: 2, ...more })
async function sendAndRun(file: Buffer, filename?: string, more?: Record<string, string | number>) {
  const sent = await uploadSheet(node.current, school.token, fields(more), file, { filename })
  if (!sent.success) throw new Error(`${sent.code} ${sent.message}`)
  await node.current.runJobs()
  return sent.data.recordId
}
const titles = columnsOf(0, 1).map(({ title }) => title)
const cellsOf = (row: SheetValues): TestCell[] => columnsOf(0, 1).map(({ key }) => row[key] ?? null)
const sheet = (rows: (TestCell[] | null)[]) => makeXlsx({ sheets: [{ rows }] })

describe('a file that cannot be read', () => {
  const cases: [string, () => Buffer | Promise<Buffer>, string, string][] = [
    [
      'text',
      () => Buffer.from('学校名称,姓名\n某校,张三\n'),
      '名单.xls',
      '这是文本（CSV）文件，请用 Excel 或 WPS 另存为 .xlsx 后上传',
    ],
    [
      'a web page',
      () => Buffer.from('<html><table><tr><td>姓名</td></tr></table></html>'),
      '名单.xls',
      '网页格式',
    ],
    [
      'encrypted',
      () => makeOle({ EncryptedPackage: Buffer.alloc(5_000), EncryptionInfo: Buffer.alloc(5_000) }),
      '名单.xlsx',
      '已加密',
    ],
    ['cut off', async () => (await sheetFile([school.row()])).subarray(0, 700), '名单.xlsx', '损坏'],
    ['a sheet without anything', () => sheet([]), '名单.xlsx', '没有数据'],
    ['headers only', () => sheet([titles]), '名单.xlsx', '没有学生数据'],
    [
      'without headers',
      () =>
        sheet([
          ['甲', '乙'],
          ['丙', '丁'],
        ]),
      '名单.xlsx',
      '没有找到表头',
    ],
    [
      'without required columns',
      () => sheet([titles.filter((title) => title !== '性别' && title !== '班级'), ['x']]),
      '名单.xlsx',
      '“班级”、“性别”',
    ],
  ]
  test.each(cases)('%s', async (_, make, filename, sentence) => {
    const recordId = await sendAndRun(await make(), filename)
    const task = await importTaskOf(school, recordId)
    expect(task).toMatchObject({ isEnd: 1, isSuccessImport: 0, state: 'failed' })
    expect(task.errorMsg).toContain(sentence)
    const result = await resultOf(school, recordId)
    expect(result).toMatchObject({ errorMsg: task.errorMsg, studentSize: 0, stuFailInfoList: [] })
    expect(await rowListOf(school, recordId)).toEqual([])
  })

  test.each([
    ['.csv', '名单.csv'],
    ['no extension', '名单'],
    ['.xlsx.exe', '名单.xlsx.exe'],
    ['.xlsm', '名单.xlsm'],
  ])('%s is refused at once', async (_, filename) => {
    const sent = await uploadSheet(node.current, school.token, fields(), await sheetFile([school.row()]), {
      filename,
    })
    expect(sent).toMatchObject({ code: 700, message: '只能上传 .xlsx 或 .xls 文件' })
  })

  test('nothing at all is refused at once', async () => {
    const sent = await uploadSheet(node.current, school.token, fields(), Buffer.alloc(0))
    if (!sent.success) return expect(sent.code).toBe(650)
    await node.current.runJobs()
    expect(await importTaskOf(school, sent.data.recordId)).toMatchObject({ isEnd: 1, isSuccessImport: 0 })
  })

  test('a name with a path or hidden characters is only a name', async () => {
    const recordId = await sendAndRun(await sheetFile([school.row()]), '..\\..\\etc/\u202e名单.xlsx')
    expect((await importTaskOf(school, recordId)).originalExcelName).toBe('名单.xlsx')
  })
})

describe('a sheet as people make it', () => {
  test('with a title, other names for columns, columns nobody knows, blank lines and rows as seen in Excel', async () => {
    const [a, b] = [school.row({ name: '乱表甲' }), school.row({ name: '乱表乙', class: '（2）班' })]
    const header = [
      '序号',
      '＊学校（全称）',
      '学段 ',
      '年级',
      '所在班级',
      '学生姓名*',
      '性 别',
      '出生年月日',
      '身份证号码',
      '监护人电话',
      '备注说明',
    ]
    const line = (n: number, row: SheetValues, phone: TestCell): TestCell[] => [
      n,
      row.school ?? null,
      '小学',
      '一年级',
      row.class ?? null,
      row.name ?? null,
      row.sex ?? null,
      row.birthDate ?? null,
      row.idCard ?? null,
      phone,
      '随便写',
    ]
    const recordId = await sendAndRun(
      await sheet([['某某小学学生名单'], null, header, line(1, a, '139 1234 5678'), null, line(2, b, '123')]),
    )
    const result = await resultOf(school, recordId)
    expect(result.unknownColumns).toEqual(['序号', '备注说明'])
    expect(result.absentColumns).toContain('籍贯')
    expect(result.stuFailInfoList).toEqual(['6,210,家长联系方式格式错误'])
    expect(result).toMatchObject({ insertCount: 1, studentSize: 2 })
  })

  test('dates in any form, the 1904 calendar, and numbers that have lost their last digits', async () => {
    const day = (serial: number): TestCell => ({ value: serial, style: WORKBOOK_STYLES.date })
    const row = (birth: TestCell, idCard: TestCell = newIdCard('2016-03-09')) =>
      cellsOf(school.row({ name: '日期生', idCard, birthDate: birth, sex: '男' }))
    const recordId = await sendAndRun(
      await sheet([
        titles,
        row(day(42438)),
        row('2016年3月9日'),
        row('2016/3/9'),
        row(20160309),
        row('２０１６．０３．０９'),
        row('2016-02-30'),
        row('2016-03-09', Number('330106201603091234')),
      ]),
    )
    const { stuFailInfoList, insertCount } = await resultOf(school, recordId)
    expect(insertCount).toBe(5)
    expect(stuFailInfoList).toEqual(['7,140,出生日期错误', '8,160,单元格为数字格式，Excel 已丢失末位'])
    const births = await rowsOf(
      node.current,
      `select distinct birth_date::text as day from student where name = '日期生'`,
    )
    expect(births).toEqual([{ day: '2016-03-09' }])
    const file = await makeXlsx({ date1904: true, sheets: [{ rows: [titles, row(day(42438 - 1462))] }] })
    expect((await resultOf(school, await sendAndRun(file))).insertCount).toBe(1)
  })

  test('only those of the chosen class or year are taken', async () => {
    const rows = [school.row(), school.row({ class: '2班' })]
    const { result } = await importRows(school, rows, { fields: { classId: school.classIds[1] ?? 0 } })
    expect(result).toMatchObject({ insertCount: 1, stuFailInfoList: ['2,90,班级错误'] })
    const other = await importRows(school, [school.row()], { fields: { classYear: school.entryYear - 1 } })
    expect(other.result.stuFailInfoList).toEqual(['2,70,学年错误'])
  })
})

test('every code arrives with its row; several faults of a row stand one after the other', async () => {
  const good = school.row()
  const wrong: [SheetValues, number[]][] = [
    [{ school: null }, [10]],
    [{ school: '别的学校' }, [20]],
    [{ stage: null }, [30]],
    [{ stage: '初中' }, [40]],
    [{ classYear: null }, [60]],
    [{ classYear: '1999' }, [70]],
    [{ class: null }, [80]],
    [{ class: '88班' }, [90]],
    [{ name: null }, [100]],
    [{ sex: null }, [110]],
    [{ studentNo: 'G123' + '4567890123' }, [120]],
    [{ birthDate: null }, [130]],
    [{ birthDate: '昨天' }, [140]],
    [{ idCard: null }, [150]],
    [{ idCard: '330106201605120000' }, [160]],
    [{ sex: '未知' }, [180]],
    [{ parentPhone: '12345' }, [210]],
    [{ name: '一二三四五六七八九十一二三四五六' }, [220]],
    [{ parentName: '一二三四五六七八九十一二三四五六' }, [230]],
    [{ nativePlace: '一二三四五六七八九十一' }, [240]],
    [{ nation: '一二三四五六' }, [250]],
    [{ name: '张3' }, [260]],
    [{ parentName: '李' }, [270]],
    [{ nation: '火星族' }, [9999]],
    [{ school: null, class: null, name: null, parentPhone: 'x' }, [10, 80, 100, 210]],
  ]
  const { recordId, result } = await importRows(
    school,
    wrong.map(([values]) => ({ ...good, ...values })),
  )
  const reported = result.stuFailInfoList
    .filter((line) => !line.includes('在文件中重复'))
    .map((line) => line.split(',').slice(0, 2).map(Number))
  expect(reported).toEqual(wrong.flatMap(([, codes], n) => codes.map((code) => [n + 2, code])))
  expect(result).toMatchObject({ errorCount: wrong.length, studentSize: wrong.length, insertCount: 0 })
  const rows = await rowListOf(school, recordId)
  expect(rows.at(-1)?.issues.map(({ column }) => column)).toEqual([
    '学校名称',
    '班级',
    '姓名',
    '家长联系方式',
  ])
  for (const { issues } of rows)
    for (const { message, advice } of issues)
      expect([message, advice]).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)])
})
