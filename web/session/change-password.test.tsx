import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { queryClient } from '#web/core/api/query-client.ts'
import { signIn } from '#web/core/session/session-store.ts'
import { loadSite } from '#web/core/site.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { fill } from '#web/testing/render-screen.tsx'
import { userOf } from '#web/testing/samples/users.ts'
import { ChangePasswordDialog } from './change-password-dialog.tsx'

const { changePassword } = sessionEndpoints
const FORMAT = '密码只能包含字母、数字、下划线，且长度为6~16'

async function open({ mandatory = false, sms = true } = {}) {
  const api = fakeApi().site({ sms }).identify(userOf('SA')).answer(changePassword, null)
  signIn('token of the test')
  await loadSite()
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
  const onCancel = vi.fn()
  render(
    <QueryClientProvider client={queryClient}>
      <ChangePasswordDialog onCancel={mandatory ? undefined : onCancel} />
    </QueryClientProvider>,
  )
  const dialog = within(await screen.findByRole('dialog', { name: '修改密码' }))
  const type = async (label: string, text: string) => {
    await fill(user, dialog.getByLabelText(label), text)
    await user.tab()
  }
  return { api, dialog, onCancel, type, user }
}

describe('changing the password', () => {
  it('asks for all three', async () => {
    const { api, dialog, user } = await open()
    await user.click(dialog.getByRole('button', { name: /确\s*定/ }))
    for (const message of ['请输入初始密码', '请输入新密码', '请再次输入新密码']) {
      expect(await dialog.findByText(message)).toBeTruthy()
    }
    expect(api.calls(changePassword)).toEqual([])
  })

  it('says of each field what is missing when it is left', async () => {
    const { dialog, user } = await open()
    await user.click(dialog.getByLabelText('初始密码'))
    for (const [next, message] of [
      ['新密码', '请输入初始密码'],
      ['确认密码', '请输入新密码'],
      ['新密码', '请再次输入新密码'],
    ] as const) {
      expect(dialog.queryByText(message)).toBeNull()
      await user.click(dialog.getByLabelText(next))
      expect(await dialog.findByText(message)).toBeTruthy()
    }
  })

  it.each(['abc12', 'abcdefgh_12345678', 'river7!Stone', '密码密码密码'])(
    'refuses the new password %s on leaving the field',
    async (password) => {
      const { dialog, type } = await open()
      await type('新密码', password)
      expect(await dialog.findByText(FORMAT)).toBeTruthy()
    },
  )

  it('refuses a confirmation that differs', async () => {
    const { api, dialog, type, user } = await open()
    await type('初始密码', 'river_7Stone')
    await type('新密码', 'lake_8Stone')
    await type('确认密码', 'lake_9Stone')
    expect(await dialog.findByText('两次输入密码不一致!')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: /确\s*定/ }))
    expect(api.calls(changePassword)).toEqual([])
  })

  it('refuses a new password that no longer equals its confirmation', async () => {
    const { dialog, type } = await open()
    await type('新密码', 'lake_8Stone')
    await type('确认密码', 'lake_8Stone')
    expect(dialog.queryByText('两次输入密码不一致!')).toBeNull()
    await type('新密码', 'lake_9Stone')
    expect(await dialog.findByText('两次输入密码不一致!')).toBeTruthy()
  })

  it('sends both without the blanks around them', async () => {
    const { api, type, dialog, user } = await open()
    await type('初始密码', ' river_7Stone ')
    await type('新密码', ' lake_8Stone')
    await type('确认密码', 'lake_8Stone ')
    await user.click(dialog.getByRole('button', { name: /确\s*定/ }))
    await waitFor(() =>
      expect(api.calls(changePassword)).toEqual([
        { oldPassword: 'river_7Stone', newPassword: 'lake_8Stone' },
      ]),
    )
  })

  it('that is refused for the old password says so at its field', async () => {
    const { api, dialog, type, user } = await open()
    const message = '原密码错误'
    api.refuse(changePassword, 607, message, [{ path: ['oldPassword'], message }])
    await type('初始密码', 'wrong_7Stone')
    await type('新密码', 'lake_8Stone')
    await type('确认密码', 'lake_8Stone')
    await user.click(dialog.getByRole('button', { name: /确\s*定/ }))
    expect(await dialog.findByText(message)).toBeTruthy()
    expect(dialog.getByLabelText('新密码')).toHaveProperty('value', 'lake_8Stone')
  })

  it('can be called off', async () => {
    const { api, dialog, onCancel, user } = await open()
    await user.click(dialog.getByRole('button', { name: /取\s*消/ }))
    expect(onCancel).toHaveBeenCalledOnce()
    expect(api.calls(changePassword)).toEqual([])
  })

  it('offers no reset by SMS where none can be sent', async () => {
    const { dialog } = await open({ sms: false })
    expect(dialog.queryByRole('button', { name: '忘记初始密码？' })).toBeNull()
  })

  it('that is mandatory leaves no way out', async () => {
    const { dialog } = await open({ mandatory: true })
    expect(dialog.queryByRole('button', { name: /取\s*消/ })).toBeNull()
    expect(dialog.queryByRole('button', { name: /Close|关闭/ })).toBeNull()
    expect(dialog.queryByRole('button', { name: '忘记初始密码？' })).toBeNull()
  })
})
