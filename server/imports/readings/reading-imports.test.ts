// Sheets of screening and caries results: what becomes of each row, before it is written and after.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { DEFAULT_ITEMS } from '#contract/eyesight/plan-schemas.ts'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { dayFromNow } from '../../testing/days.ts'
import {
  HEALTHY,
  importReadings,
  NEARSIGHTED,
  type ReadingSite,
  readingSite,
  sendReadings,
} from '../../testing/imports/readings.ts'
import type { SheetValues } from '../../testing/imports/school.ts'
import { confirmImport, correct, importTaskOf, resultOf, rowListOf } from '../../testing/imports/task.ts'
import { recordOf, savedRow } from '../../testing/readings.ts'
import { expectFiguresRight } from '../../testing/recount.ts'
import { newIdCard, newStudent } from '../../testing/roster.ts'
import { rowsOf } from '../../testing/rows.ts'

const node = useApp()
const items = { ...DEFAULT_ITEMS, caries: 2 as const }
let site: ReadingSite
const open = async () => {
  site = await readingSite(node.current, { plan: { items }, roster: { classes: 2, studentsPerClass: 3 } })
}
const by = () => ({ app: node.current, by: site.admin })
const outcomesOf = async (recordId: number) =>
  (await rowListOf(by(), recordId)).map(({ outcome, issues }) => [outcome, issues.map(({ code }) => code)])
const conflicts = () =>
  rowsOf(node.current, 'select * from reading_conflict where plan_id = $1 order by id', [site.planId])
const changesOf = (recordId: number) =>
  rowsOf(node.current, 'select * from record_change where record_id = $1 order by id', [recordId])

describe('whose result it is', () => {
  beforeAll(open)

  test('rows that are wrong say why', async () => {
    const stranger = await newStudent(site.by, site.classIds[0] ?? 0)
    const { recordId, result } = await importReadings(site, [
      site.row(0),
      site.row(1, { ...HEALTHY, nakedRight: 9 }),
      site.row(2, { ...HEALTHY, idCard: newIdCard() }),
      site.row(3, { ...HEALTHY, class: '1班' }),
      site.row(4, { ...HEALTHY, name: '别名字' }),
      { ...site.row(0), name: stranger.name, idCard: stranger.idCard },
      site.row(5, { ...HEALTHY, checkedOn: dayFromNow(-1) }),
    ])
    expect(await outcomesOf(recordId)).toEqual([
      [1, []],
      [0, [9999]],
      [0, [9999]],
      [0, [90]],
      [0, [9999]],
      [0, [9999]],
      [0, [9999]],
    ])
    const issues = (await rowListOf(by(), recordId)).flatMap((row) => row.issues)
    expect(issues[1]).toMatchObject({
      message: '不在本次筛查名单中',
      advice: expect.stringMatching(/同步名单/),
    })
    expect(issues[4]).toEqual({ ...issues[1], value: stranger.name })
    expect(result).toMatchObject({ studentSize: 7, insertCount: 1, errorCount: 6, isScreenTask: 1 })
    expect(result).toMatchObject({ taskId: site.taskId, taskSimpleVOS: [], beginSyncTaskStuTime: null })
    await expectFiguresRight(node.current, site.planId)
  })

  test('a student of one class and name needs no number; two of them do', async () => {
    const named: SheetValues = { ...site.row(1), idCard: null }
    const { recordId } = await importReadings(site, [named], { preview: true })
    expect(await outcomesOf(recordId)).toEqual([[1, []]])
    const name = String(named.name)
    await node.current.sql(`update student set name = '${name}' where id = ${site.records[2]?.studentId}`)
    const again = await importReadings(site, [named, { ...named, class: '2班' }], { preview: true })
    expect(await outcomesOf(again.recordId)).toEqual([
      [0, [9999]],
      [0, [9999]],
    ])
  })

  test('who stands on the list of a class that the sheet does not name is found all the same', async () => {
    const { recordId } = await importReadings(site, [site.row(5, { ...HEALTHY, class: '1班' })], {
      preview: true,
    })
    expect(await outcomesOf(recordId)).toEqual([[0, [90]]])
  })

  test('a student who has changed class since is found where the list has them', async () => {
    const [moved] = site.records.slice(4)
    await node.current.sql(`update student set class_id = ${site.classIds[0]} where id = ${moved?.studentId}`)
    const { recordId } = await importReadings(site, [site.row(4)], { preview: true })
    expect(await outcomesOf(recordId)).toEqual([[1, []]])
  })

  test('of one child stands in one row', async () => {
    const { recordId } = await importReadings(site, [site.row(3), { ...site.row(3), idCard: null }])
    expect(await outcomesOf(recordId)).toEqual([
      [0, [200]],
      [0, [200]],
    ])
    expect(await changesOf(site.at(3))).toEqual([])
  })
})

describe('screening', () => {
  beforeEach(open)

  test('each outcome, with what it changes and what would be concluded', async () => {
    await savedRow(site.admin, site.taskId, site.at(1), { glasses: 1, nakedRight: 5 })
    await savedRow(site.admin, site.taskId, site.at(2), { glasses: 1, nakedRight: 4.9 })
    await importReadings(site, [site.row(3), site.row(4)])
    const sheet = [
      site.row(0, NEARSIGHTED),
      site.row(1),
      site.row(2),
      site.row(3),
      site.row(4, NEARSIGHTED),
      site.row(5, { absence: '去外地了' }),
      { ...site.row(0), nakedRight: '看不清', idCard: newIdCard() },
    ]
    const { recordId, result } = await importReadings(site, sheet, { preview: true })
    const rows = await rowListOf(by(), recordId)
    expect(rows.map(({ outcome }) => outcome)).toEqual([1, 2, 4, 3, 2, 1, 0])
    expect(rows.map(({ conclusion }) => conclusion)).toEqual([
      '低度近视',
      '视力正常、近视前期',
      expect.any(String),
      '视力正常、近视前期',
      '低度近视',
      '未筛查',
      null,
    ])
    expect(rows[0]?.changes).toEqual([])
    expect(rows[1]?.changes).toContainEqual({ field: '裸眼视力（左）', from: '', to: '5.0' })
    expect(rows[2]?.changes).toContainEqual({ field: '裸眼视力（右）', from: '4.9', to: '5.0' })
    expect(rows[2]?.issues).toMatchObject([{ code: 170 }])
    expect(rows[4]?.changes).toEqual([
      { field: '裸眼视力（右）', from: '5.0', to: '4.6' },
      { field: '裸眼视力（左）', from: '5.0', to: '4.6' },
      { field: '球镜（右）', from: '+0.50', to: '-1.50' },
      { field: '球镜（左）', from: '+0.50', to: '-1.50' },
    ])
    expect(result).toMatchObject({ insertCount: 2, updateCount: 2, unchangedCount: 1, stuUnCoverSize: 1 })
    expect(result).toMatchObject({ errorCount: 1, studentSize: 7 })
    expect(await recordOf(node.current, site.at(0))).toMatchObject({ state: 0 })

    await confirmImport(by(), recordId)
    expect(await resultOf(by(), recordId)).toMatchObject({
      ...{
        state: 'done',
        insertCount: 2,
        updateCount: 2,
        unchangedCount: 1,
        stuUnCoverSize: 1,
        errorCount: 1,
      },
    })
    expect(await recordOf(node.current, site.at(0))).toMatchObject({ state: 2, myopia: true, source: 2 })
    expect(await recordOf(node.current, site.at(0))).toMatchObject({ checked_on: dayFromNow() })
    expect(await recordOf(node.current, site.at(1))).toMatchObject({ state: 2, source: 1, naked_left: 50 })
    expect(await recordOf(node.current, site.at(2))).toMatchObject({ naked_right: 49, naked_left: null })
    expect(await recordOf(node.current, site.at(5))).toMatchObject({ absence: 9, remark: '去外地了' })
    expect(await conflicts()).toMatchObject([{ record_id: site.at(2), import_task_id: recordId, source: 2 }])
    const changes = await changesOf(site.at(0))
    expect(changes).toMatchObject([{ source: 2, import_task_id: recordId, user_id: site.userId }])
    await expectFiguresRight(node.current, site.planId)

    const again = await importReadings(site, sheet)
    expect(again.result).toMatchObject({ insertCount: 0, updateCount: 0, unchangedCount: 5 })
    expect(again.result).toMatchObject({ stuUnCoverSize: 1, errorCount: 1 })
    expect(await changesOf(site.at(0))).toEqual(changes)
    expect(await conflicts()).toHaveLength(1)
    await expectFiguresRight(node.current, site.planId)
  })

  test('what is not complete is said before it is confirmed', async () => {
    const { recordId } = await importReadings(site, [site.row(0, { glasses: '未戴镜', nakedRight: 5 })], {
      preview: true,
    })
    const [row] = await rowListOf(by(), recordId)
    expect(row).toMatchObject({
      outcome: 1,
      conclusion: expect.stringMatching(/^数据不完整：缺裸眼视力（左）/),
    })
  })

  test('a wrong row is corrected in the browser and written by itself', async () => {
    await savedRow(site.admin, site.taskId, site.at(1), { glasses: 1, nakedRight: 4.9 })
    const { recordId } = await importReadings(site, [
      site.row(0, { ...HEALTHY, nakedRight: 9 }),
      site.row(1),
      site.row(2),
    ])
    expect(await outcomesOf(recordId)).toEqual([
      [0, [9999]],
      [4, [170]],
      [1, []],
    ])
    expect((await correct(by(), recordId, { 4: { nakedRight: '4.8' } })).code).toBe(REFUSALS.notInThisState)
    const fixed = await correct(by(), recordId, { 2: { nakedRight: '4.6', sphereRight: '-0.75' } })
    expect(fixed.data.list).toMatchObject([
      { outcome: 1, conclusion: expect.stringMatching(/近视/), written: false },
    ])
    expect(fixed.data.counts).toMatchObject({ waiting: 1 })
    // What contradicted now agrees: nobody has to decide any more.
    await correct(by(), recordId, { 3: { nakedRight: '4.9' } })
    await confirmImport(by(), recordId)
    expect(await recordOf(node.current, site.at(0))).toMatchObject({ state: 2, myopia: true })
    expect(await recordOf(node.current, site.at(1))).toMatchObject({ naked_right: 49, naked_left: 50 })
    expect((await conflicts()).filter(({ resolved_at }) => resolved_at === null)).toEqual([])
    await expectFiguresRight(node.current, site.planId)
  })

  test('a preview is checked again against what has come since', async () => {
    const { recordId } = await importReadings(site, [site.row(0), site.row(1)], { preview: true })
    await savedRow(site.admin, site.taskId, site.at(0), { glasses: 1, nakedRight: 4.9 })
    await site.admin.call(importEndpoints.recheckImport, { recordId })
    await node.current.runJobs()
    expect(await importTaskOf(by(), recordId)).toMatchObject({ state: 'preview', taskId: site.taskId })
    expect(await outcomesOf(recordId)).toEqual([
      [4, [170]],
      [1, []],
    ])
  })
})

describe('caries', () => {
  beforeAll(open)

  test('is written in addition to what the eyes have', async () => {
    await importReadings(site, [site.row(0)])
    const teeth = { decayed: 1, milkFilled: '2' }
    const rows = [site.row(0, teeth), site.row(1, teeth), site.row(2, { decayed: 99 })]
    const { result } = await importReadings(site, rows, { kind: 'caries' })
    expect(result).toMatchObject({ insertCount: 1, updateCount: 1, errorCount: 1 })
    expect(await recordOf(node.current, site.at(0))).toMatchObject({ state: 2, decayed: 1, caries: true })
    expect(await recordOf(node.current, site.at(1))).toMatchObject({ decayed: 1, milk_filled: 2 })
    await expectFiguresRight(node.current, site.planId)
    const again = await importReadings(site, rows, { kind: 'caries' })
    expect(again.result).toMatchObject({ insertCount: 0, updateCount: 0, unchangedCount: 2 })
  })

  test('is no part of a plan that does not examine teeth', async () => {
    const eyes = await readingSite(node.current)
    const sent = await sendReadings(eyes, [eyes.row(0, { decayed: 1 })], { kind: 'caries' })
    expect(sent).toMatchObject({ code: 700, message: expect.stringMatching(/不检查龋齿/) })
    const { result } = await importReadings(eyes, [eyes.row(0)])
    expect(result).toMatchObject({ insertCount: 1, unknownColumns: [], absentColumns: [] })
  })
})
