// Results of a sheet among everything else that happens to the same records, and taken back again.
import { beforeEach, describe, expect, test } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import { taskEndpoints } from '#contract/eyesight/task-endpoints.ts'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import { useApp } from '../../testing/app.ts'
import {
  HEALTHY,
  importReadings,
  NEARSIGHTED,
  type ReadingSite,
  readingSite,
  uploadReadingSheet,
} from '../../testing/imports/readings.ts'
import type { SheetValues } from '../../testing/imports/school.ts'
import { callUndo, confirmImport, resultOf, rowListOf } from '../../testing/imports/task.ts'
import { must, newUser, signedIn } from '../../testing/people.ts'
import { MYOPIC, recordOf, savedRow, saveRow } from '../../testing/readings.ts'
import { expectFiguresRight } from '../../testing/recount.ts'
import { rowsOf } from '../../testing/rows.ts'

const node = useApp()
let site: ReadingSite
beforeEach(async () => {
  site = await readingSite(node.current, { roster: { classes: 1, studentsPerClass: 6 } })
})
const by = () => ({ app: node.current, by: site.admin })
const everybody = (values?: SheetValues) => site.records.map((_, index) => site.row(index, values))
const outcomes = async (recordId: number) => (await rowListOf(by(), recordId)).map(({ outcome }) => outcome)
const counts = async (recordId: number) => {
  const result = await resultOf(by(), recordId)
  const sum = result.insertCount + result.updateCount + result.unchangedCount
  expect(sum + result.stuUnCoverSize + result.errorCount).toBe(result.studentSize)
  return result
}
const snapshot = () =>
  rowsOf(
    node.current,
    `select r.id, to_jsonb(r) - '{version,updated_at}'::text[] as record, l.last_on
     from screening_record r left join student_screened l on l.student_id = r.student_id where r.task_id = $1 order by r.id`,
    [site.taskId],
  )
const complete = async () => {
  const { data } = await site.by.call(taskEndpoints.taskDetail, { taskId: site.taskId })
  await must(site.by.call(taskEndpoints.completeTask, { taskId: site.taskId, version: data.version }))
}
const openConflicts = () =>
  rowsOf(node.current, 'select record_id from reading_conflict where plan_id = $1 and resolved_at is null', [
    site.planId,
  ])

describe('at the same time', () => {
  test('two sheets for one class, in different order: each result once, nothing written over unseen', async () => {
    const one = await uploadReadingSheet(site, everybody(), { preview: true })
    const other = await uploadReadingSheet(site, everybody(NEARSIGHTED).reverse(), { preview: true })
    await node.current.runJobs()
    await Promise.all(
      [one, other].map((recordId) => must(site.admin.call(importEndpoints.commitImport, { recordId }))),
    )
    await Promise.all([node.current.runJobs(), node.current.runJobs()])
    const results = [await counts(one), await counts(other)]
    expect(results.map(({ state }) => state)).toEqual(['done', 'done'])
    expect(results.map(({ insertCount }) => insertCount).sort()).toEqual([0, 6])
    expect(results.map(({ errorCount }) => errorCount).sort()).toEqual([0, 6])
    const [refused] = results.filter(({ errorCount }) => errorCount > 0)
    expect(refused?.stuFailInfoList[0]).toMatch(/又有导入/)
    await expectFiguresRight(node.current, site.planId)
  })

  test('a sheet and a hand', async () => {
    const recordId = await uploadReadingSheet(site, everybody())
    const typed = site.records.map((_, index) =>
      saveRow(site.admin, site.taskId, site.at(index), { glasses: 1, nakedRight: 4.9 }),
    )
    await Promise.all([node.current.runJobs(), ...typed])
    await node.current.runJobs()
    const { state, insertCount, updateCount, stuUnCoverSize } = await counts(recordId)
    expect(state).toBe('done')
    expect(insertCount + updateCount + stuUnCoverSize).toBe(6)
    expect(await openConflicts()).toHaveLength(stuUnCoverSize)
    await expectFiguresRight(node.current, site.planId)
  })

  test('what was typed after the preview stays and is put before a person; gaps are filled', async () => {
    const { recordId } = await importReadings(site, [site.row(0), site.row(1), site.row(2)], {
      preview: true,
    })
    await savedRow(site.admin, site.taskId, site.at(0), { glasses: 1, nakedRight: 4.9 })
    await savedRow(site.admin, site.taskId, site.at(1), { remark: '戴镜未带' })
    await confirmImport(by(), recordId)
    expect(await outcomes(recordId)).toEqual([4, 1, 1])
    expect(await recordOf(node.current, site.at(0))).toMatchObject({ naked_right: 49, naked_left: null })
    expect(await recordOf(node.current, site.at(1))).toMatchObject({ naked_right: 50, remark: '戴镜未带' })
    expect(await openConflicts()).toEqual([{ record_id: site.at(0) }])
    await expectFiguresRight(node.current, site.planId)
  })

  test('whose birth date was corrected after the preview is judged by the new one', async () => {
    const { recordId } = await importReadings(site, everybody(), { preview: true })
    const born = (index: number) => `update student set birth_date = birth_date - interval '2 years'
      where id = (select student_id from screening_record where id = ${site.at(index)})`
    await node.current.sql(born(1))
    await confirmImport(by(), recordId)
    expect(await outcomes(recordId)).toEqual([1, 1, 1, 1, 1, 1])
    const [before, after] = [
      await recordOf(node.current, site.at(0)),
      await recordOf(node.current, site.at(1)),
    ]
    expect(Number(after?.age)).toBeGreaterThan(Number(before?.age))
    expect([before?.version, after?.version, after?.naked_right]).toEqual([2, 2, 50])
    await expectFiguresRight(node.current, site.planId)
  })

  test('of a student drawn for a second examination nothing is disclosed to its examiner, and nothing written', async () => {
    const task = await readingSite(node.current, {
      roster: { classes: 1, studentsPerClass: 2 },
      plan: { retestRatio: 100 },
    })
    const screener = await newUser(node.current, task.schoolOrgId, 30)
    const other = await signedIn(node.current, screener.account)
    for (const index of [0, 1]) {
      await savedRow(other, task.taskId, task.at(index), MYOPIC)
    }
    await must(task.admin.call(recordEndpoints.drawRetest, { taskId: task.taskId }))
    const drawn = await rowsOf(node.current, 'select record_id from retest where plan_id = $1', [task.planId])
    expect(drawn.length).toBeGreaterThan(0)
    const sheet = [task.row(0), task.row(1)]
    const { recordId } = await importReadings(task, sheet, { preview: true })
    const rows = await rowListOf({ by: task.admin }, recordId)
    expect(rows.map(({ outcome }) => outcome).filter((outcome) => outcome === 0)).toHaveLength(drawn.length)
    const shown = JSON.stringify(rows.filter(({ outcome }) => outcome === 0))
    expect(shown).toContain('复测完成前')
    expect(shown).not.toMatch(/近视|4\.\d|-1\.\d/)
    await expectFiguresRight(node.current, task.planId)
  })

  test('nothing comes in once the task is completed', async () => {
    const { recordId } = await importReadings(site, everybody(), { preview: true })
    await complete()
    const before = await snapshot()
    await confirmImport(by(), recordId)
    expect(await resultOf(by(), recordId)).toMatchObject({
      state: 'preview',
      errorMsg: expect.stringMatching(/任务已完成/),
    })
    expect(await snapshot()).toEqual(before)
    const sent = await uploadReadingSheet(site, everybody()).catch((error: Error) => error.message)
    expect(sent).toMatch(new RegExp(`^${REFUSALS.notInThisState} 任务已完成`))
    await expectFiguresRight(node.current, site.planId)
  })
})

describe('taking a sheet back', () => {
  test('leaves everything as it was, and it can be written again', async () => {
    await savedRow(site.admin, site.taskId, site.at(0), { glasses: 1, nakedRight: 5 })
    await savedRow(site.admin, site.taskId, site.at(1), { glasses: 1, nakedRight: 4.9 })
    await savedRow(site.admin, site.taskId, site.at(2), { absence: 1 })
    await importReadings(site, [site.row(3)])
    const before = await snapshot()
    const rows = [
      site.row(0),
      site.row(1),
      site.row(3, NEARSIGHTED),
      site.row(4),
      site.row(5, { absence: '拒检' }),
    ]
    const { recordId, result } = await importReadings(site, rows)
    expect(result).toMatchObject({ insertCount: 2, updateCount: 2, stuUnCoverSize: 1 })
    expect(await openConflicts()).toHaveLength(1)
    expect(await callUndo(by(), recordId)).toMatchObject({ code: 200, state: 'undone' })
    expect(await snapshot()).toEqual(before)
    expect(await openConflicts()).toEqual([])
    const sources = await rowsOf(
      node.current,
      'select source from record_change where import_task_id = $1 order by id',
      [recordId],
    )
    expect(sources.map(({ source }) => source)).toEqual([2, 2, 2, 2, 5, 5, 5, 5])
    await expectFiguresRight(node.current, site.planId)

    await savedRow(site.admin, site.taskId, site.at(4), { glasses: 1, nakedRight: 4.9 })
    const later = await snapshot()
    await must(site.admin.call(importEndpoints.recheckImport, { recordId }))
    await node.current.runJobs()
    await confirmImport(by(), recordId)
    expect(await counts(recordId)).toMatchObject({ state: 'done', insertCount: 1 })
    expect(await callUndo(by(), recordId)).toMatchObject({ code: 200, state: 'undone' })
    expect(await snapshot()).toEqual(later)
    await expectFiguresRight(node.current, site.planId)
  })

  test('is refused where a result was changed since, or drawn for a second examination', async () => {
    const { recordId } = await importReadings(site, everybody())
    await savedRow(site.admin, site.taskId, site.at(0), { nakedRight: 4.9 }, { nakedRight: 5 })
    const refused = await callUndo(by(), recordId)
    expect(refused).toMatchObject({
      code: 700,
      message: expect.stringMatching(/结果又有修改/),
      state: 'done',
    })
    const other = await readingSite(node.current, { roster: { classes: 1, studentsPerClass: 3 } })
    const imported = await importReadings(other, [other.row(0), other.row(1), other.row(2)])
    await must(other.admin.call(recordEndpoints.drawRetest, { taskId: other.taskId }))
    const drawn = await callUndo({ app: node.current, by: other.admin }, imported.recordId)
    expect(drawn).toMatchObject({ code: 700, message: expect.stringMatching(/已抽取复测/) })
    await expectFiguresRight(node.current, site.planId)
  })

  test('is refused once the task is completed', async () => {
    const { recordId } = await importReadings(site, everybody())
    await complete()
    const before = await snapshot()
    expect(await callUndo(by(), recordId)).toMatchObject({ state: 'done' })
    expect((await resultOf(by(), recordId)).errorMsg).toMatch(/任务已完成/)
    expect(await snapshot()).toEqual(before)
  })

  test('takes what a person took from it along', async () => {
    await savedRow(site.admin, site.taskId, site.at(0), { glasses: 1, nakedRight: 4.9 })
    const before = await snapshot()
    const { recordId } = await importReadings(site, [site.row(0, HEALTHY)])
    const [conflict] = await rowsOf<{ id: number }>(
      node.current,
      'select id from reading_conflict where import_task_id = $1',
      [recordId],
    )
    await must(
      site.admin.call(recordEndpoints.resolveConflict, { conflictId: conflict?.id ?? 0, take: true }),
    )
    expect(await recordOf(node.current, site.at(0))).toMatchObject({ naked_right: 50 })
    expect(await callUndo(by(), recordId)).toMatchObject({ code: 200, state: 'undone' })
    expect(await snapshot()).toEqual(before)
    await expectFiguresRight(node.current, site.planId)
  })
})
