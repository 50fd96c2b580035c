import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Sex } from '#contract/core/codes.ts'
import type { ClassNumbers } from '#contract/eyesight/monitoring.ts'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { fill, renderScreen } from '#web/testing/render-screen.tsx'
import { classGrid, FakeClass } from '#web/testing/samples/screening.ts'
import { userOf } from '#web/testing/samples/users.ts'

const ADDRESS = '/eyesight/class-details?taskId=31&classId=111'
const { classNumbers, fillNumbers, saveClassNumbers } = recordEndpoints

const numbers = (change: Partial<ClassNumbers> = {}): ClassNumbers => ({
  lockedReason: null,
  rows: [
    { recordId: 1, studentName: '陈一诺', sex: Sex.code.female, number: 101 },
    { recordId: 2, studentName: '林小宇', sex: Sex.code.male, number: null },
  ],
  ...change,
})

async function openNumbers(answer = numbers(), profile: 'HS' | 'ST' = 'HS') {
  const api = fakeApi().answer(classNumbers, answer)
  new FakeClass(api, classGrid())
  const rendered = await renderScreen(ADDRESS, { api, as: userOf(profile) })
  await screen.findByRole('heading', { name: '文一路小学 一年级1班' })
  await rendered.user.click(screen.getByRole('button', { name: '学生编码' }))
  const drawer = within(await screen.findByRole('dialog', { name: '学生编码' }))
  await drawer.findByText('陈一诺')
  return { ...rendered, api, drawer }
}

describe('numbers of a class', () => {
  it('are given in order to who has none', async () => {
    const { api, drawer, user } = await openNumbers()
    api.answer(fillNumbers, { given: 1, without: 0 })
    await user.click(drawer.getByRole('button', { name: '按名单顺序补编' }))
    expect(await screen.findByText('已编码 1 人')).toBeTruthy()
    expect(api.calls(fillNumbers)).toEqual([{ taskId: 31, classId: 111 }])
    expect(api.calls(classNumbers).length).toBeGreaterThan(1)
  })

  it('are changed one by one: four digits, only what was changed is sent', async () => {
    const { api, drawer, user } = await openNumbers()
    api.answer(saveClassNumbers, numbers())
    const field = drawer.getByLabelText('林小宇的编码')
    await fill(user, field, '1a')
    expect(drawer.getByRole('button', { name: /^保\s*存$/ })).toHaveProperty('disabled', true)
    await fill(user, field, '0133')
    await user.click(drawer.getByRole('button', { name: /^保\s*存$/ }))
    await waitFor(() =>
      expect(api.calls(saveClassNumbers)).toEqual([
        { taskId: 31, classId: 111, rows: [{ recordId: 2, number: 133 }] },
      ]),
    )
    expect(await screen.findByText('编码已保存')).toBeTruthy()
  })

  it('are read by who may not give them, or not any longer', async () => {
    const { drawer } = await openNumbers(numbers(), 'ST')
    expect(drawer.getByText('0101')).toBeTruthy()
    expect(drawer.getByText('未编')).toBeTruthy()
    expect(drawer.queryByRole('button', { name: /^保\s*存$/ })).toBeNull()
  })

  it('say why they cannot be changed', async () => {
    const { drawer } = await openNumbers(numbers({ lockedReason: '计划“秋季”已归档，不能再修改' }))
    expect(drawer.getByText('计划“秋季”已归档，不能再修改')).toBeTruthy()
    expect(drawer.queryByLabelText('林小宇的编码')).toBeNull()
  })
})
