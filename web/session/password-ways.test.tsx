import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { SmsType } from '#contract/core/codes.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { readTokenCookie } from '#web/core/session/token-cookie.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { currentAddress, fill, renderConsole } from '#web/testing/render-screen.tsx'
import { userOf } from '#web/testing/samples/users.ts'

const { changePassword, passwordRemainingDays, resetPassword, sendSms, verifySms } = sessionEndpoints
const AS = userOf('ST')

/** A page that asks for nothing, with a password that holds for so many days. */
async function open({ days = 60 } = {}) {
  const api = fakeApi().answer(passwordRemainingDays, days).answer(changePassword, null)
  return { ...(await renderConsole('/404', { api, as: AS })), api }
}
const dialogNamed = async (name: string) => within(await screen.findByRole('dialog', { name }))
type Dialog = Awaited<ReturnType<typeof dialogNamed>>

async function openFromMenu(user: UserEvent) {
  await user.click(within(await screen.findByRole('banner')).getByRole('button'))
  await user.click(await screen.findByRole('menuitem', { name: '修改密码' }))
  return dialogNamed('修改密码')
}

async function change(user: UserEvent, dialog: Dialog) {
  await fill(user, dialog.getByLabelText('初始密码'), 'river_7Stone')
  await fill(user, dialog.getByLabelText('新密码'), 'lake_8Stone')
  await fill(user, dialog.getByLabelText('确认密码'), 'lake_8Stone')
  await user.click(dialog.getByRole('button', { name: '确定' }))
}

/** Signed out, on the plain sign-in page. */
async function expectSignedOut() {
  await screen.findByLabelText('用户名')
  expect(currentAddress()).toBe('/login')
  expect(readTokenCookie()).toBeNull()
}

it('a password that was changed from the menu leads to signing in again', async () => {
  const { user } = await open()
  await change(user, await openFromMenu(user))
  expect(await screen.findByText('操作成功')).toBeTruthy()
  await expectSignedOut()
})

it('who does not know the password any more resets it by SMS', async () => {
  const { api, user } = await open()
  api.answer(sendSms, null).answer(verifySms, null).answer(resetPassword, null)
  const proof = { phone: '13800000001', smsCode: '123456' }
  const type = SmsType.code.resetPassword
  await user.click((await openFromMenu(user)).getByRole('button', { name: '忘记初始密码？' }))
  const reset = await dialogNamed('重置密码')
  expect(screen.queryByRole('dialog', { name: '修改密码' })).toBeNull()
  await fill(user, reset.getByLabelText('手机号码'), proof.phone)
  await user.click(reset.getByRole('button', { name: '获取验证码' }))
  expect(await screen.findByText('验证码发送成功！')).toBeTruthy()
  expect(api.calls(sendSms)).toEqual([{ phone: proof.phone, type, userId: AS.info.userId }])
  await fill(user, reset.getByLabelText('短信验证码'), proof.smsCode)
  await user.click(reset.getByRole('button', { name: '下一步' }))
  await fill(user, await reset.findByLabelText('新密码'), 'Fresh#2027')
  await fill(user, reset.getByLabelText('确认密码'), 'Fresh#2027')
  await user.click(reset.getByRole('button', { name: '确定' }))
  expect(await screen.findByText('密码修改成功，请重新登录')).toBeTruthy()
  expect(api.calls(verifySms)).toEqual([{ ...proof, type }])
  expect(api.calls(resetPassword)).toEqual([{ ...proof, newPassword: 'Fresh#2027' }])
  await expectSignedOut()
})

describe('a password that expires soon', () => {
  it('brings a notice with the way to change it', async () => {
    const { user } = await open({ days: 5 })
    const text = await screen.findByText(/您的密码将在 5 天后过期/)
    const reminder = within(text.closest<HTMLElement>('.ant-notification-notice') ?? document.body)
    expect(reminder.getByText('密码即将过期')).toBeTruthy()
    await user.click(reminder.getByRole('button', { name: '修改密码' }))
    await user.click((await dialogNamed('修改密码')).getByRole('button', { name: '取消' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByText('密码即将过期')).toBeNull()
  })
})

describe('behind an expired password', () => {
  it('there is nothing but changing it, and no way out of that', async () => {
    const { user } = await open({ days: 0 })
    const alert = await dialogNamed('密码已过期')
    // Neither Esc nor a click outside closes such a dialog: stubborn-dialog.test.tsx.
    expect(screen.getByRole('dialog').getAttribute('closedby')).toBe('none')
    expect(screen.queryByRole('banner')).toBeNull()
    await user.click(alert.getByRole('button', { name: '修改密码' }))
    const dialog = await dialogNamed('修改密码')
    await user.click(dialog.getByLabelText('初始密码'))
    await user.keyboard('{Escape}')
    await user.click(document.querySelector('.ant-modal-wrap') ?? document.body)
    expect(screen.getByRole('dialog', { name: '修改密码' })).toBeTruthy()
    expect(dialog.queryByRole('button', { name: '取消' })).toBeNull()
    expect(dialog.queryByRole('button', { name: '关闭' })).toBeNull()
    expect(screen.queryByRole('banner')).toBeNull()
    await change(user, dialog)
    await expectSignedOut()
  })
})
