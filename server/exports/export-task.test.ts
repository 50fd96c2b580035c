// Files made in the background: from the order to the download, and everything that can come in between.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { permissionId } from '#contract/core/permissions.ts'
import { exportEndpoints } from '#contract/exports/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { type By, demoUser, must, newUser, signedIn } from '../testing/people.ts'
import { newGrade, newSchool, newStudent } from '../testing/roster.ts'
import { rowsOf } from '../testing/rows.ts'
import { readExport } from '../testing/sheets/read-export.ts'

const app = useApp()
const { startExport, exportProgress, cancelExport, hideExport, deleteExport, exportFile } = exportEndpoints

const REASON = '年度核对'
const region = demoUser(app, 'region01')
let orgId: number
let by: By
let user: { userId: number; account: string }
let idCard: string

beforeAll(async () => {
  orgId = await newSchool(app.current, region, { name: '后台导出学校' })
  const { classIds } = await newGrade(region, orgId, 2, 1, 1)
  idCard = (await newStudent(region, classIds[0] ?? 0, { name: '测后台' })).idCard
  await app.current.sql(`with made as (
      insert into student (org_id, class_id, name, sex, birth_date, student_type, status)
      select ${orgId}, ${classIds[0]}, '测批量' || n, 1, '2016-01-01', 3, 10 from generate_series(1, 2999) n
      returning id, class_id, org_id)
    insert into enrolment (student_id, org_id, class_id, from_on)
    select id, org_id, class_id, '2026-09-01' from made`)
})
beforeEach(async () => {
  user = await newUser(app.current, orgId, 20)
  by = await signedIn(app.current, user.account)
})

const start = (given: object = {}) =>
  must(by.call(startExport, { item: 'students', reason: REASON, ...given }))
const taskOf = async (recordId: number) =>
  (await must(by.call(exportProgress, { all: true }))).find((task) => task.recordId === recordId)
/** Jobs of which one ends with a sentence report no fault. */
const runJobs = () => app.current.runJobs()
const files = async () =>
  Number((await rowsOf<{ n: string }>(app.current, 'select count(*) as n from stored_file'))[0]?.n)

describe('a task', () => {
  test('goes from the order to the file', async () => {
    const begun = await start({ personal: true, fileName: '全校名单' })
    expect(begun).toMatchObject({
      item: 'students',
      title: '学生名单',
      fileName: '全校名单.xlsx',
      reason: REASON,
      personal: true,
      state: 'queued',
      total: 3_000,
      currentProgress: 0,
      isEnd: 0,
      isShowInOutside: 1,
      errorMsg: null,
    })
    expect((await by.call(exportFile, { recordId: begun.recordId })).code).toBe(650)
    await runJobs()
    const done = await taskOf(begun.recordId)
    expect(done).toMatchObject({ state: 'done', currentProgress: 3_000, isEnd: 1, isSuccessExport: 1 })
    const answer = await must(by.call(exportFile, { recordId: begun.recordId }))
    expect(answer.fileName).toBe('全校名单.xlsx')
    const { rows, about } = await readExport(answer.content)
    expect(rows).toHaveLength(3_000)
    expect(rows.find((row) => row.姓名 === '测后台')?.身份证号).toBe(idCard)
    expect(about).toMatchObject({ 导出人: `测老师（${user.account}）`, 导出原因: REASON, 行数: '3000' })
    const trail = await rowsOf(
      app.current,
      `select action, detail ->> 'reason' as reason from audit_log where user_id = $1 and action like 'export.%' and success order by id`,
      [user.userId],
    )
    expect(trail).toEqual([
      { action: 'export.start', reason: REASON },
      { action: 'export.file', reason: REASON },
    ])
  })

  test('keeps what it looks for sealed', async () => {
    const { recordId } = await start({ idCard })
    const [row] = await rowsOf(
      app.current,
      'select parameters::text as text from export_task where id = $1',
      [recordId],
    )
    expect(String(row?.text)).not.toContain(idCard.slice(4, 14))
    await runJobs()
    expect(await taskOf(recordId)).toMatchObject({ state: 'done', total: 1 })
  })

  test('is its owner’s alone', async () => {
    const { recordId } = await start()
    await runJobs()
    const other = await signedIn(app.current, (await newUser(app.current, orgId, 20)).account)
    for (const call of [cancelExport, hideExport, deleteExport, exportFile])
      expect((await other.call(call, { recordId })).code).toBe(650)
    expect(await must(other.call(exportProgress, { all: true }))).toEqual([])
    expect((await by.call(exportFile, { recordId: 999_999 })).code).toBe(650)
  })

  test('can be called off before it begins, by a form as well', async () => {
    const { recordId } = await start()
    const response = await app.current.app.inject({
      method: 'POST',
      url: cancelExport.path,
      payload: `recordId=${recordId}`,
      headers: {
        authorization: await app.current.login(user.account),
        'content-type': 'application/x-www-form-urlencoded',
      },
    })
    expect(response.json()).toMatchObject({ success: true, data: { recordId } })
    await runJobs()
    expect(await taskOf(recordId)).toMatchObject({ state: 'cancelled', isEnd: 1, isSuccessExport: 0 })
    expect((await by.call(cancelExport, { recordId })).code).toBe(REFUSALS.notInThisState)
  })

  test('that is called off while it is written leaves no file', async () => {
    const { recordId } = await start()
    const before = await files()
    await app.current.sql(
      `update export_task set state = 'writing', cancel_wanted = true where id = ${recordId}`,
    )
    expect(await taskOf(recordId)).toMatchObject({ cancelling: true })
    await runJobs()
    expect(await taskOf(recordId)).toMatchObject({ state: 'cancelled', cancelling: false })
    expect(await files()).toBe(before)
  })

  test('that is called off between two batches stops there', async () => {
    const { recordId } = await start()
    const before = await files()
    // What a click does in the moment the first rows are reported.
    await app.current.sql(`create function call_off() returns trigger language plpgsql as
      'begin new.cancel_wanted = true; return new; end';
      create trigger call_off before update on export_task for each row
        when (new.id = ${recordId} and old.progress < new.progress) execute function call_off()`)
    await runJobs()
    await app.current.sql('drop trigger call_off on export_task; drop function call_off')
    const task = await taskOf(recordId)
    expect(task).toMatchObject({ state: 'cancelled' })
    expect(task?.currentProgress).toBeLessThan(3_000)
    expect(await files()).toBe(before)
  })

  test('is closed and deleted only when it has ended; its file goes with it', async () => {
    const { recordId } = await start()
    expect((await by.call(hideExport, { recordId })).code).toBe(REFUSALS.notInThisState)
    expect((await by.call(deleteExport, { recordId })).code).toBe(REFUSALS.notInThisState)
    const before = await files()
    await runJobs()
    expect(await files()).toBe(before + 1)
    await must(by.call(hideExport, { recordId }))
    expect(await must(by.call(exportProgress, {}))).toEqual([])
    expect(await taskOf(recordId)).toMatchObject({ isShowInOutside: 0 })
    await must(by.call(deleteExport, { recordId }))
    expect(await taskOf(recordId)).toBeUndefined()
    expect(await files()).toBe(before)
    expect((await by.call(exportFile, { recordId })).code).toBe(650)
  })

  test('is one of three at most', async () => {
    for (let n = 0; n < 3; n += 1) await start({ name: '测后台' })
    const answer = await by.call(startExport, { item: 'students', reason: REASON })
    expect(answer).toMatchObject({
      code: REFUSALS.tooManyOpenExports,
      message: expect.stringContaining('3 个导出任务'),
    })
    await runJobs()
    await start({ name: '测后台' })
    await runJobs()
  })
})

describe('what has changed when it runs', () => {
  const failed = async (change: string, undo?: string) => {
    const { recordId } = await start({ personal: true })
    await app.current.sql(change)
    await runJobs()
    if (undo) await app.current.sql(undo)
    const [task] = await rowsOf<{ state: string; error_msg: string; file_id: string | null }>(
      app.current,
      'select state, error_msg, file_id from export_task where id = $1',
      [recordId],
    )
    expect(task).toMatchObject({ state: 'failed', file_id: null })
    return task?.error_msg
  }
  const take = (name: 'exportStudents' | 'exportPersonal') =>
    `insert into user_permission_override (user_id, permission_id, granted)
      values (${user.userId}, ${permissionId(name)}, false)`

  test('a disabled account gets nothing', async () => {
    expect(await failed(`update app_user set enabled = false where id = ${user.userId}`)).toBe(
      '账号已停用，导出已停止',
    )
  })

  test.each(['exportStudents', 'exportPersonal'] as const)(
    'nor does one without %s any more',
    async (name) => {
      expect(await failed(take(name))).toBe('账号已没有导出权限，导出已停止')
    },
  )

  test('nor one of an organisation that has run out', async () => {
    const ended = `update org set expires_on = '2020-01-01' where id = ${orgId}`
    const again = `update org set expires_on = '2099-12-31' where id = ${orgId}`
    expect(await failed(ended, again)).toBe('机构已过期，导出已停止')
  })

  test('nor one with another range', async () => {
    const moved = `update app_user set data_range_type = 3, data_range_province_id = '330000',
      data_range_city_id = '330200', data_range_region_id = '330205' where id = ${user.userId}`
    expect(await failed(moved)).toBe('数据范围已变更，请重新导出')
  })
})

describe('a finished file', () => {
  test('is not handed to who has lost the permission or the range since', async () => {
    const { recordId } = await start({ personal: true })
    await runJobs()
    const override = (granted: boolean) =>
      app.current.sql(`insert into user_permission_override (user_id, permission_id, granted)
        values (${user.userId}, ${permissionId('exportPersonal')}, ${granted})
        on conflict (user_id, permission_id) do update set granted = excluded.granted`)
    await override(false)
    expect((await by.call(exportFile, { recordId })).code).toBe(602)
    await override(true)
    expect((await by.call(exportFile, { recordId })).code).toBe(200)
    await app.current.sql(`update app_user set data_range_type = 3, data_range_province_id = '330000',
      data_range_city_id = '330100', data_range_region_id = '330106' where id = ${user.userId}`)
    expect(await by.call(exportFile, { recordId })).toMatchObject({
      code: 650,
      message: '数据范围已变更，请重新导出',
    })
  })

  test('is gone when its time is over, with a sentence; task and bytes are removed', async () => {
    const { recordId } = await start()
    await runJobs()
    await app.current.sql(`update stored_file set expires_at = now() - interval '1 second'
      where id = (select file_id from export_task where id = ${recordId})`)
    expect(await by.call(exportFile, { recordId })).toMatchObject({
      code: 650,
      message: '文件不存在或已过期',
    })
    await app.current.sql(
      `update export_task set expires_at = now() - interval '1 second' where id = ${recordId}`,
    )
    expect(await by.call(exportFile, { recordId })).toMatchObject({
      code: 650,
      message: '导出任务不存在或已过期',
    })
    const before = await files()
    await app.current.sql(`update job set run_at = now() where kind = 'exportExpiry' and state = 'queued'`)
    await runJobs()
    expect(await rowsOf(app.current, 'select id from export_task where id = $1', [recordId])).toEqual([])
    expect(await files()).toBe(before - 1)
  })
})

describe('a worker that dies', () => {
  test('is followed by one that starts anew; there is one file', async () => {
    const { recordId } = await start()
    const before = await files()
    await app.current.sql(`update export_task set state = 'writing', progress = 1000 where id = ${recordId};
      update job set state = 'running', attempts = 1, lease_token = gen_random_uuid(),
        lease_until = now() - interval '1 second' where key = 'export:${recordId}'`)
    await runJobs()
    expect(await taskOf(recordId)).toMatchObject({ state: 'done', currentProgress: 3_000 })
    expect(await files()).toBe(before + 1)
  })

  test('too often is reported as a failure, and the task can be removed', async () => {
    const { recordId } = await start()
    await app.current.sql(`update export_task set state = 'writing' where id = ${recordId};
      update job set state = 'failed', error = '任务多次中断，已停止重试' where key = 'export:${recordId}'`)
    expect(await taskOf(recordId)).toMatchObject({
      state: 'failed',
      isEnd: 1,
      errorMsg: '任务多次中断，已停止重试',
    })
    expect((await by.call(cancelExport, { recordId })).code).toBe(REFUSALS.notInThisState)
    await must(by.call(deleteExport, { recordId }))
  })
})

test('an order without reason, permission or place in the range is refused', async () => {
  expect((await by.call(startExport, { item: 'students', reason: '' })).code).toBe(650)
  expect((await by.call(startExport, { item: 'schools', reason: REASON })).code).toBe(602)
  expect((await by.call(startExport, { item: 'nothing', reason: REASON } as never)).code).toBe(400)
  const teacher = await signedIn(app.current, 'teacher01')
  expect((await teacher.call(startExport, { item: 'students', reason: REASON })).code).toBe(602)
  const city = await signedIn(app.current, 'city01')
  expect((await city.call(startExport, { item: 'students', personal: true, reason: REASON })).code).toBe(602)
  expect((await region.call(startExport, { item: 'schools', regionId: '330205', reason: REASON })).code).toBe(
    616,
  )
  expect(await rowsOf(app.current, 'select id from export_task where user_id = $1', [user.userId])).toEqual(
    [],
  )
})
