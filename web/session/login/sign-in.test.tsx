import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { SmsType } from '#contract/core/codes.ts'
import { BizError, REFUSALS } from '#contract/core/error-codes.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { readTokenCookie } from '#web/core/session/token-cookie.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { currentAddress, fill, renderEntry } from '#web/testing/render-screen.tsx'
import { userOf } from '#web/testing/samples/users.ts'

const { captcha, login, loginBySms, sendSms, userInfo } = sessionEndpoints
const ENTERED = { token: 'fresh', isSendSms: false, phone: null, secondStep: null } as const
const CODE_ASKED = { token: null, isSendSms: true, phone: '199****0002', secondStep: 'sms' } as const

/** A server that knows one account; the console behind the sign-in is never reached, its user stays on the way. */
function server() {
  const api = fakeApi().identify(userOf('GP')).answer(login, ENTERED).answer(sendSms, null)
  api.hold(userInfo)
  return api
}

const account = () => screen.findByLabelText('用户名')
const password = () => screen.getByLabelText('密码')
const enter = () => screen.getByRole('button', { name: '登录' })

describe('account and password', () => {
  it('open the console, and the token is kept in the cookie', async () => {
    const api = server()
    const { user } = await renderEntry('/login')
    await user.type(await account(), ' province01 ')
    await user.type(password(), 'Demo@2026')
    await user.click(enter())
    await waitFor(() => expect(currentAddress()).toBe('/'))
    expect(api.calls(login)).toEqual([{ account: 'province01', password: 'Demo@2026' }])
    expect(readTokenCookie()).toBe('fresh')
  })

  it('are sent by Enter, the first field being focused from the start', async () => {
    const api = server()
    const { user } = await renderEntry('/login')
    await waitFor(async () => expect(document.activeElement).toBe(await account()))
    await user.keyboard('province01{Tab}Demo@2026{Enter}')
    await waitFor(() => expect(api.calls(login)).toHaveLength(1))
  })

  it('are asked for where they are missing, and nothing is sent', async () => {
    const api = server()
    const { user } = await renderEntry('/login')
    await account()
    await user.click(enter())
    expect(await screen.findByText('请输入用户名')).toBeTruthy()
    expect(screen.getByText('请输入密码')).toBeTruthy()
    expect(document.activeElement).toBe(await account())
    expect(api.calls(login)).toEqual([])
  })

  it('a missing one is named when its field is left, and no longer once it is filled', async () => {
    server()
    const { user } = await renderEntry('/login')
    await user.click(await account())
    await user.tab()
    expect((await screen.findByRole('alert')).textContent).toBe('请输入用户名')
    expect((await account()).getAttribute('aria-invalid')).toBe('true')
    await user.type(await account(), 'a')
    await waitFor(() => expect(screen.queryByText('请输入用户名')).toBeNull())
  })

  it('a password is taken as typed, spaces and all', async () => {
    const api = server()
    const { user } = await renderEntry('/login')
    await fill(user, await account(), 'province01')
    await user.type(password(), ' Demo 2026 ')
    await user.click(enter())
    await waitFor(() => expect(api.calls(login)).toMatchObject([{ password: ' Demo 2026 ' }]))
  })

  it('can be shown while it is typed', async () => {
    server()
    const { user } = await renderEntry('/login')
    await account()
    expect(password().getAttribute('type')).toBe('password')
    await user.click(screen.getByRole('button', { name: '显示密码' }))
    expect(password().getAttribute('type')).toBe('text')
    await user.click(screen.getByRole('button', { name: '隐藏密码' }))
    expect(password().getAttribute('type')).toBe('password')
  })

  it.each([
    [603, '账号或密码错误'],
    [605, '账号已锁定或未启用'],
    [659, '机构没有管理员，请联系客服热线400-1877-888'],
    [669, '机构已过期'],
    [671, '机构尚未审核通过'],
  ] as const)('refused with %i say why and stay for another try', async (code, message) => {
    server().refuse(login, code)
    const { user } = await renderEntry('/login')
    await fill(user, await account(), 'province01')
    await user.type(password(), 'wrong')
    await user.click(enter())
    expect((await screen.findByRole('alert')).textContent).toBe(message)
    expect((await account()) as HTMLInputElement).toHaveProperty('value', 'province01')
    expect(enter()).toHaveProperty('disabled', false)
    expect(readTokenCookie()).toBeNull()
  })

  it('without an answer of the server say so', async () => {
    server().disconnect(login)
    const { user } = await renderEntry('/login')
    await fill(user, await account(), 'province01')
    await user.type(password(), 'Demo@2026{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('您的网络不稳定，请检查后重试！')
  })

  it('are not sent a second time while the first answer is awaited', async () => {
    const api = server()
    const release = api.hold(login)
    const { user } = await renderEntry('/login')
    await fill(user, await account(), 'province01')
    await user.type(password(), 'Demo@2026')
    await user.click(enter())
    const busy = await screen.findByRole('button', { name: '正在登录…' })
    await user.click(busy)
    expect(api.calls(login)).toHaveLength(1)
    release()
    await waitFor(() => expect(currentAddress()).toBe('/'))
  })
})

describe('the way back after signing in', () => {
  async function signIn(address: string): Promise<void> {
    server()
    const { user } = await renderEntry(address)
    await fill(user, await account(), 'province01')
    await user.type(password(), 'Demo@2026{Enter}')
    await waitFor(() => expect(readTokenCookie()).toBe('fresh'))
  }

  it('leads to the page that was asked for, with its query', async () => {
    await signIn('/schools/schools-manage?keyword=文一&pageNum=2')
    await waitFor(() =>
      expect(currentAddress()).toBe(
        `/schools/schools-manage?keyword=${encodeURIComponent('文一')}&pageNum=2`,
      ),
    )
  })

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/x',
    'javascript:alert(1)',
    '/\t/evil.example',
  ])('never leads to another site, such as %j', async (redirect) => {
    await signIn(`/login?redirect=${encodeURIComponent(redirect)}`)
    await waitFor(() => expect(currentAddress()).toBe('/'))
  })

  it('does not lead back to an error page', async () => {
    await signIn('/login?redirect=/401')
    await waitFor(() => expect(currentAddress()).toBe('/'))
  })

  it('a page that is asked for without a session shows the sign-in page, and the address says which it was', async () => {
    server()
    await renderEntry('/schools/students-manage?orgId=5')
    await account()
    expect(currentAddress()).toBe('/login?redirect=/schools/students-manage&orgId=5')
  })
})

describe('the code by SMS after the password', () => {
  async function askForCode(api = server()) {
    api.answer(login, ({ smsCode }) => {
      if (smsCode === undefined) return CODE_ASKED
      if (smsCode !== '123456') throw new BizError(704)
      return ENTERED
    })
    const rendered = await renderEntry('/login')
    await fill(rendered.user, await account(), 'phealth01')
    await rendered.user.type(password(), 'Demo@2026{Enter}')
    const dialog = within(await screen.findByRole('dialog', { name: '短信验证' }))
    return { ...rendered, api, dialog }
  }

  it('is sent at once, to a phone that is shown masked', async () => {
    const { api, dialog } = await askForCode()
    expect(dialog.getByText('199****0002')).toBeTruthy()
    await screen.findByText('验证码发送成功！')
    expect(api.calls(sendSms)).toEqual([{ account: 'phealth01', type: SmsType.code.login }])
  })

  it('signs in together with account and password', async () => {
    const { api, dialog, user } = await askForCode()
    await user.type(dialog.getByLabelText('短信验证码'), ' 123456 {Enter}')
    await waitFor(() => expect(currentAddress()).toBe('/'))
    expect(api.calls(login).at(-1)).toEqual({
      account: 'phealth01',
      password: 'Demo@2026',
      smsCode: '123456',
    })
  })

  it('is required', async () => {
    const { api, dialog, user } = await askForCode()
    await user.click(dialog.getByRole('button', { name: '确定' }))
    expect(await dialog.findByText('请输入验证码')).toBeTruthy()
    expect(api.calls(login)).toHaveLength(1)
  })

  it('when it is wrong the dialog stays open for another', async () => {
    const { dialog, user } = await askForCode()
    await user.type(dialog.getByLabelText('短信验证码'), '000000{Enter}')
    expect(await screen.findByText('短信验证码错误')).toBeTruthy()
    expect(screen.getByRole('dialog', { name: '短信验证' })).toBeTruthy()
    expect(readTokenCookie()).toBeNull()
  })

  it('is not got rid of by Esc, only by going back', async () => {
    const { dialog, user } = await askForCode()
    await user.keyboard('{Escape}')
    expect(screen.getByRole('dialog', { name: '短信验证' })).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: '返回' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('can be sent again after sixty seconds', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
    const { api, dialog, user } = await askForCode()
    const waiting = await dialog.findByRole('button', { name: '60秒后重新发送' })
    expect(waiting).toHaveProperty('disabled', true)
    vi.setSystemTime(1_000_000 + 59_000)
    expect(await dialog.findByRole('button', { name: '1秒后重新发送' })).toHaveProperty('disabled', true)
    vi.setSystemTime(1_000_000 + 60_000)
    await user.click(await dialog.findByRole('button', { name: '重新发送' }))
    await waitFor(() => expect(api.calls(sendSms)).toHaveLength(2))
  })

  it('that could not be sent can be sent again at once', async () => {
    const { dialog } = await askForCode(server().refuse(sendSms, 701))
    expect(await screen.findByText('短信发送失败')).toBeTruthy()
    await waitFor(() =>
      expect(dialog.getByRole('button', { name: '重新发送' })).toHaveProperty('disabled', false),
    )
  })

  it('asks for a captcha before another one where the server wants it', async () => {
    const api = server()
      .answer(captcha, { captchaId: 'c1', image: 'data:image/png;base64,AA==' })
      .answer(sendSms, ({ captchaCode }) => {
        if (captchaCode !== 'ab12')
          throw new BizError(610, undefined, [{ path: ['captchaCode'], message: '' }])
        return null
      })
    const { dialog, user } = await askForCode(api)
    await user.type(await dialog.findByLabelText('图形验证码'), 'ab12')
    await dialog.findByRole('img', { name: '图形验证码' })
    await user.click(dialog.getByRole('button', { name: '重新发送' }))
    await screen.findByText('验证码发送成功！')
    expect(api.calls(sendSms).at(-1)).toMatchObject({ captchaId: 'c1', captchaCode: 'ab12' })
    await waitFor(() => expect(dialog.queryByLabelText('图形验证码')).toBeNull())
  })
})

describe('phone and code', () => {
  async function openTab() {
    const api = server().answer(loginBySms, ENTERED)
    const rendered = await renderEntry('/login')
    await rendered.user.click(await screen.findByRole('tab', { name: '短信登录' }))
    return {
      ...rendered,
      api,
      phone: screen.getByLabelText('手机号码'),
      code: screen.getByLabelText('短信验证码'),
    }
  }

  it('sign in, whatever prefix the phone is typed with', async () => {
    const { api, user, phone, code } = await openTab()
    await user.type(phone, '+8613800000001')
    await user.click(screen.getByRole('button', { name: '获取验证码' }))
    await screen.findByText('验证码发送成功！')
    const waiting = screen.getByRole('button', { name: /^\d+秒后重新获取$/ })
    expect(waiting).toHaveProperty('disabled', true)
    await user.type(code, '123456{Enter}')
    await waitFor(() => expect(currentAddress()).toBe('/'))
    expect(api.calls(sendSms)).toEqual([{ phone: '13800000001', type: SmsType.code.login }])
    expect(api.calls(loginBySms)).toEqual([{ phone: '13800000001', smsCode: '123456' }])
  })

  it('no code is sent to what is no phone', async () => {
    const { api, user, phone } = await openTab()
    await user.click(screen.getByRole('button', { name: '获取验证码' }))
    expect(await screen.findByText('请输入手机号码')).toBeTruthy()
    await user.type(phone, '1280000')
    await user.click(screen.getByRole('button', { name: '获取验证码' }))
    expect(await screen.findByText('手机号码格式有误')).toBeTruthy()
    expect(document.activeElement).toBe(phone)
    expect(api.calls(sendSms)).toEqual([])
  })

  it('a phone nobody registered is told so', async () => {
    const { api, user, phone, code } = await openTab()
    api.refuse(loginBySms, 660)
    await user.type(phone, '13800000001')
    await user.type(code, '123456{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('手机号码未注册')
  })
})

describe('the second step without an SMS', () => {
  const asks = (secondStep: 'totp' | 'password') =>
    ({ token: null, isSendSms: false, phone: null, secondStep }) as const

  async function askForTotp() {
    const api = server().answer(login, ({ totpCode }) => {
      if (totpCode === undefined) return asks('totp')
      if (totpCode === '123456' || totpCode === 'abcde-23456') return ENTERED
      const message = '验证码错误或已用过，请输入新的验证码'
      throw new BizError(REFUSALS.wrongTotpCode, message, [{ path: ['totpCode'], message }])
    })
    const rendered = await renderEntry('/login')
    await fill(rendered.user, await account(), 'province01')
    await rendered.user.type(password(), 'Demo@2026{Enter}')
    const dialog = within(await screen.findByRole('dialog', { name: '二次验证' }))
    return { ...rendered, api, dialog }
  }

  it('asks for the code of the authenticator, and sends no SMS', async () => {
    const { api, dialog, user } = await askForTotp()
    await user.type(dialog.getByLabelText('动态验证码'), '123456{Enter}')
    await waitFor(() => expect(currentAddress()).toBe('/'))
    expect(api.calls(login).at(-1)).toEqual({
      account: 'province01',
      password: 'Demo@2026',
      totpCode: '123456',
    })
    expect(api.calls(sendSms)).toEqual([])
  })

  it('says under the field what is wrong with a code, and stays for another', async () => {
    const { dialog, user } = await askForTotp()
    await user.click(dialog.getByRole('button', { name: '确定' }))
    expect((await dialog.findByRole('alert')).textContent).toBe('请输入动态验证码')
    await user.type(dialog.getByLabelText('动态验证码'), '000000{Enter}')
    expect(await dialog.findByText(/验证码错误或已用过/)).toBeTruthy()
    expect(readTokenCookie()).toBeNull()
  })

  it('takes a recovery code where the phone is not at hand', async () => {
    const { dialog, user } = await askForTotp()
    await user.click(dialog.getByRole('button', { name: '手机不在身边？' }))
    await user.type(dialog.getByLabelText('恢复码'), 'abcde-23456{Enter}')
    await waitFor(() => expect(currentAddress()).toBe('/'))
  })

  it('asks who came by phone for the password', async () => {
    const api = server().answer(loginBySms, ({ password: typed }) =>
      typed === undefined ? asks('password') : ENTERED,
    )
    const { user } = await renderEntry('/login')
    await user.click(await screen.findByRole('tab', { name: '短信登录' }))
    await user.type(screen.getByLabelText('手机号码'), '13800000001')
    await user.type(screen.getByLabelText('短信验证码'), '123456{Enter}')
    const dialog = within(await screen.findByRole('dialog', { name: '请输入密码' }))
    await user.type(dialog.getByLabelText('密码'), 'Demo@2026{Enter}')
    await waitFor(() => expect(currentAddress()).toBe('/'))
    expect(api.calls(loginBySms).at(-1)).toEqual({
      phone: '13800000001',
      smsCode: '123456',
      password: 'Demo@2026',
    })
  })
})

describe('demo accounts', () => {
  const demo = { password: 'Demo@2026', accounts: [{ account: 'city01', description: '市级教育局' }] }

  it('sign in by one click', async () => {
    const api = server().site({ demo })
    const { user } = await renderEntry('/login')
    const offered = within(await screen.findByRole('region', { name: '演示账号' }))
    await user.click(offered.getByRole('button', { name: /city01/ }))
    await waitFor(() => expect(currentAddress()).toBe('/'))
    expect(api.calls(login)).toEqual([{ account: 'city01', password: 'Demo@2026' }])
  })

  it('are not offered by a real site', async () => {
    server()
    await renderEntry('/login')
    await account()
    expect(screen.queryByRole('region', { name: '演示账号' })).toBeNull()
  })
})
