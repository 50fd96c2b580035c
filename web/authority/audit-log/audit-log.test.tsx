import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { auditEndpoints } from '#contract/audit/endpoints.ts'
import { orgEndpoints } from '#contract/orgs/endpoints.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { choose, currentAddress, fill, renderScreen } from '#web/testing/render-screen.tsx'
import { orgOption } from '#web/testing/samples/accounts.ts'
import { auditPage, auditRow } from '#web/testing/samples/audit.ts'
import { pageOf } from '#web/testing/samples/schools.ts'
import { ORG_IDS, userOf } from '#web/testing/samples/users.ts'

const ADDRESS = '/authority/audit-log'
const { auditPageList } = auditEndpoints

const server = (page = auditPage([auditRow()])) =>
  fakeApi()
    .answer(auditPageList, page)
    .answer(orgEndpoints.orgList, pageOf([orgOption()]))

async function open(as = userOf('GD'), api = server(), address = ADDRESS) {
  const rendered = await renderScreen(address, { api, as })
  return { ...rendered, api }
}
const rowWith = async (text: string) => within((await screen.findByText(text)).closest('tr') ?? document.body)

describe('the audit log', () => {
  it('says who did what to whom, and how it ended', async () => {
    const refused = auditRow({
      auditId: 502,
      action: '重置账号密码',
      objectType: '账号',
      object: '李老师 teacher02（文一路小学）',
      note: '家长来电核对',
      success: false,
      result: '不符合规则，未执行',
    })
    await open(userOf('GD'), server(auditPage([auditRow(), refused])))
    const row = await rowWith('查看学生档案')
    for (const text of [
      '2026-11-16 09:30',
      '孙老师',
      'teacher01',
      '文一路小学',
      '学生：张*明（文一路小学）',
      '成功',
      '10.1.2.3',
    ])
      expect(row.getByText(text), text).toBeTruthy()
    const second = await rowWith('重置账号密码')
    expect(second.getByText('不符合规则，未执行')).toBeTruthy()
    expect(second.getByText('家长来电核对')).toBeTruthy()
  })

  it('marks what was done to a whole class', async () => {
    const ofClass = auditRow({
      auditId: 503,
      action: '查看筛查名单',
      objectType: '筛查计划',
      object: '秋季筛查',
      whole: 'class',
    })
    const page = auditPage([auditRow(), ofClass], { studentName: '张*明' })
    await open(userOf('GD'), server(page), `${ADDRESS}?studentId=7`)
    expect((await rowWith('查看筛查名单')).getByText('整班')).toBeTruthy()
    expect((await rowWith('查看学生档案')).queryByText('整班')).toBeNull()
  })

  it('names what came from no account', async () => {
    const device = auditRow({ account: null, realName: null, action: '设备上传筛查结果' })
    await open(userOf('HA'), server(auditPage([device])))
    expect((await rowWith('设备上传筛查结果')).getByText('系统或设备')).toBeTruthy()
  })

  it('asks nobody with a single organisation which one he means', async () => {
    await open(userOf('SA'))
    await screen.findByText('查看学生档案')
    expect(screen.queryByRole('combobox', { name: '机构' })).toBeNull()
    expect(screen.queryByRole('columnheader', { name: '机构' })).toBeNull()
  })

  it('says that there is more than it lists', async () => {
    await open(userOf('GP'), server(auditPage([auditRow()], { total: 1000, more: true })))
    expect(await screen.findByText(/只列出最近 1,000 条/)).toBeTruthy()
    expect(screen.getByText('共 1,000+ 条')).toBeTruthy()
  })

  it('without entries says when there will be some', async () => {
    await open(userOf('SA'), server(auditPage([])))
    expect(await screen.findByText('这段时间没有记录')).toBeTruthy()
  })
})

describe('the filters', () => {
  it('stand in the address and are asked for', async () => {
    const { api, user } = await open()
    await screen.findByText('查看学生档案')
    expect(api.calls(auditPageList).at(-1)).toEqual({ pageNum: 1, pageSize: 20 })
    await choose(user, screen.getByRole('combobox', { name: '操作' }), '导出')
    await waitFor(() => expect(currentAddress()).toBe(`${ADDRESS}?kind=export`))
    await choose(user, screen.getByRole('combobox', { name: '结果' }), '未执行')
    await waitFor(() => expect(currentAddress()).toBe(`${ADDRESS}?kind=export&result=refused`))
    await fill(user, screen.getByLabelText('账号或姓名'), 'teacher')
    await user.keyboard('{Enter}')
    await waitFor(() =>
      expect(api.calls(auditPageList).at(-1)).toMatchObject({
        kind: 'export',
        result: 'refused',
        keyword: 'teacher',
      }),
    )
    await user.click(screen.getByRole('button', { name: '清空筛选' }))
    await waitFor(() => expect(currentAddress()).toBe(ADDRESS))
  })

  it('of a student come from the page of the student and can be taken away', async () => {
    const page = auditPage([auditRow()], { studentName: '张*明' })
    const { api, user } = await open(userOf('SA'), server(page), `${ADDRESS}?studentId=77`)
    expect(await screen.findByText('张*明')).toBeTruthy()
    expect(api.calls(auditPageList).at(-1)).toMatchObject({ studentId: 77 })
    await user.click(screen.getByRole('button', { name: '不限学生' }))
    await waitFor(() => expect(currentAddress()).toBe(ADDRESS))
  })

  it('of days and an organisation are taken from the address', async () => {
    const address = `${ADDRESS}?startDay=2026-11-01&endDay=2026-11-03&orgId=${ORG_IDS.school}`
    const { api } = await open(userOf('GD'), server(), address)
    await screen.findByText('查看学生档案')
    expect(api.calls(auditPageList).at(-1)).toMatchObject({ startDay: '2026-11-01', endDay: '2026-11-03' })
    expect(screen.getByDisplayValue('2026-11-01')).toBeTruthy()
    expect(screen.getByDisplayValue('2026-11-03')).toBeTruthy()
  })
})

describe('the file', () => {
  it('is offered to who may have it', async () => {
    await open(userOf('SA', { without: ['exportAudit'] }))
    await screen.findByText('查看学生档案')
    expect(screen.queryByRole('button', { name: '导出' })).toBeNull()
  })
})
