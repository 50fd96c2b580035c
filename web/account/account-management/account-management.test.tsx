import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { accountEndpoints } from '#contract/account/endpoints.ts'
import type { OwnAccount } from '#contract/account/schemas.ts'
import { RoleType, SmsType } from '#contract/core/codes.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { smsTooSoon } from '#contract/session/sms-wait.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { fill, renderScreen } from '#web/testing/render-screen.tsx'
import { userOf } from '#web/testing/samples/users.ts'

const ADDRESS = '/account/account-management'
const { ownAccount, signOutOthers } = accountEndpoints
const { changePhone, sendSms } = sessionEndpoints
const EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0 Safari/537.36 Edg/120.0'

const session = (change: Partial<OwnAccount['sessions'][number]> = {}): OwnAccount['sessions'][number] => ({
  current: true,
  startedAt: '2026-10-08T01:00:00.000Z',
  lastSeenAt: '2026-10-08T02:00:00.000Z',
  address: '10.0.0.1',
  device: EDGE,
  ...change,
})
const account = (change: Partial<OwnAccount> = {}): OwnAccount => ({
  userId: 7,
  account: 'sample01',
  realName: '周校医',
  phone: '138****0001',
  roleType: RoleType.code.admin,
  roleTypeName: '管理员',
  orgName: '文一路小学',
  dataRangeName: '本机构',
  passwordChangedAt: '2026-09-01T01:00:00.000Z',
  passwordRemainingDays: 60,
  secondStep: { asks: 'sms', demanded: true, totpSince: null, recoveryCodesLeft: 0 },
  createdAt: '2026-08-01T01:00:00.000Z',
  sessions: [session()],
  signIns: [],
  ...change,
})

async function open(change: Partial<OwnAccount> = {}, sms = true) {
  const api = fakeApi().site({ sms }).answer(ownAccount, account(change))
  const rendered = await renderScreen(ADDRESS, { api, as: userOf('SA') })
  await screen.findByText('我的账号')
  return { ...rendered, api }
}

describe('the own account', () => {
  it('says who one is, for whom and with which range', async () => {
    await open()
    for (const text of ['周校医', 'sample01', '138****0001', '文一路小学', '本机构', '密码和短信验证码']) {
      expect(screen.getByText(text)).toBeTruthy()
    }
  })

  it.each([
    [60, '还剩 60 天'],
    [3, '还剩 3 天，请尽快修改'],
    [0, '已过期，请立即修改'],
  ])('with a password that lasts %s days says “%s”', async (passwordRemainingDays, text) => {
    await open({ passwordRemainingDays })
    expect(screen.getByText(text)).toBeTruthy()
  })

  it('that cannot be loaded can be asked for again', async () => {
    const api = fakeApi().refuse(ownAccount, 503)
    const { user } = await renderScreen(ADDRESS, { api, as: userOf('SA') })
    expect(await screen.findByText('账号信息加载失败')).toBeTruthy()
    api.answer(ownAccount, account())
    await user.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByText('sample01')).toBeTruthy()
  })

  it('tells tries that failed from those that did not', async () => {
    await open({
      signIns: [
        { at: '2026-10-08T01:00:00.000Z', action: 'session.login', success: true, address: '10.0.0.1' },
        { at: '2026-10-07T01:00:00.000Z', action: 'session.loginBySms', success: false, address: '10.0.0.9' },
      ],
    })
    const failed = within(screen.getByText('短信验证码登录').closest('tr') ?? document.body)
    expect(failed.getByText('失败')).toBeTruthy()
    const passed = within(screen.getByText('账号密码登录').closest('tr') ?? document.body)
    expect(passed.getByText('成功')).toBeTruthy()
  })
})

describe('other devices', () => {
  it('are not offered to leave where there are none', async () => {
    await open()
    expect(screen.getByText('本机')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '退出其他设备' })).toBeNull()
  })

  it('are left after a question', async () => {
    const other = session({ current: false, address: '10.0.0.2', startedAt: '2026-10-07T01:00:00.000Z' })
    const { api, user } = await open({ sessions: [session(), other] })
    api.answer(signOutOthers, { ended: 1 })
    await user.click(screen.getByRole('button', { name: '退出其他设备' }))
    const question = within(await screen.findByRole('tooltip'))
    expect(question.getByText('退出其他 1 处登录？')).toBeTruthy()
    expect(api.calls(signOutOthers)).toEqual([])
    await user.click(question.getByRole('button', { name: '退出' }))
    expect(await screen.findByText('已退出 1 处登录')).toBeTruthy()
    await waitFor(() => expect(api.calls(ownAccount)).toHaveLength(2))
  })
})

describe('another phone', () => {
  it('is a matter for the administrator where no SMS can be sent', async () => {
    await open({}, false)
    expect(screen.getByText('138****0001（没有开通短信，更换请联系管理员）')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '更换手机' })).toBeNull()
  })

  async function openDialog() {
    const opened = await open()
    opened.api.answer(sendSms, null).answer(changePhone, null)
    await opened.user.click(screen.getByRole('button', { name: '更换手机' }))
    const dialog = within(await screen.findByRole('dialog', { name: '更换手机' }))
    return { ...opened, dialog }
  }

  it('gets a code, after which the button counts down', async () => {
    const { api, dialog, user } = await openDialog()
    await fill(user, dialog.getByLabelText('新手机号码'), '13900000001')
    await user.click(dialog.getByRole('button', { name: '获取验证码' }))
    expect(await screen.findByText('验证码发送成功！')).toBeTruthy()
    expect(api.calls(sendSms)).toMatchObject([{ phone: '13900000001', type: SmsType.code.changePhone }])
    expect(await dialog.findByRole('button', { name: /秒后重发/ })).toHaveProperty('disabled', true)
  })

  it('with a wrong number gets no code', async () => {
    const { api, dialog, user } = await openDialog()
    await fill(user, dialog.getByLabelText('新手机号码'), '12345')
    await user.click(dialog.getByRole('button', { name: '获取验证码' }))
    expect(await dialog.findByText('手机号码格式有误')).toBeTruthy()
    expect(api.calls(sendSms)).toEqual([])
  })

  it('whose code could not be sent can be tried at once', async () => {
    const { api, dialog, user } = await openDialog()
    api.refuse(sendSms, 700, '短信发送失败')
    await fill(user, dialog.getByLabelText('新手机号码'), '13900000001')
    await user.click(dialog.getByRole('button', { name: '获取验证码' }))
    expect(await screen.findByText('短信发送失败')).toBeTruthy()
    await waitFor(() =>
      expect(dialog.getByRole('button', { name: '获取验证码' })).toHaveProperty('disabled', false),
    )
  })

  it('whose code was sent a moment ago waits as long as the server says', async () => {
    const { api, dialog, user } = await openDialog()
    api.refuse(sendSms, REFUSALS.smsTooSoon, smsTooSoon(3000))
    await fill(user, dialog.getByLabelText('新手机号码'), '13900000001')
    await user.click(dialog.getByRole('button', { name: '获取验证码' }))
    expect(await screen.findByText('验证码已发送，请3000秒后再试')).toBeTruthy()
    const button = await dialog.findByRole('button', { name: /^(3000|2\d{3}) 秒后重发/ })
    expect(button).toHaveProperty('disabled', true)
  })

  it('is sent with code and password', async () => {
    const { api, dialog, user } = await openDialog()
    await fill(user, dialog.getByLabelText('新手机号码'), '13900000001')
    await fill(user, dialog.getByLabelText('短信验证码'), '123456')
    await fill(user, dialog.getByLabelText('登录密码'), 'river7!Stone')
    await user.click(dialog.getByRole('button', { name: '确认更换' }))
    expect(await screen.findByText('手机号码已更换')).toBeTruthy()
    expect(api.calls(changePhone)).toEqual([
      { phone: '13900000001', smsCode: '123456', password: 'river7!Stone' },
    ])
  })
})
