import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { SmsType } from '#contract/core/codes.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { smsTooSoon } from '#contract/session/sms-wait.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { fill, renderEntry } from '#web/testing/render-screen.tsx'

const { resetPassword, sendSms, verifySms } = sessionEndpoints
const type = SmsType.code.resetPassword
const PROOF = { phone: '13800000001', smsCode: '123456' }

const stepAt = (name: string) => screen.getByText(name).closest('li')?.getAttribute('aria-current')

async function openForgotten() {
  const api = fakeApi().answer(sendSms, null).answer(verifySms, null).answer(resetPassword, null)
  const rendered = await renderEntry('/login')
  await rendered.user.click(await screen.findByRole('button', { name: '忘记密码？' }))
  await screen.findByRole('heading', { name: '忘记密码' })
  return { ...rendered, api }
}

async function verifyPhone() {
  const opened = await openForgotten()
  await fill(opened.user, screen.getByLabelText('手机号码'), PROOF.phone)
  await opened.user.type(screen.getByLabelText('短信验证码'), `${PROOF.smsCode}{Enter}`)
  await screen.findByLabelText('新密码')
  return opened
}

describe('the first step', () => {
  it('sends a code of its own kind to the phone', async () => {
    const { api, user } = await openForgotten()
    await fill(user, screen.getByLabelText('手机号码'), PROOF.phone)
    await user.click(screen.getByRole('button', { name: '获取验证码' }))
    await screen.findByText('验证码发送成功！')
    expect(api.calls(sendSms)).toEqual([{ phone: PROOF.phone, type }])
  })

  it('waits as long as the server says where a code was sent a moment ago', async () => {
    const { api, user } = await openForgotten()
    api.refuse(sendSms, REFUSALS.smsTooSoon, smsTooSoon(3000))
    await fill(user, screen.getByLabelText('手机号码'), PROOF.phone)
    await user.click(screen.getByRole('button', { name: '获取验证码' }))
    const button = await screen.findByRole('button', { name: /^(3000|2\d{3})秒后重新获取/ })
    expect(button).toHaveProperty('disabled', true)
  })

  it('leads on once the code is right', async () => {
    const { api } = await verifyPhone()
    expect(api.calls(verifySms)).toEqual([{ ...PROOF, type }])
    expect(stepAt('设置新密码')).toBe('step')
    expect(stepAt('验证手机')).toBeNull()
  })

  it('stays where the code is wrong', async () => {
    const { api, user } = await openForgotten()
    api.refuse(verifySms, 704)
    await fill(user, screen.getByLabelText('手机号码'), PROOF.phone)
    await user.type(screen.getByLabelText('短信验证码'), '000000{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('短信验证码错误')
    expect(stepAt('验证手机')).toBe('step')
  })

  it('asks for phone and code before anything is sent', async () => {
    const { api, user } = await openForgotten()
    await user.click(screen.getByRole('button', { name: '下一步' }))
    expect(await screen.findByText('请输入手机号码')).toBeTruthy()
    expect(screen.getByText('请输入验证码')).toBeTruthy()
    expect(api.calls(verifySms)).toEqual([])
  })
})

describe('the second step', () => {
  it('sets the password and leads back to the sign-in', async () => {
    const { api, user } = await verifyPhone()
    await fill(user, screen.getByLabelText('新密码'), 'Secret@2026')
    await user.type(screen.getByLabelText('确认密码'), ' Secret@2026 {Enter}')
    expect(await screen.findByText('密码修改成功，请重新登录')).toBeTruthy()
    expect(api.calls(resetPassword)).toEqual([{ ...PROOF, newPassword: 'Secret@2026' }])
    expect(await screen.findByLabelText('用户名')).toBeTruthy()
  })

  it('refuses a password that breaks the rule', async () => {
    const { api, user } = await verifyPhone()
    await fill(user, screen.getByLabelText('新密码'), 'secret')
    await user.type(screen.getByLabelText('确认密码'), 'secret{Enter}')
    expect((await screen.findAllByText('密码由8-20位数字、字母、特殊符号组成')).length).toBeGreaterThan(0)
    expect(api.calls(resetPassword)).toEqual([])
  })

  it('refuses two passwords that differ', async () => {
    const { api, user } = await verifyPhone()
    await fill(user, screen.getByLabelText('新密码'), 'Secret@2026')
    await user.type(screen.getByLabelText('确认密码'), 'Secret@2027{Enter}')
    expect(await screen.findByText('两次输入密码不一致!')).toBeTruthy()
    expect(api.calls(resetPassword)).toEqual([])
  })

  it.each([703, 704] as const)(
    'goes back to the first step where the code no longer holds (%i)',
    async (code) => {
      const { api, user } = await verifyPhone()
      api.refuse(resetPassword, code)
      await fill(user, screen.getByLabelText('新密码'), 'Secret@2026')
      await user.type(screen.getByLabelText('确认密码'), 'Secret@2026{Enter}')
      await waitFor(() => expect(stepAt('验证手机')).toBe('step'))
    },
  )

  it('can be left for the sign-in at any time', async () => {
    const { user } = await verifyPhone()
    await user.click(screen.getByRole('button', { name: '返回登录' }))
    expect(await screen.findByLabelText('用户名')).toBeTruthy()
  })
})
