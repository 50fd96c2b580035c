// A change after the end: applied for by the school or the executor, decided above, written like any reading.
import { describe, expect, test } from 'vitest'
import { approvalEndpoints } from '#contract/approvals/endpoints.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { maskName } from '#contract/core/mask.ts'
import { planEndpoints } from '#contract/eyesight/plan-endpoints.ts'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import { taskEndpoints } from '#contract/eyesight/task-endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { dayFromNow } from '../../testing/days.ts'
import { type By, must, signedIn } from '../../testing/people.ts'
import { changesTo, NORMAL, recordOf, savedRow, saveRow, type Typed } from '../../testing/readings.ts'
import { rowsOf } from '../../testing/rows.ts'
import { taskAtWork, taskOfHospital } from '../../testing/task-at-work.ts'

const node = useApp()
const { applyCorrection, classGrid, recordChanges } = recordEndpoints
const { approvalPageList, approvalDetail, pendingApprovals, decide } = approvalEndpoints

const versionOf = async (table: 'task' | 'plan', id: number) =>
  (await rowsOf<{ version: number }>(node.current, `select version from ${table} where id = $1`, [id]))[0]
    ?.version ?? 0
/** A task that is over, with one good result. */
async function over(make: typeof taskAtWork = taskAtWork) {
  const made = await make(node.current, { roster: { classes: 1, studentsPerClass: 3 } })
  await savedRow(made.admin, made.taskId, made.at(0), NORMAL)
  const version = await versionOf('task', made.taskId)
  await must(made.by.call(taskEndpoints.completeTask, { taskId: made.taskId, version }))
  return made
}
const ask = (by: By, recordId: number, to: Typed, from: Typed = {}) =>
  by.call(applyCorrection, { recordId, changes: changesTo(to, from) as never, reason: '登记时看错一行' })
const applied = async (by: By, recordId: number, to: Typed, from: Typed = {}) =>
  (await must(ask(by, recordId, to, from))).approvalId
const pass = (by: By, ...approvalIds: number[]) => by.call(decide, { approvalIds, passed: true })
const letters = (kind: string) =>
  rowsOf<{ body: string; link: string; accounts: string[] }>(
    node.current,
    `select m.body, m.link, array_agg(u.account order by u.account) as accounts from message m
     join message_recipient r on r.message_id = m.id join app_user u on u.id = r.user_id
     where m.kind = $1 group by m.id order by m.id desc`,
    [kind],
  )
const FROM = { nakedRight: 5, sphereRight: 0.5 }
const TO = { nakedRight: 4.7, sphereRight: -1.5 }

test('from the application to the changed record', async () => {
  const { admin, adminId, by, taskId, planId, at, schoolOrgId, students, classIds } = await over()
  const approvalId = await applied(admin, at(0), TO, FROM)
  expect(await recordOf(node.current, at(0))).toMatchObject({ naked_right: 50, version: 2 })
  const { rows } = await must(admin.call(classGrid, { taskId, classId: classIds[0] ?? 0 }))
  expect(rows.map(({ pendingCorrection }) => pendingCorrection)).toEqual([true, false, false])
  // The nearest who may decide are notified, with the page that opens it.
  const [letter] = await letters('approval.correction')
  expect(letter?.accounts).toContain('region01')
  expect(letter?.accounts).not.toContain('province01')
  expect(letter?.link).toBe(`/approve/approve-list?kind=correction&approvalId=${approvalId}`)
  const list = await must(by.call(approvalPageList, { kind: 'correction', keyword: students[0]?.name }))
  expect(list.list.find((row) => row.approvalId === approvalId)).toMatchObject({
    kind: 'correction',
    status: 0,
    decidable: true,
    applyReason: '登记时看错一行',
  })
  const waiting = (await must(by.call(pendingApprovals, {}))).correction ?? 0
  expect(waiting).toBeGreaterThan(0)
  const detail = await must(by.call(approvalDetail, { approvalId }))
  expect(detail).toMatchObject({
    org: null,
    transfer: null,
    correction: {
      recordId: at(0),
      studentName: maskName(students[0]?.name ?? ''),
      className: '三年级1班',
      fields: [
        { label: '裸眼视力（右）', before: '5.0', after: '4.7' },
        { label: '球镜（右）', before: '+0.50', after: '-1.50' },
      ],
      conclusionBefore: '视力正常、近视前期',
      conclusionAfter: '低度近视、屈光参差',
      obstacle: null,
    },
  })
  await must(pass(by, approvalId))
  expect(await recordOf(node.current, at(0))).toMatchObject({
    naked_right: 47,
    sphere_right: -150,
    myopia: true,
    state: 2,
    source: 1,
    entered_by: adminId,
    version: 3,
  })
  const [change] = await must(admin.call(recordChanges, { recordId: at(0) }))
  expect(change).toMatchObject({
    source: 4,
    fields: [
      { label: '裸眼视力（右）', before: '5.0', after: '4.7' },
      { label: '球镜（右）', before: '+0.50', after: '-1.50' },
    ],
  })
  const [stored] = await rowsOf(
    node.current,
    'select user_id, org_id, approval_id from record_change where record_id = $1 and source = 4',
    [at(0)],
  )
  expect(stored).toEqual({ user_id: adminId, org_id: schoolOrgId, approval_id: approvalId })
  expect((await must(by.call(pendingApprovals, {}))).correction).toBe(waiting - 1)
  const [answer] = await letters('approval.correction')
  expect(answer?.body).toContain('的数据更正申请已通过审核')
  expect(answer?.link).toBe(`/eyesight/class-details?taskId=${taskId}&classId=${classIds[0]}`)
  const [counted] = await rowsOf(
    node.current,
    'select myopia from figure where plan_id = $1 and level = 5 and place_id = $2',
    [planId, taskId],
  )
  expect(counted).toEqual({ myopia: 1 })
  // As it was decided it stays to be read.
  const after = await must(by.call(approvalDetail, { approvalId }))
  expect(after.correction).toMatchObject({ conclusionBefore: '视力正常、近视前期', obstacle: null })
  expect(await pass(by, approvalId)).toMatchObject({
    code: REFUSALS.changedMeanwhile,
    message: '该申请已由他人处理，请刷新',
  })
})

describe('applying', () => {
  test('by the school and by who carried it out, only after the end, once at a time', async () => {
    const made = await taskOfHospital(node.current, { roster: { classes: 1, studentsPerClass: 2 } })
    const { at, admin, hospitalScreener, taskId, by } = made
    await savedRow(hospitalScreener, taskId, at(0), NORMAL)
    expect((await ask(admin, at(0), TO, FROM)).message).toBe('任务尚未完成，可以直接修改，无需申请更正')
    await must(by.call(taskEndpoints.completeTask, { taskId, version: await versionOf('task', taskId) }))
    await applied(hospitalScreener, at(0), TO, FROM)
    expect((await ask(admin, at(0), { nakedLeft: 5 }, { nakedLeft: 5.1 })).message).toContain(
      '已有待审核的更正申请',
    )
    expect((await saveRow(admin, taskId, at(0), { nakedLeft: 5 }, { nakedLeft: 5.1 })).code).toBe(
      REFUSALS.notInThisState,
    )
    expect((await ask(await signedIn(node.current, 'school01'), at(0), TO, FROM)).code).toBe(650)
    expect((await ask(await signedIn(node.current, 'region01'), at(0), TO, FROM)).code).toBe(602)
  })

  test('a first result needs its day; a screened student can be made an absent one', async () => {
    const { admin, at, by } = await over()
    expect((await ask(admin, at(1), NORMAL)).message).toBe('补录检查结果时请填写检查日期')
    const id = await applied(admin, at(1), { ...NORMAL, checkedOn: dayFromNow() })
    const absent = await applied(
      admin,
      at(0),
      { ...Object.fromEntries(Object.keys(NORMAL).map((key) => [key, null])), absence: 1 },
      NORMAL,
    )
    await must(pass(by, id, absent))
    expect(await recordOf(node.current, at(1))).toMatchObject({ state: 2, source: 1, naked_right: 50 })
    expect(await recordOf(node.current, at(0))).toMatchObject({ state: 0, absence: 1, checked_on: null })
  })

  test.each<[string, Typed, Typed, string]>([
    ['what is not there any more', { nakedRight: 4.6 }, { nakedRight: 4.7 }, '检查结果已有变化'],
    ['nothing', { nakedRight: 5 }, { nakedRight: 5 }, '没有要更正的内容'],
    ['what cannot be', { correctedRight: 5 }, {}, '未戴镜的学生没有戴镜视力'],
    ['a day to come', { checkedOn: dayFromNow(1) }, { checkedOn: dayFromNow() }, '检查日期不能晚于今天'],
  ])('for %s is refused', async (_name, to, from, sentence) => {
    const { admin, at } = await over()
    expect((await ask(admin, at(0), to, from)).message).toContain(sentence)
  })

  test('without a reason, or for an archived plan, is refused', async () => {
    const { admin, at, by, planId } = await over()
    const changes = changesTo(TO, FROM)
    const answer = await admin.call(applyCorrection, { recordId: at(0), changes, reason: ' ' } as never)
    expect(answer.success).toBe(false)
    const approvalId = await applied(admin, at(0), TO, FROM)
    await must(by.call(planEndpoints.endPlan, { planId, version: await versionOf('plan', planId) }))
    await must(by.call(planEndpoints.archivePlan, { planId, version: await versionOf('plan', planId) }))
    expect((await pass(by, approvalId)).message).toContain('计划已归档')
    expect((await ask(admin, at(1), { absence: 1 })).message).toContain('已归档，不能再申请更正')
  })

  test('by two at once is one application', async () => {
    const { admin, screener, at } = await over()
    const answers = await Promise.all([admin, screener, admin].map((by) => ask(by, at(0), TO, FROM)))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
  })
})

describe('deciding', () => {
  test('is for those above with the permission, and nobody else', async () => {
    const { admin, at } = await over()
    const approvalId = await applied(admin, at(0), TO, FROM)
    expect((await admin.call(approvalDetail, { approvalId })).code).toBe(650)
    expect((await admin.call(approvalPageList, { kind: 'correction' })).code).toBe(602)
    const elsewhere = await rowsOf<{ account: string }>(
      node.current,
      `select u.account from app_user u join org o on o.id = u.org_id where o.name = '海曙区教育局' limit 1`,
    )
    const stranger = await signedIn(node.current, elsewhere[0]?.account ?? '')
    expect((await pass(stranger, approvalId)).code).toBe(650)
    expect((await stranger.call(approvalDetail, { approvalId })).code).toBe(650)
    await must(pass(await signedIn(node.current, 'city01'), approvalId))
  })

  test('against it needs a reason, changes nothing, and leaves room for another', async () => {
    const { admin, at, by } = await over()
    const approvalId = await applied(admin, at(0), TO, FROM)
    expect((await by.call(decide, { approvalIds: [approvalId], passed: false })).success).toBe(false)
    await must(by.call(decide, { approvalIds: [approvalId], passed: false, reason: '请附复查单' }))
    expect(await recordOf(node.current, at(0))).toMatchObject({ naked_right: 50, version: 2 })
    const [letter] = await letters('approval.correction')
    expect(letter?.body).toContain('未通过审核。原因：请附复查单')
    await applied(admin, at(0), TO, FROM)
  })

  test('is refused where the record is no longer what it was about', async () => {
    const { admin, at, by, taskId, students } = await over()
    const approvalId = await applied(admin, at(0), TO, FROM)
    const version = await versionOf('task', taskId)
    await must(by.call(taskEndpoints.reopenTask, { taskId, version }))
    await savedRow(admin, taskId, at(0), { nakedRight: 4.8 }, { nakedRight: 5 })
    const { correction } = await must(by.call(approvalDetail, { approvalId }))
    expect(correction?.obstacle).toBe('申请之后裸眼视力（右）已被修改，请拒绝后由申请人重新申请')
    const answer = await pass(by, approvalId)
    expect(answer).toMatchObject({
      code: REFUSALS.notInThisState,
      message: `${maskName(students[0]?.name ?? '')}：${correction?.obstacle}`,
    })
    expect(await recordOf(node.current, at(0))).toMatchObject({ naked_right: 48 })
    await must(by.call(decide, { approvalIds: [approvalId], passed: false, reason: '已改' }))
  })

  test('other fields may have changed', async () => {
    const { admin, at, by, taskId } = await over()
    const approvalId = await applied(admin, at(0), TO, FROM)
    await must(by.call(taskEndpoints.reopenTask, { taskId, version: await versionOf('task', taskId) }))
    await savedRow(admin, taskId, at(0), { nakedLeft: 5 }, { nakedLeft: 5.1 })
    await must(pass(by, approvalId))
    expect(await recordOf(node.current, at(0))).toMatchObject({ naked_right: 47, naked_left: 50 })
  })

  test('by two at once on two nodes happens once', async () => {
    const { admin, at, by } = await over()
    const approvalId = await applied(admin, at(0), TO, FROM)
    const other = await node.current.otherNode()
    const there = other.as(await other.login('city01'))
    const answers = await Promise.all([pass(by, approvalId), pass(there, approvalId)])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, REFUSALS.changedMeanwhile])
    expect(await recordOf(node.current, at(0))).toMatchObject({ version: 3, naked_right: 47 })
  })
})
