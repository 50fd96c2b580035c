// Readings from a sheet or a device that meet stored values.
import { beforeAll, describe, expect, test } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { dayFromNow, daysPass } from '../../testing/days.ts'
import { type By, must, signedIn } from '../../testing/people.ts'
import { recordOf, savedRow } from '../../testing/readings.ts'
import { rowsOf } from '../../testing/rows.ts'
import { taskAtWork } from '../../testing/task-at-work.ts'
import {
  evaluateProposals,
  type Proposal,
  type ProposalWriter,
  proposeReadings,
} from './conflict-proposal.ts'
import { type StoredFields, selectForPreview } from './write-readings.ts'

const node = useApp()
const { conflictPageList, resolveConflict, classGrid, recordChanges } = recordEndpoints

let work: Awaited<ReturnType<typeof taskAtWork>>
let next = 0
const nextRecord = () => work.at(next++)
let deviceId = 0
let otherDeviceId = 0
beforeAll(async () => {
  work = await taskAtWork(node.current, { roster: { classes: 1, studentsPerClass: 30 } })
  await daysPass(node.current, work.planId, 5)
  for (const no of ['A', 'B']) {
    await node.current.sql(`insert into device (org_id, name, kind, serial_no, key_id, key_enc)
      values (${work.schoolOrgId}, '验光仪${no}', 1, 'S${no}', 'K${no}', '')`)
  }
  const devices = await rowsOf<{ id: number }>(node.current, 'select id from device order by id desc limit 2')
  deviceId = devices[1]?.id ?? 0
  otherDeviceId = devices[0]?.id ?? 0
})

const IMPORT: ProposalWriter = { source: 2, userId: null, orgId: null }
const device = (id = deviceId): ProposalWriter => ({
  source: 3,
  userId: null,
  orgId: work.schoolOrgId,
  deviceId: id,
})
const proposeAll = (proposals: Proposal[], by: ProposalWriter = IMPORT) =>
  node.current.services.db.transaction().execute((db) => proposeReadings(db, { proposals, by }))
const proposal = async (recordId: number, fields: Partial<StoredFields>, by: ProposalWriter = IMPORT) => {
  const [outcome] = await proposeAll([{ recordId, fields }], by)
  return outcome
}
const openOf = async (recordId: number) => {
  const { planId, taskId } = work
  const page = await must(work.admin.call(conflictPageList, { planId, taskId, pageSize: 50 }))
  return page.list.filter((row) => row.recordId === recordId)
}
const resolve = (conflictId: number, take: boolean, by: By = work.admin) =>
  by.call(resolveConflict, { conflictId, take })

describe('an proposal', () => {
  test('is taken where nothing stands', async () => {
    const id = nextRecord()
    expect(await proposal(id, { glasses: 1, nakedRight: 49, unableLeft: false, remark: null })).toEqual({
      recordId: id,
      outcome: 'taken',
      message: null,
      changes: { glasses: [null, 1], nakedRight: [null, 4.9], checkedOn: [null, dayFromNow()] },
    })
    expect(await recordOf(node.current, id)).toMatchObject({ source: 2, naked_right: 49, version: 2 })
    expect(await proposal(id, { sphereRight: -50, cylinderRight: 0 }, device())).toMatchObject({
      outcome: 'taken',
    })
    expect(await recordOf(node.current, id)).toMatchObject({ source: 2, naked_right: 49, sphere_right: -50 })
    const [change] = await must(work.admin.call(recordChanges, { recordId: id }))
    expect(change).toMatchObject({ source: 3, deviceName: '验光仪A', byName: null })
  })

  test('of values that are stored already is the same', async () => {
    const id = nextRecord()
    await savedRow(work.admin, work.taskId, id, { nakedRight: 4.9 })
    expect(await proposal(id, { nakedRight: 49 })).toMatchObject({ outcome: 'same', changes: {} })
    expect(await proposal(id, { nakedRight: 49, checkedOn: dayFromNow(-1) })).toMatchObject({
      outcome: 'same',
    })
    expect(await recordOf(node.current, id)).toMatchObject({ version: 2 })
  })

  test('that contradicts another source waits, and the record stays whole', async () => {
    const id = nextRecord()
    await savedRow(work.admin, work.taskId, id, { nakedRight: 4.9 })
    expect(await proposal(id, { nakedRight: 47, nakedLeft: 50 })).toMatchObject({
      outcome: 'conflict',
      message: '与已有结果不一致，等待人工处理',
      changes: { nakedRight: [4.9, 4.7], nakedLeft: [null, 5] },
    })
    expect(await recordOf(node.current, id)).toMatchObject({ naked_right: 49, naked_left: null, version: 2 })
    const [row] = await openOf(id)
    expect(row).toMatchObject({
      source: 2,
      className: '三年级1班',
      deviceName: null,
      fields: [
        { label: '裸眼视力（右）', present: '4.9', incoming: '4.7' },
        { label: '裸眼视力（左）', present: '未填', incoming: '5.0' },
      ],
    })
    const grid = await must(
      work.admin.call(classGrid, { taskId: work.taskId, classId: work.classIds[0] ?? 0 }),
    )
    expect(grid.rows.find((each) => each.recordId === id)?.openConflictId).toBe(row?.conflictId)
  })

  test('of the same source corrects what it said; another device is another source', async () => {
    const id = nextRecord()
    await proposal(id, { nakedRight: 49 })
    expect(await proposal(id, { nakedRight: 48, checkedOn: dayFromNow(-2) })).toMatchObject({
      outcome: 'taken',
    })
    const { rows } = await must(
      work.admin.call(classGrid, { taskId: work.taskId, classId: work.classIds[0] ?? 0 }),
    )
    expect(rows.find(({ recordId }) => recordId === id)?.fields.checkedOn).toBe(dayFromNow(-2))
    const measured = nextRecord()
    await proposal(measured, { sphereRight: -100 }, device())
    expect(await proposal(measured, { sphereRight: -125 }, device())).toMatchObject({ outcome: 'taken' })
    expect(await proposal(measured, { sphereRight: -150 }, device(otherDeviceId))).toMatchObject({
      outcome: 'conflict',
    })
    // What a person put in its place is a person's.
    await savedRow(work.admin, work.taskId, measured, { sphereRight: -2 }, { sphereRight: -1.25 })
    expect(await proposal(measured, { sphereRight: -125 }, device())).toMatchObject({ outcome: 'conflict' })
  })

  test('for who was absent says they were not: a person decides; an absence of who was screened is refused', async () => {
    const id = nextRecord()
    await savedRow(work.admin, work.taskId, id, { absence: 1 })
    expect(await proposal(id, { nakedRight: 50 }, device())).toMatchObject({ outcome: 'conflict' })
    const [row] = await openOf(id)
    await must(resolve(row?.conflictId ?? 0, true))
    expect(await recordOf(node.current, id)).toMatchObject({ absence: null, naked_right: 50, source: 3 })
    const screened = nextRecord()
    await proposal(screened, { nakedRight: 50 })
    expect(await proposal(screened, { absence: 1 })).toMatchObject({
      outcome: 'refused',
      message: '已有检查结果，不能再登记未检原因，请先清除检查结果',
    })
  })

  test('that cannot be is refused with the reason; one for nobody too', async () => {
    const id = nextRecord()
    expect(await proposal(id, { glasses: 1, correctedLeft: 50 })).toMatchObject({ outcome: 'refused' })
    expect(await proposal(id, { nakedRight: 50, checkedOn: dayFromNow(1) })).toMatchObject({
      outcome: 'refused',
      message: '检查日期不能晚于今天',
    })
    expect(await proposal(99_999_999, { nakedRight: 50 })).toMatchObject({ outcome: 'refused' })
    expect(await recordOf(node.current, id)).toMatchObject({ version: 1 })
  })

  test('after the end is refused', async () => {
    const done = await taskAtWork(node.current, { roster: { classes: 1, studentsPerClass: 1 } })
    await node.current.sql(`update task set status = 2 where id = ${done.taskId}`)
    expect(await proposal(done.at(0), { nakedRight: 50 })).toMatchObject({
      outcome: 'refused',
      message: '任务已完成，修改检查结果请申请更正',
    })
  })

  test('among many gets its own answer, in order; twice for one record one after the other', async () => {
    const [a, b, c] = [nextRecord(), nextRecord(), nextRecord()]
    await savedRow(work.admin, work.taskId, b, { nakedRight: 4.9 })
    const outcomes = await proposeAll(
      [
        { recordId: c, fields: { nakedRight: 50 } },
        { recordId: b, fields: { nakedRight: 48 } },
        { recordId: a, fields: { nakedRight: 50 } },
        { recordId: c, fields: { nakedRight: 51 } },
      ],
      device(),
    )
    expect(outcomes.map(({ recordId, outcome }) => [recordId, outcome])).toEqual([
      [c, 'taken'],
      [b, 'conflict'],
      [a, 'taken'],
      [c, 'taken'],
    ])
    expect(await recordOf(node.current, c)).toMatchObject({ naked_right: 51, version: 3 })
  })

  test('can be evaluated without being made', async () => {
    const id = nextRecord()
    const { db } = node.current.services
    const records = await selectForPreview(db, null, [id])
    const [evaluated] = await evaluateProposals(db, [{ recordId: id, fields: { nakedRight: 50 } }], records, {
      by: IMPORT,
      today: dayFromNow(),
    })
    expect(evaluated).toMatchObject({ outcome: 'taken', changes: { nakedRight: [null, 5] } })
    expect(await recordOf(node.current, id)).toMatchObject({ version: 1 })
  })
})

describe('what waits', () => {
  const contradicted = async () => {
    const id = nextRecord()
    await savedRow(work.admin, work.taskId, id, { nakedRight: 4.9 })
    await proposal(id, { nakedRight: 47, checkedOn: dayFromNow(-1) }, device())
    return id
  }

  test('is one per source: what came last', async () => {
    const id = await contradicted()
    await proposal(id, { nakedRight: 46 }, device())
    await proposal(id, { nakedRight: 45 })
    const incoming = (await openOf(id)).map(({ source, fields }) => [source, fields[0]?.incoming])
    expect(incoming.sort()).toEqual([
      [2, '4.5'],
      [3, '4.6'],
    ])
    // The same device agrees after all.
    await proposal(id, { nakedRight: 49 }, device())
    expect((await openOf(id)).map(({ source }) => source)).toEqual([2])
  })

  test('is taken whole, with where it came from and who took it', async () => {
    const id = await contradicted()
    const [row] = await openOf(id)
    expect(row).toMatchObject({ deviceName: '验光仪A' })
    expect(await must(resolve(row?.conflictId ?? 0, true))).toEqual({ taken: true })
    expect(await recordOf(node.current, id)).toMatchObject({ naked_right: 47, source: 1 })
    const [change] = await must(work.admin.call(recordChanges, { recordId: id }))
    expect(change).toMatchObject({ source: 3, byName: '测老师', deviceName: '验光仪A' })
    expect(change?.fields).toContainEqual({
      label: '检查日期',
      before: dayFromNow(),
      after: dayFromNow(-1),
    })
    expect(await openOf(id)).toEqual([])
    expect(await resolve(row?.conflictId ?? 0, false)).toMatchObject({
      code: REFUSALS.changedMeanwhile,
      message: '该数据已由他人处理，请刷新',
    })
  })

  test('or is left, and the record is as it was', async () => {
    const id = await contradicted()
    const [row] = await openOf(id)
    expect(await must(resolve(row?.conflictId ?? 0, false))).toEqual({ taken: false })
    expect(await recordOf(node.current, id)).toMatchObject({ naked_right: 49, version: 2 })
    const [stored] = await rowsOf(
      node.current,
      'select taken, resolved_by from reading_conflict where id = $1',
      [row?.conflictId],
    )
    expect(stored).toEqual({ taken: false, resolved_by: work.adminId })
  })

  test('is resolved once by two at once', async () => {
    const id = await contradicted()
    const [row] = await openOf(id)
    const answers = await Promise.all(
      [work.admin, work.screener, work.admin].map((by) => resolve(row?.conflictId ?? 0, true, by)),
    )
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(await recordOf(node.current, id)).toMatchObject({ version: 3 })
  })

  test('is hidden from others', async () => {
    const id = await contradicted()
    const conflictId = (await openOf(id))[0]?.conflictId ?? 0
    for (const account of ['school01', 'hospital01']) {
      const stranger = await signedIn(node.current, account)
      expect((await resolve(conflictId, true, stranger)).code).toBe(650)
      const list = await stranger.call(conflictPageList, { planId: work.planId })
      expect(list.success ? list.data.list : []).toEqual([])
    }
    const above = await signedIn(node.current, 'region01')
    expect((await resolve(conflictId, true, above)).code).toBe(602)
    expect((await must(above.call(conflictPageList, { planId: work.planId }))).total).toBeGreaterThan(0)
    const other = await taskAtWork(node.current, { roster: { classes: 1, studentsPerClass: 1 } })
    const crossed = await above.call(conflictPageList, { planId: work.planId, taskId: other.taskId })
    expect(crossed.code).toBe(650)
  })
})
