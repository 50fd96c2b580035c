import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { currentAddress, fill, renderScreen } from '#web/testing/render-screen.tsx'
import { answerRoster } from '#web/testing/samples/rosters.ts'
import { userOf } from '#web/testing/samples/users.ts'

const ADDRESS = '/schools/students-manage'

async function open() {
  const api = answerRoster(fakeApi())
  const rendered = await renderScreen(ADDRESS, { api, as: userOf('SA') })
  await screen.findByRole('link', { name: '陈一诺' })
  return { ...rendered, api }
}
type Opened = Awaited<ReturnType<typeof open>>

describe('grades and classes', () => {
  async function startOn({ user }: Opened, name: string, action: string) {
    await user.click(screen.getByRole('button', { name: `${name}的操作` }))
    await user.click(await screen.findByRole('menuitem', { name: action }))
    const dialog = await screen.findByRole('dialog')
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    return within(dialog)
  }

  it('unused names are offered for new classes, others can be typed', async () => {
    const opened = await open()
    const { api, user } = opened
    api
      .answer(schoolEndpoints.unusedClassNameList, ['3班', '4班'])
      .answer(schoolEndpoints.addClass, { classIds: [113, 114] })
    const dialog = await startOn(opened, '一年级', '新增班级')
    await user.click(await dialog.findByRole('button', { name: '3班' }))
    await fill(user, dialog.getByLabelText('其他名称'), '实验班')
    await user.keyboard('{Enter}')
    await user.click(dialog.getByRole('button', { name: '新增 2 个班级' }))
    expect(await screen.findByText('已新增 2 个班级')).toBeTruthy()
    expect(api.calls(schoolEndpoints.addClass)).toEqual([{ gradeId: 11, classNames: ['3班', '实验班'] }])
    await waitFor(() => expect(currentAddress()).toBe(`${ADDRESS}?gradeId=11`))
  })

  it('a name that exists cannot be taken twice', async () => {
    const opened = await open()
    opened.api.answer(schoolEndpoints.unusedClassNameList, ['3班'])
    const dialog = await startOn(opened, '一年级', '新增班级')
    await fill(opened.user, dialog.getByLabelText('其他名称'), '1班')
    await opened.user.keyboard('{Enter}')
    expect(await dialog.findByText('1班已存在')).toBeTruthy()
    expect(dialog.getByRole('button', { name: '新增' })).toHaveProperty('disabled', true)
  })

  it('a class gets another name', async () => {
    const opened = await open()
    opened.api.answer(schoolEndpoints.editClass, { version: 2 })
    const dialog = await startOn(opened, '一年级2班', '修改班级名称')
    await fill(opened.user, dialog.getByLabelText('班级名称'), '实验班')
    await opened.user.keyboard('{Enter}')
    expect(await screen.findByText('班级名称已修改')).toBeTruthy()
    expect(opened.api.calls(schoolEndpoints.editClass)).toEqual([
      { classId: 112, className: '实验班', version: 1 },
    ])
  })

  it('a class with students cannot be deleted', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: '一年级2班的操作' }))
    const entry = await screen.findByRole('menuitem', { name: '删除班级（还有学生）' })
    expect(entry.getAttribute('aria-disabled')).toBe('true')
  })

  it('grades that the school lacks are added with their classes', async () => {
    const { api, user } = await open()
    const grades = [
      { gradeNo: 1, gradeName: '一年级', gradeId: 11 },
      { gradeNo: 3, gradeName: '三年级', gradeId: null },
    ]
    api
      .answer(schoolEndpoints.getGradeGroup, [{ prefix: 2, prefixName: '小学', grades }])
      .answer(schoolEndpoints.addGrade, { gradeId: 13 })
    await user.click(screen.getByRole('button', { name: /新增年级/ }))
    const dialog = within(await screen.findByRole('dialog', { name: '新增年级' }))
    await user.click(await dialog.findByRole('button', { name: '三年级' }))
    expect(dialog.queryByRole('button', { name: '一年级' })).toBeNull()
    await fill(user, dialog.getByLabelText('每个年级的班级数'), '4')
    expect(await dialog.findByText('建立 1班 至 4班')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: '新增' }))
    expect(await screen.findByText('已建立三年级')).toBeTruthy()
    expect(api.calls(schoolEndpoints.addGrade)).toEqual([
      { orgId: 100, prefix: 2, gradeNo: 3, classCount: 4 },
    ])
  })
})
