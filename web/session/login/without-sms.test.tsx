import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderEntry } from '#web/testing/render-screen.tsx'

const account = () => screen.findByLabelText('用户名')

describe('where no SMS can be sent', () => {
  async function openWithout() {
    fakeApi().answer(sessionEndpoints.loginModels, [{ id: 1, name: '账号登录', code: 'account' }])
    const rendered = await renderEntry('/login')
    await account()
    await waitFor(() => expect(screen.queryByText('注册机构')).toBeNull())
    return rendered
  }

  it('neither signing in by one nor registering is offered', async () => {
    await openWithout()
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['账号登录'])
  })

  it('who has forgotten the password learns whom to ask', async () => {
    const { user } = await openWithout()
    await user.click(screen.getByRole('button', { name: '忘记密码？' }))
    expect(screen.getByText(/请联系所在机构或上级部门的管理员重置/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '返回登录' }))
    expect(await account()).toBeTruthy()
  })
})
