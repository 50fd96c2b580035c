import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { fill, renderConsole } from '#web/testing/render-screen.tsx'
import { userOf } from '#web/testing/samples/users.ts'

const { startTotp, confirmTotp } = sessionEndpoints
const MUST_ENROL = { ...userOf('SA', { info: { mustEnrol: true } }), permissions: [] }

it('who lacks a demanded second step sets it up, saves the codes, and is then in the console', async () => {
  const api = fakeApi()
    .answer(startTotp, { secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' })
    .answer(confirmTotp, { recoveryCodes: ['abcde-23456'] })
  const { user } = await renderConsole('/home', { api, as: MUST_ENROL })
  expect(await screen.findByText('设置登录的二次验证')).toBeTruthy()
  expect(screen.queryByRole('navigation', { name: '主菜单' })).toBeNull()
  await fill(user, await screen.findByLabelText('身份验证器上显示的6位数字'), '123456')
  await user.click(screen.getByRole('button', { name: '启用' }))
  const codes = within(await screen.findByRole('list', { name: '恢复码' }))
  expect(codes.getByText('abcde-23456')).toBeTruthy()
  expect(api.calls(startTotp)).toEqual([{}])
  api.identify(userOf('SA'))
  await user.click(screen.getByRole('button', { name: '我已保存，进入平台' }))
  expect(await screen.findByRole('navigation', { name: '主菜单' })).toBeTruthy()
})

it('can try again where the secret did not come', async () => {
  const api = fakeApi().refuse(startTotp, 503)
  const { user } = await renderConsole('/home', { api, as: MUST_ENROL })
  expect(await screen.findByText('暂时无法设置')).toBeTruthy()
  api.answer(startTotp, { secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' })
  await user.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByRole('img', { name: '身份验证器扫描用的二维码' })).toBeTruthy()
})
