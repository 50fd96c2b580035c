import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { fill, renderScreen } from '#web/testing/render-screen.tsx'
import { pageOf } from '#web/testing/samples/schools.ts'
import { type SampleUser, userOf } from '#web/testing/samples/users.ts'

const ADDRESS = '/schools/student-history'
const { historyPageList } = studentEndpoints

async function open(as: SampleUser) {
  const api = fakeApi()
    .answer(historyPageList, pageOf([]))
    .answer(studentEndpoints.historyTypes, [])
    .answer(schoolEndpoints.searchSchool, pageOf([]))
  const rendered = await renderScreen(ADDRESS, { api, as })
  await waitFor(() => expect(api.calls(historyPageList)).toHaveLength(1))
  return { ...rendered, api }
}
const lastAsked = (api: Awaited<ReturnType<typeof open>>['api']) => api.calls(historyPageList).at(-1)

describe('names above the school', () => {
  it('are asked for with a reason that says what for, and hidden again', async () => {
    const { api, user } = await open(userOf('GD'))
    expect(lastAsked(api)).not.toHaveProperty('nameReason')
    await user.click(screen.getByRole('button', { name: '显示姓名' }))
    const dialog = within(await screen.findByRole('dialog'))
    await fill(user, dialog.getByLabelText('用途'), '看看')
    await user.click(dialog.getByRole('button', { name: /显\s*示/ }))
    expect(await dialog.findByText('请写明用途，至少4个字')).toBeTruthy()
    await fill(user, dialog.getByLabelText('用途'), '核对学生名单')
    await user.click(dialog.getByRole('button', { name: /显\s*示/ }))
    await waitFor(() => expect(lastAsked(api)).toMatchObject({ nameReason: '核对学生名单' }))
    await user.click(await screen.findByRole('button', { name: '隐藏姓名' }))
    expect(await screen.findByRole('button', { name: '显示姓名' })).toBeTruthy()
  })

  it('are not offered inside a school', async () => {
    await open(userOf('SA'))
    expect(screen.queryByRole('button', { name: '显示姓名' })).toBeNull()
  })

  it('are not offered without the permission', async () => {
    await open(userOf('GD', { without: ['studentReveal'] }))
    expect(screen.queryByRole('button', { name: '显示姓名' })).toBeNull()
  })
})
