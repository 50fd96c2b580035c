// Two nodes and two users at once: one of them wins, the other is refused, and nobody is in school twice.
import { beforeAll, describe, expect, test } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { type TestApp, useApp } from '../../testing/app.ts'
import { type ImportSchool, importSchool } from '../../testing/imports/school.ts'
import { correct, importTaskOf, resultOf, rowListOf } from '../../testing/imports/task.ts'
import { importRows, sheetFile, uploadRows, uploadSheet } from '../../testing/imports/upload.ts'
import { must } from '../../testing/people.ts'
import { newGrade } from '../../testing/roster.ts'
import { faults } from '../../testing/roster-state.ts'
import { rowsOf } from '../../testing/rows.ts'

const node = useApp()
let second: TestApp
let school: ImportSchool
let other: ImportSchool
beforeAll(async () => {
  second = await node.current.otherNode()
  school = await importSchool(node.current)
  other = await importSchool(node.current)
})

const there = (s: ImportSchool) => second.as(s.token)
const countOf = async (name: unknown) =>
  (await rowsOf(node.current, 'select 1 from student where name = $1', [name])).length
/** Both nodes take what is due until nothing is; a job that lost a race is tried again at once. */
async function runBoth() {
  for (let round = 0; round < 3; round += 1) {
    await Promise.all([node.current.worker.runDue(), second.worker.runDue()])
    await node.current.sql(`update job set run_at = now() where state = 'queued'`)
  }
}
const jobsLeft = () => rowsOf(node.current, `select kind from job where state in ('queued', 'running')`)

test('the same file sent ten times at once is one import', async () => {
  const file = await sheetFile([school.row({ name: '十次同传' })])
  const fields = { orgId: school.orgId, prefix: 2 }
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      uploadSheet(n % 2 ? second : node.current, school.token, fields, file),
    ),
  )
  expect(new Set(answers.map(({ data }) => data.recordId)).size).toBe(1)
  await runBoth()
  expect(await countOf('十次同传')).toBe(1)
})

test('the same file with other choices is another import', async () => {
  const file = await sheetFile([school.row({ name: '另选一次' })])
  const fields = { orgId: school.orgId, prefix: 2, preview: '1' }
  const first = await uploadSheet(node.current, school.token, fields, file)
  const withoutId = await uploadSheet(node.current, school.token, { ...fields, stuType: 3 }, file)
  const oneClass = await uploadSheet(
    node.current,
    school.token,
    { ...fields, classId: school.classIds[1] ?? 0 },
    file,
  )
  expect(new Set([first, withoutId, oneClass].map(({ data }) => data.recordId)).size).toBe(3)
  await node.current.runJobs()
  for (const { data } of [first, withoutId, oneClass])
    await must(school.by.call(importEndpoints.cancelImport, { recordId: data.recordId }))
})

test('more than ten at work are refused, also when they come at once', async () => {
  const busy = await importSchool(node.current)
  const files = await Promise.all(Array.from({ length: 14 }, () => sheetFile([busy.row()])))
  const fields = { orgId: busy.orgId, prefix: 2, preview: '1' }
  const answers = await Promise.all(
    files.map((file, n) => uploadSheet(n % 2 ? second : node.current, busy.token, fields, file)),
  )
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(10)
  expect(answers.filter(({ code }) => code === 429)).toHaveLength(4)
  await node.current.sql(`update import_task set state = 'cancelled' where org_id = ${busy.orgId}`)
  await runBoth()
})

describe('a preview', () => {
  test('confirmed twice at once is written once', async () => {
    const { recordId } = await importRows(school, [school.row({ name: '双确认' })], { preview: true })
    const answers = await Promise.all(
      [school.by, there(school), school.by].map((by) => by.call(importEndpoints.commitImport, { recordId })),
    )
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200])
    await runBoth()
    expect(await countOf('双确认')).toBe(1)
    expect(await importTaskOf(school, recordId)).toMatchObject({ state: 'done', counts: { insert: 1 } })
    expect(
      await rowsOf(
        node.current,
        `select 1 from job where payload ->> 'recordId' = $1 and kind = 'import.write'`,
        [String(recordId)],
      ),
    ).toHaveLength(1)
  })

  test('confirmed and cancelled at once is either, never both', async () => {
    for (const name of ['或写或消甲', '或写或消乙', '或写或消丙']) {
      const { recordId } = await importRows(school, [school.row({ name })], { preview: true })
      const [commit, cancel] = await Promise.all([
        school.by.call(importEndpoints.commitImport, { recordId }),
        there(school).call(importEndpoints.cancelImport, { recordId }),
      ])
      expect([commit.code, cancel.code].sort()).toEqual([200, REFUSALS.notInThisState])
      await runBoth()
      const { state } = await importTaskOf(school, recordId)
      expect([state, await countOf(name)]).toEqual(commit.success ? ['done', 1] : ['cancelled', 0])
    }
  })

  test('confirmed and corrected at once: what is reported is what is written', async () => {
    const { recordId } = await importRows(
      school,
      [school.row({ name: '更正前' }), school.row({ name: '旁观者' })],
      { preview: true },
    )
    const [, corrected] = await Promise.all([
      school.by.call(importEndpoints.commitImport, { recordId }),
      correct({ by: there(school) }, recordId, { 2: { name: '更正后' } }),
    ])
    await runBoth()
    expect([await countOf('更正前'), await countOf('更正后')]).toEqual(corrected.success ? [0, 1] : [1, 0])
    expect((await rowListOf(school, recordId)).every(({ written }) => written)).toBe(true)
  })
})

test('taken back and edited at once: either the edit stands or the student is gone', async () => {
  for (const name of ['并撤甲', '并撤乙', '并撤丙']) {
    const { recordId, result } = await importRows(school, [school.row({ name })])
    const studentId = result.studentIdList[0] ?? 0
    await must(school.by.call(importEndpoints.undoImport, { recordId }))
    const [edit] = await Promise.all([
      there(school).call(studentEndpoints.renameStudent, { studentId, name: '改名了' }),
      node.current.worker.runDue(),
    ])
    const { state } = await importTaskOf(school, recordId)
    const left = await rowsOf(node.current, 'select name from student where id = $1', [studentId])
    if (edit.success) expect([state, left]).toEqual(['done', [{ name: '改名了' }]])
    else expect([state, left, edit.code]).toEqual(['undone', [], 650])
  }
  expect(await faults(node.current)).toEqual([])
})

describe('the same children', () => {
  test('in two schools at once, in opposite orders: each child is in one school', async () => {
    const mine = Array.from({ length: 40 }, (_, n) =>
      school.row({ name: `抢甲${'一二三四五六七八九十'[n % 10]}` }),
    )
    const theirs = mine.map((row) => other.row({ name: row.name, idCard: row.idCard })).reverse()
    const first = await importRows(school, mine, { preview: true })
    const third = await importRows(other, theirs, { preview: true })
    await must(school.by.call(importEndpoints.commitImport, { recordId: first.recordId }))
    await must(other.by.call(importEndpoints.commitImport, { recordId: third.recordId }))
    await runBoth()
    const results = [await resultOf(school, first.recordId), await resultOf(other, third.recordId)]
    expect(results.map(({ state }) => state)).toEqual(['done', 'done'])
    const written = results.reduce((sum, { insertCount }) => sum + insertCount, 0)
    expect(written).toBe(40)
    expect(results.reduce((sum, { errorCount }) => sum + errorCount, 0)).toBe(40)
    expect(
      results.flatMap(({ stuFailInfoList }) => stuFailInfoList).every((line) => /^\d+,190,/.test(line)),
    ).toBe(true)
    expect(await faults(node.current)).toEqual([])
  })

  test('by import and by hand at once: one row, and both get an answer', async () => {
    const rows = Array.from({ length: 5 }, (_, n) => school.row({ name: `手动${'甲乙丙丁戊'[n]}` }))
    const recordId = await uploadRows(school, rows)
    const adding = rows.map((row) =>
      there(school).call(studentEndpoints.addStudent, {
        classId: school.classIds[0] ?? 0,
        name: String(row.name),
        idCard: String(row.idCard),
        studentType: 1,
      }),
    )
    const [answers] = await Promise.all([Promise.all(adding), node.current.worker.runDue()])
    await runBoth()
    for (const row of rows) expect(await countOf(row.name)).toBe(1)
    const { insertCount, unchangedCount, errorCount, state } = await resultOf(school, recordId)
    expect([state, insertCount + unchangedCount + errorCount]).toEqual(['done', 5])
    expect(answers.filter(({ success }) => success).length + insertCount).toBe(5)
    expect(await faults(node.current)).toEqual([])
  })
})

test('applied for from a row by many hands at once is one application', async () => {
  const theirs = other.row({ name: '众人申请' })
  await importRows(other, [theirs])
  const row = { ...theirs, school: school.orgName, classYear: String(school.entryYear) }
  const { recordId } = await importRows(school, [row])
  const answers = await Promise.all(
    [school.by, there(school), school.by, there(school), school.by].map((by) =>
      by.call(importEndpoints.applyTransferOfRow, { recordId, row: 2 }),
    ),
  )
  for (const { code } of answers) expect([200, REFUSALS.notInThisState]).toContain(code)
  const open = 'select 1 from approval a join student s on s.id = a.student_id where s.name = $1'
  expect(await rowsOf(node.current, open, ['众人申请'])).toHaveLength(1)
})

test('an import and a promotion at once', async () => {
  const moving = await importSchool(node.current)
  await newGrade(moving.by, moving.orgId, 2, 6, 1)
  await importRows(moving, [
    moving.row({ name: '毕业生', classYear: '六年级' }),
    moving.row({ name: '在读生' }),
  ])
  const { recordId } = await importRows(
    moving,
    [moving.row({ name: '同时来', classYear: '六年级' }), moving.row({ name: '同时进' })],
    { preview: true },
  )
  await must(moving.by.call(importEndpoints.commitImport, { recordId }))
  const [promoted] = await Promise.all([
    there(moving).call(studentEndpoints.advance, { orgId: moving.orgId }),
    node.current.worker.runDue(),
  ])
  await runBoth()
  expect(promoted.code).toBe(200)
  const { state, errorMsg } = await importTaskOf(moving, recordId)
  // Before the promotion it is written; after it, it has to be looked at again.
  if (state !== 'done') expect([state, errorMsg]).toEqual(['preview', expect.stringContaining('升级')])
  expect(await faults(node.current)).toEqual([])
  expect(await jobsLeft()).toEqual([])
})
