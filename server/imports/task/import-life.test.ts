// A task from its upload to its end: cancelled, hidden, deleted, expired, interrupted; it never stays half done.
import { beforeAll, describe, expect, test } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import { claimJob, lockLease } from '../../core/jobs/job-queries.ts'
import { type JobKind, type JobRun, LeaseLost } from '../../core/jobs/queue.ts'
import { makeJobKinds } from '../../features.ts'
import { type TestApp, useApp } from '../../testing/app.ts'
import { type ImportSchool, importSchool } from '../../testing/imports/school.ts'
import { callUndo, confirmImport, importTaskOf, resultOf, rowListOf } from '../../testing/imports/task.ts'
import { importRows, uploadRows } from '../../testing/imports/upload.ts'
import { must } from '../../testing/people.ts'
import { faults } from '../../testing/roster-state.ts'
import { rowsOf } from '../../testing/rows.ts'

const node = useApp()
let second: TestApp
let school: ImportSchool
beforeAll(async () => {
  second = await node.current.otherNode()
  school = await importSchool(node.current)
})

const { commitImport, cancelImport, hideImport, deleteImport, recheckImport, importProgress } =
  importEndpoints
const countOf = async (name: unknown) =>
  (await rowsOf(node.current, 'select 1 from student where name = $1', [name])).length
const KEPT_ROWS =
  'select 1 from import_row where batch_id = $1 union all select 1 from import_cells where batch_id = $1'
const storedParts = async (recordId: number) => {
  const [task] = await rowsOf<{ batch: number; file: string }>(
    node.current,
    'select batch_id as batch, file_id as file from import_task where id = $1',
    [recordId],
  )
  return async () => [
    (await rowsOf(node.current, KEPT_ROWS, [task?.batch])).length,
    (await rowsOf(node.current, 'select 1 from stored_file_part where file_id = $1', [task?.file])).length,
  ]
}
const lostRows = () =>
  rowsOf(
    node.current,
    `select row_no from (select batch_id, row_no from import_row union all
      select batch_id, first_row from import_cells) as r
    where not exists (select from import_task t where t.batch_id = r.batch_id)`,
  )

describe('cancelled', () => {
  test('before it is read: nothing is read', async () => {
    const recordId = await uploadRows(school, [school.row({ name: '未读就消' })])
    await must(school.by.call(cancelImport, { recordId }))
    expect(await importTaskOf(school, recordId)).toMatchObject({
      state: 'cancelled',
      isEnd: 1,
      isSuccessImport: 0,
    })
    await node.current.runJobs()
    expect([await countOf('未读就消'), await rowListOf(school, recordId)]).toEqual([0, []])
    // Once more does no harm; to write it is too late.
    expect((await school.by.call(cancelImport, { recordId })).code).toBe(200)
    expect((await school.by.call(commitImport, { recordId })).code).toBe(REFUSALS.notInThisState)
  })

  test('while it is read: it ends there and leaves nothing', async () => {
    const recordId = await uploadRows(school, [school.row({ name: '读时取消' })])
    await node.current.sql(
      `update import_task set state = 'reading', batch_id = 987654 where id = ${recordId}`,
    )
    await must(school.by.call(cancelImport, { recordId }))
    expect((await importTaskOf(school, recordId)).state).toBe('reading')
    await node.current.runJobs()
    expect(await importTaskOf(school, recordId)).toMatchObject({ state: 'cancelled', isEnd: 1 })
    expect([await countOf('读时取消'), await lostRows()]).toEqual([0, []])
  })

  test('in its preview: the rows are gone; and not once it is written', async () => {
    const { recordId } = await importRows(school, [school.row({ name: '预览取消' })], { preview: true })
    await must(school.by.call(cancelImport, { recordId }))
    expect((await importTaskOf(school, recordId)).state).toBe('cancelled')
    expect([await countOf('预览取消'), await rowListOf(school, recordId)]).toEqual([0, []])
    const done = await importRows(school, [school.row()])
    expect((await school.by.call(cancelImport, { recordId: done.recordId })).code).toBe(
      REFUSALS.notInThisState,
    )
  })

  test('while it is read once more: neither the old rows nor the new ones stay', async () => {
    const { recordId } = await importRows(school, [school.row()], { preview: true })
    await must(school.by.call(recheckImport, { recordId }))
    await node.current.sql(`update import_task set state = 'reading' where id = ${recordId}`)
    await must(school.by.call(cancelImport, { recordId }))
    await node.current.runJobs()
    expect((await importTaskOf(school, recordId)).state).toBe('cancelled')
    expect(await lostRows()).toEqual([])
  })
})

describe('ended', () => {
  test('it can be hidden from the list, not before', async () => {
    const recordId = await uploadRows(school, [school.row()])
    for (const endpoint of [hideImport, deleteImport])
      expect((await school.by.call(endpoint, { recordId })).code).toBe(REFUSALS.notInThisState)
    await node.current.runJobs()
    await must(school.by.call(hideImport, { recordId }))
    const shown = await must(school.by.call(importProgress, { loginOrgId: undefined }))
    expect(shown.map((task) => task.recordId)).not.toContain(recordId)
    expect(await importTaskOf(school, recordId)).toMatchObject({ isShowInOutside: 0 })
    expect((await resultOf(school, recordId)).insertCount).toBe(1)
  })

  test('it can be deleted with its rows and its file; what was written stays', async () => {
    const { recordId } = await importRows(school, [school.row({ name: '删后仍在' })])
    const left = await storedParts(recordId)
    expect(await left()).toEqual([2, 1])
    await must(school.by.call(deleteImport, { recordId }))
    expect(await left()).toEqual([0, 0])
    expect((await school.by.call(importEndpoints.readImport, { recordId })).code).toBe(650)
    expect((await school.by.call(deleteImport, { recordId })).code).toBe(650)
    expect(await countOf('删后仍在')).toBe(1)
  })

  test('it expires: nobody sees it any more, and the next round takes everything away', async () => {
    const { recordId } = await importRows(school, [school.row()])
    const left = await storedParts(recordId)
    await node.current.sql(
      `update import_task set expires_at = now() - interval '1 second' where id = ${recordId}`,
    )
    expect((await school.by.call(importEndpoints.readImport, { recordId })).code).toBe(650)
    expect((await school.by.call(importEndpoints.errorWorkbook, { recordId, all: '1' })).code).toBe(650)
    // Rows of a reading that nobody waits for go as well; those that are about to be read again do not.
    const again = await importRows(school, [school.row()], { preview: true })
    await must(school.by.call(recheckImport, { recordId: again.recordId }))
    await node.current.sql(
      `insert into import_row (batch_id, row_no, outcome) values (800001, 2, 1);
       insert into import_cells (batch_id, first_row, cells_enc) values (800001, 2, ''), (800002, 2, '')`,
    )
    await node.current.worker.enqueue(node.current.db, 'import.expiry', {})
    await node.current.sql(`update job set run_at = now() - interval '1 hour' where kind = 'import.expiry'`)
    await node.current.runJobs()
    expect(await left()).toEqual([0, 0])
    expect(await lostRows()).toEqual([])
    expect(await importTaskOf(school, again.recordId)).toMatchObject({
      state: 'preview',
      counts: { rows: 1 },
    })
  })
})

/** As if a node had taken the task's job and died. */
const abandon = (recordId: number, attempts = 1) =>
  node.current.sql(`update job set state = 'running', attempts = ${attempts},
    lease_token = '00000000-0000-4000-8000-000000000000', lease_until = now() - interval '1 second'
    where payload ->> 'recordId' = '${recordId}' and state = 'queued'`)

describe('interrupted', () => {
  test('in its reading: another node begins anew and finishes it, once', async () => {
    const recordId = await uploadRows(school, [school.row({ name: '断后再读' })])
    await node.current.sql(`update import_task set state = 'reading', batch_id = 700001, progress = 1
      where id = ${recordId};
      insert into import_row (batch_id, row_no, outcome) values (700001, 2, 1);
      insert into import_cells (batch_id, first_row, cells_enc) values (700001, 2, '')`)
    await abandon(recordId)
    await second.runJobs()
    expect(await resultOf(school, recordId)).toMatchObject({ state: 'done', insertCount: 1, studentSize: 1 })
    expect([await countOf('断后再读'), await lostRows()]).toEqual([1, []])
  })

  test('between reading and writing: what is left is written, once', async () => {
    const recordId = await uploadRows(school, [school.row({ name: '只差写入' })], { preview: true })
    await node.current.runJobs()
    await must(school.by.call(commitImport, { recordId }))
    await abandon(recordId)
    // And the job that read it was never marked as done either.
    await node.current.sql(`update job set state = 'running', lease_until = now() - interval '1 second',
      lease_token = '00000000-0000-4000-8000-000000000000'
      where kind = 'import.read' and payload ->> 'recordId' = '${recordId}'`)
    await Promise.all([node.current.runJobs(), second.runJobs()])
    expect(await importTaskOf(school, recordId)).toMatchObject({ state: 'done', counts: { insert: 1 } })
    expect(await countOf('只差写入')).toBe(1)
  })

  test('too often: it is given up with a reason, and nothing is stuck', async () => {
    const [reading, writing, undoing] = [
      await uploadRows(school, [school.row({ name: '放弃读' })]),
      (await importRows(school, [school.row({ name: '放弃写' })], { preview: true })).recordId,
      (await importRows(school, [school.row({ name: '放弃撤' })])).recordId,
    ]
    // Meant for the first one only, which the other two would have run.
    const first = await uploadRows(school, [school.row({ name: '放弃读二' })])
    await node.current.sql(`update import_task set state = 'reading' where id = ${first}`)
    await must(school.by.call(commitImport, { recordId: writing }))
    await must(school.by.call(importEndpoints.undoImport, { recordId: undoing }))
    for (const recordId of [first, writing, undoing]) await abandon(recordId, 3)
    await second.runJobs()
    const tasks = await Promise.all([first, writing, undoing].map((id) => importTaskOf(school, id)))
    expect(tasks.map(({ state }) => state)).toEqual(['failed', 'preview', 'done'])
    for (const { errorMsg } of tasks) expect(errorMsg).toBe('任务多次中断，已停止重试')
    expect(tasks[0]).toMatchObject({ isEnd: 1, isSuccessImport: 0 })
    expect([await countOf('放弃读二'), await countOf('放弃写'), await countOf('放弃撤')]).toEqual([0, 0, 1])
    expect((await resultOf(school, reading)).state).toBe('done')
    // And both can be tried again.
    await confirmImport(school, writing)
    expect(await importTaskOf(school, writing)).toMatchObject({ state: 'done', errorMsg: null })
    expect(await callUndo(school, undoing)).toMatchObject({ code: 200, state: 'undone' })
    expect(await faults(node.current)).toEqual([])
  })
})

/** A worker whose lease is lost while it is before its nth transaction: another node has done all of it by then. */
async function runStale(kindName: string, lostBefore: number) {
  const { config, secrets } = node.current.services
  const kinds: readonly JobKind[] = makeJobKinds({ config, secrets, work: node.current.data.work })
  const kind = kinds.find(({ name }) => name === kindName)
  const token = '11111111-1111-4111-8111-111111111111'
  const job = await claimJob(node.current.data.work.db, token, [kindName])
  if (!job || !kind) throw new Error('no job')
  let transactions = 0
  const run: JobRun = {
    db: node.current.data.work.db,
    jobId: job.id,
    signal: new AbortController().signal,
    report: async () => undefined,
    enqueue: node.current.worker.enqueue,
    async fence(tx) {
      transactions += 1
      if (transactions === lostBefore) {
        await node.current.sql(
          `update job set lease_until = now() - interval '1 second' where id = ${job.id}`,
        )
        await second.runJobs()
      }
      if (!(await lockLease(tx, job.id, token))) throw new LeaseLost()
    },
  }
  await kind.run(run, kind.payload.parse(job.payload))
}

describe('a worker that lost its lease', () => {
  test.each([1, 2])('before its step %i of reading changes nothing', async (step) => {
    const name = `过期工${'甲乙'[step - 1]}`
    const recordId = await uploadRows(school, [school.row({ name })])
    await expect(runStale('import.read', step)).rejects.toBeInstanceOf(LeaseLost)
    expect(await resultOf(school, recordId)).toMatchObject({ state: 'done', insertCount: 1 })
    expect([await countOf(name), (await rowListOf(school, recordId)).length]).toEqual([1, 1])
  })

  test('before writing, or before taking back', async () => {
    const { recordId } = await importRows(school, [school.row({ name: '过期写' })], { preview: true })
    await must(school.by.call(commitImport, { recordId }))
    await expect(runStale('import.write', 1)).rejects.toBeInstanceOf(LeaseLost)
    expect(await countOf('过期写')).toBe(1)
    await must(school.by.call(importEndpoints.undoImport, { recordId }))
    await expect(runStale('import.undo', 1)).rejects.toBeInstanceOf(LeaseLost)
    expect([await countOf('过期写'), (await importTaskOf(school, recordId)).state]).toEqual([0, 'undone'])
  })
})
