// An organisation that was refused is corrected and submitted again: by whom, once, and who is notified.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { approvalEndpoints } from '#contract/approvals/endpoints.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { orgEndpoints } from '#contract/orgs/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { accountOf, demoUsers, must, signedIn } from '../testing/people.ts'
import { orgIdOf, rowsOf } from '../testing/rows.ts'

const node = useApp()
const { approvalPageList, approvalDetail, decide, resubmitOrg, orgRejection } = approvalEndpoints
const NEW_SCHOOL = '西湖新城外国语学校'
const XIHU_HEALTH = accountOf('330106-卫健')
const XIAOSHAN = accountOf('330109-教育')

let orgId = 0
let first = 0
beforeAll(async () => {
  const [row] = await rowsOf<{ id: number }>(node.current, 'select id from org where name = $1', [NEW_SCHOOL])
  orgId = Number(row?.id)
})
/** The demo's school that waits, refused once. */
beforeEach(async () => {
  await node.current.sql(`delete from approval; update org set status = 0 where id = ${orgId};
    insert into approval (kind, province_id, city_id, region_id, org_id, applicant_org_id)
    select 'org', province_id, city_id, region_id, id, id from org where id = ${orgId}`)
  first = (await must(by('region01').call(approvalPageList, { kind: 'org' }))).list[0]?.approvalId ?? 0
  await must(by('region01').call(decide, { approvalIds: [first], passed: false, reason: '地址不详' }))
  await node.current.sql('delete from message')
})

const by = demoUsers(node)
const resubmit = (account: string, id = orgId) => by(account).call(resubmitOrg, { orgId: id })
const statusOf = async () =>
  (await rowsOf<{ status: number }>(node.current, 'select status from org where id = $1', [orgId]))[0]?.status
const openOnes = () =>
  rowsOf(node.current, 'select id from approval where org_id = $1 and status = 0', [orgId])

test('it waits again, and the earlier reason is shown to the corrector and to the approver', async () => {
  const rejection = await must(by(XIHU_HEALTH).call(orgRejection, { orgId }))
  expect(rejection).toMatchObject({ decidedByName: '李雪梅', decideReason: '地址不详' })
  const { approvalId } = await must(resubmit(XIHU_HEALTH))
  expect(approvalId).not.toBe(first)
  expect(await statusOf()).toBe(0)
  const detail = await must(by('region01').call(approvalDetail, { approvalId }))
  expect(detail).toMatchObject({
    status: 0,
    decidable: true,
    applicantOrgName: '西湖区卫生健康委员会',
    earlier: [{ decidedByName: '李雪梅', decideReason: '地址不详' }],
  })
  const before = await must(by('region01').call(approvalDetail, { approvalId: first }))
  expect(before).toMatchObject({ status: 2, decideReason: '地址不详', earlier: [] })
})

test('refused once more, both reasons are shown, the latest first; passed it opens', async () => {
  const { approvalId } = await must(resubmit(XIHU_HEALTH))
  await must(by('city01').call(decide, { approvalIds: [approvalId], passed: false, reason: '电话有误' }))
  expect(await must(by('region01').call(orgRejection, { orgId }))).toMatchObject({ decideReason: '电话有误' })
  const again = await must(resubmit('region01'))
  const { earlier } = await must(by('city01').call(approvalDetail, { approvalId: again.approvalId }))
  expect(earlier.map(({ decideReason }) => decideReason)).toEqual(['电话有误', '地址不详'])
  await must(by('city01').call(decide, { approvalIds: [again.approvalId], passed: true }))
  expect(await statusOf()).toBe(1)
})

test('who submits it again does not decide it', async () => {
  const { approvalId } = await must(resubmit('region01'))
  const own = await by('region01').call(decide, { approvalIds: [approvalId], passed: true })
  expect(own).toMatchObject({ code: 700, message: '不能审核自己提交的申请，请由其他审核人处理' })
})

test('those who may decide are notified, each once, with the page of the application', async () => {
  const { approvalId } = await must(resubmit('region01'))
  const letters = await rowsOf<{
    link: string
    title: string
    body: string
    account: string
    region: string
  }>(
    node.current,
    `select m.title, m.body, m.link, u.account from message m join message_recipient r on r.message_id = m.id
     join app_user u on u.id = r.user_id order by u.account`,
  )
  const notified = letters.map(({ account }) => account)
  expect(notified).toEqual(expect.arrayContaining(['province01', 'city01', XIHU_HEALTH]))
  expect(notified).not.toContain('region01')
  expect(notified).not.toContain(XIAOSHAN)
  expect(notified).not.toContain('school01')
  expect(new Set(notified).size).toBe(notified.length)
  expect(letters[0]).toMatchObject({
    title: '机构重新提交审核',
    body: expect.stringContaining(NEW_SCHOOL),
    link: `/approve/approve-list?kind=org&approvalId=${approvalId}`,
  })
})

test('accounts that gained the permission are notified, those that lost it are not', async () => {
  const [city] = await rowsOf<{ id: number }>(
    node.current,
    `select id from app_user where account = 'city01'`,
  )
  await node.current.sql(`insert into user_permission_override values (${city?.id}, 1255, false)`)
  await must(resubmit('region01'))
  await node.current.sql(`delete from user_permission_override where user_id = ${city?.id}`)
  const notified = await rowsOf(node.current, 'select 1 from message_recipient where user_id = $1', [
    city?.id,
  ])
  expect(notified).toEqual([])
})

describe('refused is', () => {
  test('what is not refused: waiting, or passed', async () => {
    await must(resubmit('region01'))
    expect(await resubmit('city01')).toMatchObject({
      code: REFUSALS.notInThisState,
      message: '该机构已在待审核中，请勿重复提交',
    })
    await node.current.sql(`update org set status = 1 where id = ${orgId}`)
    expect(await resubmit('city01')).toMatchObject({
      code: REFUSALS.notInThisState,
      message: '该机构已通过审核，无需重新提交',
    })
    expect(await openOnes()).toHaveLength(1)
  })

  test('who may not edit it (602), and what is out of range or missing (616)', async () => {
    expect((await resubmit('teacher01')).code).toBe(602)
    expect((await resubmit('school01')).code).toBe(616)
    expect((await resubmit(XIAOSHAN)).code).toBe(616)
    expect((await by(XIAOSHAN).call(orgRejection, { orgId })).code).toBe(616)
    expect((await resubmit('region01', 999_999)).code).toBe(616)
    const own = await orgIdOf(node.current, '330106-school-1')
    expect(await must(by('school01').call(orgRejection, { orgId: own }))).toBeNull()
    expect([await statusOf(), (await openOnes()).length]).toEqual([2, 0])
  })
})

test('at once on two nodes one of them goes through', async () => {
  const other = await signedIn(await node.current.otherNode(), 'city01')
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      index % 2 ? other.call(resubmitOrg, { orgId }) : resubmit('region01'),
    ),
  )
  expect(answers.filter(({ success }) => success)).toHaveLength(1)
  expect(answers.filter(({ code }) => code === REFUSALS.notInThisState)).toHaveLength(7)
  expect(await openOnes()).toHaveLength(1)
  expect(await rowsOf(node.current, 'select id from message')).toHaveLength(1)
})

test('it can be corrected before, and leaves a trail', async () => {
  const school = await must(by('region01').call(orgEndpoints.schoolDetail, { orgId }))
  const { version, stages } = school
  await must(
    by('region01').call(orgEndpoints.editSchool, {
      orgId,
      version,
      stages,
      orgName: NEW_SCHOOL,
      address: '文教路100号',
      contactName: '王老师',
      contactPhone: '13900001111',
      schoolType: 10,
      schoolLevel: 10,
    }),
  )
  const { approvalId } = await must(resubmit('region01'))
  const detail = await must(by('city01').call(approvalDetail, { approvalId }))
  expect(detail.org?.address).toBe('文教路100号')
  const trail = node.current.db.selectFrom('auditLog').selectAll().where('action', '=', 'approval.resubmit')
  expect((await trail.orderBy('id').execute()).at(-1)).toMatchObject({
    account: 'region01',
    objectType: 'org',
    objectId: String(orgId),
    success: true,
    detail: { approvalId },
  })
})
