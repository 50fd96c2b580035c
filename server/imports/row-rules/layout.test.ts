import { describe, expect, test } from 'vitest'
import { columnsOf } from './columns.ts'
import { findLayout } from './layout.ts'

const ROSTER = columnsOf(0, 1)
const titles = ROSTER.map(({ title }) => title)
const at = (rows: string[][], columns = ROSTER) =>
  findLayout(
    rows.map((texts, index) => ({ row: index + 1, texts })),
    columns,
  )
const keysOf = (rows: string[][], columns = ROSTER) => at(rows, columns)?.columns.map(({ key }) => key)

test('the template’s own headers, with stars as the template writes them', () => {
  expect(keysOf([titles])).toEqual(ROSTER.map(({ key }) => key))
  expect(keysOf([titles.map((title) => `*${title}`)])).toEqual(ROSTER.map(({ key }) => key))
  expect(at([titles])).toMatchObject({ headerRow: 1, absent: [], unknown: [] })
})

describe('headers as people write them', () => {
  test.each([
    ['姓 名', 'name'],
    ['姓名*', 'name'],
    ['★姓名：', 'name'],
    ['学生姓名（必填）', 'name'],
    ['【姓名】', 'name'],
    ['学校名称(全称)', 'school'],
    ['学年', 'classYear'],
    ['学年（入学年份）', 'classYear'],
    ['入学年份', 'classYear'],
    ['年级', 'classYear'],
    ['身份证号码', 'idCard'],
    ['身份证件号 (18位)', 'idCard'],
    ['出生年月日', 'birthDate'],
    ['联系电话', 'parentPhone'],
    ['手机号（家长）', 'parentPhone'],
    ['全国学籍号', 'studentNo'],
    ['电子邮件', null],
  ])('%s', (title, key) => {
    const rest = titles.filter((each) => !each.startsWith('电'))
    const read = at([[title, ...rest]])
    expect(read?.columns[0]).toMatchObject({ index: 0, title, key })
  })

  test('below a title and blank rows', () => {
    const layout = at([['某某小学2026学年学生名单'], [], ['填表人：', '张老师'], titles, ['某某小学']])
    expect(layout).toMatchObject({ headerRow: 4, unknown: [] })
  })

  test('in two rows, merged above', () => {
    const screening = columnsOf(3)
    const layout = at(
      [
        ['学校', '年级', '班级', '姓名', '证件号', '裸眼视力', '', '球镜', ''],
        ['', '', '', '', '', '右', '左', '右眼', '左眼'],
      ],
      screening,
    )
    expect(layout?.headerRow).toBe(2)
    expect(layout?.columns.map(({ key }) => key)).toEqual([
      'school',
      'grade',
      'class',
      'name',
      'idCard',
      'nakedRight',
      'nakedLeft',
      'sphereRight',
      'sphereLeft',
    ])
  })

  test('right and left in brackets are distinguished', () => {
    const names = ['学校', '年级', '班级', '姓名', '球镜(右)', '球镜（左）', '右眼柱镜', '左眼柱镜']
    expect(keysOf([names], columnsOf(3))?.slice(4)).toEqual([
      'sphereRight',
      'sphereLeft',
      'cylinderRight',
      'cylinderLeft',
    ])
  })

  test('the second of two alike is not read, and is named', () => {
    const layout = at([[...titles, '姓名']])
    expect(layout?.columns.at(-1)).toMatchObject({ key: null, title: '姓名' })
    expect(layout?.unknown).toEqual(['姓名'])
  })
})

test('what is unknown and what is absent is named; our own columns of an error sheet are neither', () => {
  const layout = at([[...titles.filter((title) => title !== '籍贯'), '宿舍', '原行号', '错误说明', '']])
  expect(layout?.unknown).toEqual(['宿舍'])
  expect(layout?.absent).toEqual(['籍贯'])
})

test('rows without headers are none', () => {
  expect(at([])).toBeUndefined()
  expect(at([['张三', '男', '2016-01-01', '330106']])).toBeUndefined()
  expect(at([['姓名', '性别']])).toBeUndefined()
})

test('a row of data below does not make a better header', () => {
  const layout = at([titles, titles.map((_, index) => (index % 2 ? '' : '某'))])
  expect(layout?.headerRow).toBe(1)
})

test('each kind and type knows its own document', () => {
  const find = (columns: typeof ROSTER, title: string) =>
    keysOf([[title, ...columns.map((c) => c.title)]], columns)?.[0]
  expect(find(columnsOf(0, 1), '证件号')).toBe('idCard')
  expect(find(columnsOf(0, 2), '证件号')).toBe('passport')
  expect(find(columnsOf(0, 3), '证件号')).toBeNull()
  expect(find(columnsOf(1), '班级')).toBe('newClass')
})
