// Rows corrected in place: judged anew with what they depend on, written on their own once the rest is.
import { beforeAll, describe, expect, test } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { type ImportSchool, importSchool } from '../../testing/imports/school.ts'
import {
  callUndo,
  confirmImport,
  correct,
  importTaskOf,
  resultOf,
  rowListOf,
} from '../../testing/imports/task.ts'
import { importRows } from '../../testing/imports/upload.ts'
import { must } from '../../testing/people.ts'
import { newIdCard } from '../../testing/roster.ts'
import { faults, snapshotOf } from '../../testing/roster-state.ts'
import { rowsOf } from '../../testing/rows.ts'

const node = useApp()
let school: ImportSchool
beforeAll(async () => {
  school = await importSchool(node.current)
})

const outcomes = async (recordId: number) => (await rowListOf(school, recordId)).map(({ outcome }) => outcome)
const countOf = async (name: unknown) =>
  (await rowsOf(node.current, 'select 1 from student where org_id = $1 and name = $2', [school.orgId, name]))
    .length

describe('in a preview', () => {
  test('a wrong row becomes right, what was not touched stays, and nothing is written', async () => {
    const idCard = newIdCard()
    const { recordId } = await importRows(
      school,
      [school.row({ idCard, name: '张', parentPhone: '123' }), school.row()],
      { preview: true },
    )
    const before = await snapshotOf(node.current, school.orgId)
    const [first] = await rowListOf(school, recordId)
    expect(first?.issues.map(({ code }) => code)).toEqual([260, 210])
    const shown = first?.cells.find((cell) => cell.includes('*')) ?? ''
    // The form sends back what it showed, masked as it was.
    const { data } = await correct(school, recordId, {
      2: { name: '张更正', parentPhone: '13912345678', idCard: shown },
    })
    expect(data.counts).toMatchObject({ rows: 2, insert: 2, error: 0 })
    expect(data.list).toMatchObject([{ row: 2, outcome: 1, issues: [], name: '张更正', written: false }])
    expect(JSON.stringify(data)).not.toContain(idCard)
    const { data: full } = await school.by.call(importEndpoints.importRowCells, { recordId, row: 2 })
    expect(full.cells).toEqual(expect.arrayContaining([idCard, '张更正', '13912345678']))
    expect(await snapshotOf(node.current, school.orgId)).toEqual(before)
    await confirmImport(school, recordId)
    expect(await countOf('张更正')).toBe(1)
  })

  test('a right row becomes wrong, and is not written', async () => {
    const { recordId } = await importRows(school, [school.row({ name: '原本对' })], { preview: true })
    const { data } = await correct(school, recordId, { 2: { class: '99班' } })
    expect(data.list[0]).toMatchObject({ outcome: 0, issues: [{ code: 90, column: '班级', value: '99班' }] })
    await confirmImport(school, recordId)
    expect(await resultOf(school, recordId)).toMatchObject({ state: 'done', insertCount: 0, errorCount: 1 })
    expect(await countOf('原本对')).toBe(0)
  })

  test('of rows that say the same the others are right once one is corrected', async () => {
    const idCard = newIdCard()
    const rows = [school.row({ idCard, name: '重复甲' }), school.row({ idCard, name: '重复乙' })]
    const { recordId } = await importRows(school, rows, { preview: true })
    expect(await outcomes(recordId)).toEqual([0, 0])
    const { data } = await correct(school, recordId, { 3: { idCard: newIdCard() } })
    expect(data.counts).toMatchObject({ insert: 2, error: 0 })
    expect(await outcomes(recordId)).toEqual([1, 1])
    // And wrong again when it is corrected to the same.
    const again = await correct(school, recordId, { 3: { idCard } })
    expect(again.data.counts).toMatchObject({ insert: 0, error: 2 })
  })
})

describe('after the writing', () => {
  test('only what was corrected is written, and all of it goes back together', async () => {
    const before = await snapshotOf(node.current, school.orgId)
    const { recordId } = await importRows(school, [
      school.row({ name: '先写入' }),
      school.row({ name: '后更正', sex: '未知' }),
    ])
    expect((await school.by.call(importEndpoints.commitImport, { recordId })).message).toContain('没有更正过')
    const written = await correct(school, recordId, { 2: { name: '再改名' } })
    expect(written).toMatchObject({
      code: REFUSALS.notInThisState,
      message: expect.stringContaining('已写入的行'),
    })
    const { data } = await correct(school, recordId, { 3: { sex: '男' } })
    expect(data.counts).toMatchObject({ insert: 2, error: 0 })
    expect(await countOf('后更正')).toBe(0)
    expect((await rowListOf(school, recordId)).map(({ written }) => written)).toEqual([true, false])
    await confirmImport(school, recordId)
    expect([await countOf('先写入'), await countOf('后更正')]).toEqual([1, 1])
    expect(await importTaskOf(school, recordId)).toMatchObject({
      state: 'done',
      isEnd: 1,
      isSuccessImport: 1,
    })
    expect(await callUndo(school, recordId)).toMatchObject({ code: 200, state: 'undone' })
    expect(await snapshotOf(node.current, school.orgId)).toEqual(before)
  })

  test('of two that said the same both can still be written', async () => {
    const idCard = newIdCard()
    const { recordId } = await importRows(school, [
      school.row({ idCard, name: '双甲' }),
      school.row({ idCard, name: '双乙' }),
      school.row({ name: '无关者' }),
    ])
    const { data } = await correct(school, recordId, { 3: { idCard: newIdCard() } })
    expect(data.counts).toMatchObject({ insert: 3, error: 0 })
    await confirmImport(school, recordId)
    expect([await countOf('双甲'), await countOf('双乙'), await countOf('无关者')]).toEqual([1, 1, 1])
    expect(await faults(node.current)).toEqual([])
  })

  test('a row corrected to a student that was written already is refused', async () => {
    const row = school.row({ name: '已写者' })
    const { recordId } = await importRows(school, [row, school.row({ idCard: '110' })])
    const { data } = await correct(school, recordId, { 3: { idCard: String(row.idCard), name: '冒名者' } })
    expect(data.list[0]).toMatchObject({ outcome: 0 })
    expect(data.list[0]?.issues.map(({ code }) => code)).toContain(190)
    expect(await outcomes(recordId)).toEqual([1, 0])
  })
})

describe('a correction is refused', () => {
  test('for a cell or a row that is not there, and changes nothing', async () => {
    const { recordId } = await importRows(school, [school.row({ name: null })], { preview: true })
    expect((await correct(school, recordId, { 2: { 999: '甲乙' } })).code).toBe(400)
    expect((await correct(school, recordId, { 77: { name: '甲乙' } })).code).toBe(650)
    expect((await correct(school, recordId, { 2: { name: '甲乙' }, 77: { name: '甲乙' } })).code).toBe(650)
    expect(await outcomes(recordId)).toEqual([0])
  })

  test('of a task that was cancelled or taken back', async () => {
    const { recordId } = await importRows(school, [school.row({ name: null })], { preview: true })
    await must(school.by.call(importEndpoints.cancelImport, { recordId }))
    const rows = [{ row: 2, cells: { 0: 'x' } }]
    expect((await school.by.call(importEndpoints.correctRows, { recordId, rows })).code).toBe(
      REFUSALS.notInThisState,
    )
    const done = await importRows(school, [school.row()])
    await callUndo(school, done.recordId)
    const answer = await school.by.call(importEndpoints.correctRows, { recordId: done.recordId, rows })
    expect(answer.code).toBe(REFUSALS.notInThisState)
  })
})

test('corrections outlive another look at all rows', async () => {
  const { recordId } = await importRows(school, [school.row({ name: '李' }), school.row({ class: '9班' })], {
    preview: true,
  })
  await correct(school, recordId, { 2: { name: '李更正' } })
  await must(school.by.call(importEndpoints.recheckImport, { recordId }))
  await node.current.runJobs()
  const rows = await rowListOf(school, recordId)
  expect(rows.map(({ outcome, name }) => [outcome, name])).toEqual([
    [1, '李更正'],
    [0, null],
  ])
  const stored = await rowsOf(
    node.current,
    `select count(distinct batch_id)::int as n from import_row
    where batch_id not in (select batch_id from import_task where batch_id is not null)`,
  )
  expect(stored).toEqual([{ n: 0 }])
})
