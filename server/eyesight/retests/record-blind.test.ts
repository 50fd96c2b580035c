// Until a second examination is done, those who may do it do not see the first, wherever it is shown.
import { beforeAll, describe, expect, test } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { figureEndpoints } from '#contract/eyesight/figures/figure-endpoints.ts'
import { EMPTY_READING } from '#contract/eyesight/reading.ts'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import { RecordFields } from '#contract/eyesight/record-schemas.ts'
import { useApp } from '../../testing/app.ts'
import { type By, must, newUser, signedIn } from '../../testing/people.ts'
import { changesTo, MYOPIC, recordOf, savedRow, saveRow } from '../../testing/readings.ts'
import { taskOfHospital } from '../../testing/task-at-work.ts'
import { proposeReadings } from '../records/conflict-proposal.ts'

const node = useApp()
const HIDDEN = '待复测，初测结果暂不显示'
const EMPTY = RecordFields.parse({})

let task: Awaited<ReturnType<typeof taskOfHospital>>
let recordId = 0
let conflictId = 0
let lookers: By[] = []
beforeAll(async () => {
  task = await taskOfHospital(node.current, {
    roster: { classes: 1, studentsPerClass: 2 },
    plan: { retestRatio: 50 },
  })
  recordId = task.at(0)
  await savedRow(task.admin, task.taskId, recordId, MYOPIC)
  const by = { source: 2 as const, userId: null, orgId: null }
  await node.current.services.db
    .transaction()
    .execute((db) => proposeReadings(db, { proposals: [{ recordId, fields: { nakedRight: 46 } }], by }))
  conflictId = (await conflictsOf(task.admin))[0]?.conflictId ?? 0
  await must(task.admin.call(recordEndpoints.drawRetest, { taskId: task.taskId }))
  const teacher = await newUser(node.current, task.schoolOrgId, 45)
  await node.current.sql(`insert into user_class values (${teacher.userId}, ${task.classIds[0]})`)
  lookers = [
    task.admin,
    await signedIn(node.current, 'region01'),
    await signedIn(node.current, teacher.account),
  ]
})

const rowOf = async (by: By) => {
  const { taskId, classIds } = task
  const grid = await must(by.call(recordEndpoints.classGrid, { taskId, classId: classIds[0] ?? 0 }))
  return grid.rows.find((row) => row.recordId === recordId)
}
const changesOf = (by: By) => must(by.call(recordEndpoints.recordChanges, { recordId }))
const studentId = () => task.students[0]?.studentId ?? 0
const recordsOf = (by: By) => must(by.call(recordEndpoints.screeningRecord, { studentId: studentId() }))
const historyOf = (by: By) => must(by.call(recordEndpoints.studentHistory, { studentId: studentId() }))
const behind = (by: By, asked: object) => {
  const query = { planId: task.planId, orgId: task.schoolOrgId, pageNum: 1, pageSize: 10, ...asked }
  return must(by.call(figureEndpoints.figureStudents, query as never))
}
const figureOf = async (by: By) => (await behind(by, { counter: 'valid' })).list[0]
async function conflictsOf(by: By) {
  const { planId, taskId } = task
  return (await must(by.call(recordEndpoints.conflictPageList, { planId, taskId }))).list
}
const blind = (): By[] => [task.screener, task.hospital, task.hospitalScreener]

describe('who may do the second examination', () => {
  test('sees an empty row of the class', async () => {
    for (const by of blind()) {
      expect(await rowOf(by)).toMatchObject({
        blind: true,
        fields: EMPTY,
        conclusion: { state: 0, myopia: false, seRight: null, text: HIDDEN, advice: null },
        openConflictId: null,
        retest: 'drawn',
      })
    }
  })

  test('sees nothing of it in its changes, the history, behind figures and among conflicts', async () => {
    for (const by of blind()) {
      expect((await changesOf(by)).map(({ fields }) => fields)).toEqual([[]])
      expect(await recordsOf(by)).toMatchObject([{ fields: EMPTY, conclusion: { text: HIDDEN } }])
      const { points } = await historyOf(by)
      expect(points).toMatchObject([
        { nakedRight: null, seRight: null, glasses: null, conclusionText: HIDDEN },
      ])
      expect(await conflictsOf(by)).toMatchObject([{ conflictId, blind: true, fields: [] }])
    }
    for (const by of [task.screener, task.hospital]) {
      expect(await figureOf(by)).toMatchObject({ recordId, fields: EMPTY, conclusion: { text: HIDDEN } })
    }
  })

  test('does not find it among those of whom something was found, only among the screened', async () => {
    const findings = [{ counter: 'myopia' }, { counter: 'poor' }, { indicator: 0 }, { indicator: 6 }]
    for (const by of [task.screener, task.hospital]) {
      for (const asked of findings) expect(await behind(by, asked)).toMatchObject({ total: 0, list: [] })
      for (const counter of ['expected', 'screened', 'valid']) {
        const { list } = await behind(by, { counter })
        expect(list.map((each) => each.recordId)).toContain(recordId)
      }
    }
    for (const asked of findings)
      expect(await behind(task.admin, asked)).toMatchObject({ total: 1, list: [{ recordId }] })
  })

  test('changes nothing of it, and the other rows are saved', async () => {
    const { screener, taskId, students, at } = task
    const refused = `${students[0]?.name}：已抽取复测，复测完成前不能查看或修改初测结果`
    expect(await saveRow(screener, taskId, recordId, { nakedRight: 5 })).toMatchObject({
      code: 700,
      message: refused,
    })
    const rows = [recordId, at(1)].map((id) => ({ recordId: id, changes: changesTo({ remark: '近视' }) }))
    const saved = await must(screener.call(recordEndpoints.saveRecords, { taskId, rows }))
    expect(saved[0]).toMatchObject({ saved: false, fault: refused, clash: null, row: { fields: EMPTY } })
    expect(saved[1]).toMatchObject({ saved: true })
    expect(await recordOf(node.current, recordId)).toMatchObject({ version: 2, remark: null })
    const taken = await screener.call(recordEndpoints.resolveConflict, { conflictId, take: true })
    expect(taken).toMatchObject({
      code: REFUSALS.notInThisState,
      message: '已抽取复测，复测完成前不能查看或修改初测结果',
    })
  })
})

test('who examined first, and who looks on, sees it', async () => {
  for (const by of lookers) {
    expect(await rowOf(by)).toMatchObject({ blind: false, fields: MYOPIC, openConflictId: conflictId })
    expect((await changesOf(by))[0]?.fields.length).toBeGreaterThan(3)
    expect(await recordsOf(by)).toMatchObject([{ fields: MYOPIC }])
    expect((await conflictsOf(by))[0]).toMatchObject({ blind: false, fields: [{ incoming: '4.6' }] })
  }
  expect(await figureOf(task.admin)).toMatchObject({ fields: MYOPIC })
})

test('nothing is hidden once no second examination can be entered any more, or it is done', async () => {
  await node.current.sql(`update task set status = 2 where id = ${task.taskId}`)
  expect(await rowOf(task.screener)).toMatchObject({ blind: false, fields: MYOPIC })
  await node.current.sql(`update task set status = 1 where id = ${task.taskId}`)
  expect(await rowOf(task.screener)).toMatchObject({ blind: true })
  const reading = { ...EMPTY_READING, ...MYOPIC }
  await must(task.screener.call(recordEndpoints.saveRetest, { recordId, reading }))
  for (const by of blind()) expect(await rowOf(by)).toMatchObject({ blind: false, fields: MYOPIC })
  expect(await behind(task.screener, { counter: 'myopia' })).toMatchObject({ total: 1, list: [{ recordId }] })
})
