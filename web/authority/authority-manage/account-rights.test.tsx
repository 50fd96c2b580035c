import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { authorityEndpoints } from '#contract/authority/endpoints.ts'
import type { AccountPermissions, AccountRow } from '#contract/authority/schemas.ts'
import { RoleType } from '#contract/core/codes.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { accountRow } from '#web/testing/samples/accounts.ts'
import { GRADES, pageOf } from '#web/testing/samples/schools.ts'
import { ORG_IDS, userOf } from '#web/testing/samples/users.ts'
import { findRow } from '#web/testing/screen-actions.ts'

const { accountPageList, accountPermissions, grantPermissions } = authorityEndpoints
const { assignClasses, getClassByOrg, teacherScope } = schoolEndpoints

/** Students with viewing and adding below it, of which only the first two come with the role. */
const PERMISSIONS: AccountPermissions = {
  version: 6,
  permissions: [
    permission(1045, '学生管理', null, { held: true, byRole: true }),
    permission(1046, '查看学生', 1045, { held: true, byRole: true }),
    permission(1047, '新增学生', 1045, {}),
    permission(2012, '删除学生', 1045, { changeable: false }),
  ],
  explanation: ['角色：班主任', '数据范围：本机构'],
}

function permission(
  id: number,
  name: string,
  parentId: number | null,
  change: Partial<AccountPermissions['permissions'][number]>,
) {
  return {
    id,
    name,
    parentId,
    kind: 'menu' as const,
    held: false,
    byRole: false,
    changeable: true,
    ...change,
  }
}

async function open(row: AccountRow, api = fakeApi()) {
  api
    .answer(accountPageList, pageOf([row]))
    .answer(accountPermissions, PERMISSIONS)
    .answer(getClassByOrg, GRADES)
    .answer(teacherScope, { userId: 21, orgId: ORG_IDS.school, classIds: [111], gradeIds: [] })
  const rendered = await renderScreen('/authority/authority-manage', { api, as: userOf('SA') })
  return { ...rendered, api }
}

async function openDrawer(action: string, name: string, row = accountRow()) {
  const opened = await open(row)
  const { user } = opened
  await user.click((await findRow('teacher01')).getByRole('button', { name: action }))
  const drawer = within(await screen.findByRole('dialog', { name }))
  return { ...opened, drawer, save: drawer.getByRole('button', { name: '保存' }) }
}

describe('the permissions of an account', () => {
  const openPermissions = () => openDrawer('权限', '孙老师（teacher01）的权限')
  type Drawer = Awaited<ReturnType<typeof openPermissions>>['drawer']
  const lineOf = async (drawer: Drawer, name: string) =>
    within((await drawer.findByText(name)).closest<HTMLElement>('.ant-tree-treenode') ?? document.body)
  const boxOf = async (drawer: Drawer, name: string) => (await lineOf(drawer, name)).getByRole('checkbox')
  const isTicked = async (drawer: Drawer, name: string) =>
    (await boxOf(drawer, name)).getAttribute('aria-checked') === 'true'

  it('say where they come from, and which are not for the user to give', async () => {
    const { drawer } = await openPermissions()
    expect((await lineOf(drawer, '查看学生')).getByText('角色默认')).toBeTruthy()
    expect((await lineOf(drawer, '删除学生')).getByText('您本人没有此权限，不能授予')).toBeTruthy()
    expect(drawer.getByText('数据范围：本机构')).toBeTruthy()
  })

  it('change together with what lies above and below, and only then can be saved', async () => {
    const { api, drawer, save, user } = await openPermissions()
    expect(await isTicked(drawer, '查看学生')).toBe(true)
    expect(save).toHaveProperty('disabled', true)
    await user.click(await boxOf(drawer, '学生管理'))
    expect(await isTicked(drawer, '查看学生')).toBe(false)
    expect((await lineOf(drawer, '查看学生')).getByText('已收回')).toBeTruthy()
    await user.click(await boxOf(drawer, '新增学生'))
    expect(await isTicked(drawer, '学生管理')).toBe(true)
    expect((await lineOf(drawer, '新增学生')).getByText('额外授予')).toBeTruthy()
    api.answer(grantPermissions, { version: 7 })
    await user.click(save)
    expect(await screen.findByText('权限已保存，对方的下一次操作即生效')).toBeTruthy()
    const [sent] = api.calls(grantPermissions)
    expect(sent).toMatchObject({ userId: 21, version: 6 })
    expect(sent?.permissionIds.toSorted()).toEqual([1045, 1047])
  })

  it('can be put back as they were', async () => {
    const { api, drawer, save, user } = await openPermissions()
    await user.click(await boxOf(drawer, '新增学生'))
    await user.click(drawer.getByRole('button', { name: '撤销修改' }))
    expect(await isTicked(drawer, '新增学生')).toBe(false)
    expect(save).toHaveProperty('disabled', true)
    expect(api.calls(grantPermissions)).toEqual([])
  })

  it('that somebody else changed meanwhile are read again', async () => {
    const { api, drawer, save, user } = await openPermissions()
    await user.click(await boxOf(drawer, '新增学生'))
    api.refuse(grantPermissions, REFUSALS.changedMeanwhile, '数据已被他人修改，请刷新后重试')
    await user.click(save)
    expect(await screen.findByText('数据已被他人修改，请刷新后重试')).toBeTruthy()
    await waitFor(() => expect(api.calls(accountPermissions)).toHaveLength(2))
  })
})

describe('the classes of a teacher', () => {
  const openClasses = (row = accountRow()) =>
    openDrawer('班级', `孙老师负责的${row.roleType === RoleType.code.gradeHead ? '年级' : '班级'}`, row)

  it('are ticked as they are, and sent as they shall be', async () => {
    const { api, drawer, save, user } = await openClasses()
    expect(await drawer.findByText('已选 1 个班级')).toBeTruthy()
    const first = await drawer.findByRole<HTMLInputElement>('checkbox', { name: '1班（40人）' })
    expect(first.checked).toBe(true)
    expect(save).toHaveProperty('disabled', true)
    await user.click(drawer.getByRole('checkbox', { name: '1班（41人）' }))
    expect(drawer.getByText('已选 2 个班级')).toBeTruthy()
    api.answer(assignClasses, null)
    await user.click(save)
    expect(await screen.findByText('班级已分配，对方的下一次操作即生效')).toBeTruthy()
    expect(api.calls(assignClasses)).toMatchObject([{ userId: 21, classIds: [111, 121] }])
  })

  it('of a grade are taken at once', async () => {
    const { drawer, user } = await openClasses()
    const grade = within(await drawer.findByRole('group', { name: '一年级' }))
    await user.click(grade.getByRole('checkbox', { name: '全选' }))
    expect(drawer.getByText('已选 2 个班级')).toBeTruthy()
  })

  it('taken away altogether are warned about', async () => {
    const { drawer, user } = await openClasses()
    await user.click(await drawer.findByRole('checkbox', { name: '1班（40人）' }))
    expect(drawer.getByText('未分配班级，登录后看不到学生')).toBeTruthy()
  })

  it('are grades where the account is that of a grade head', async () => {
    const { api, drawer, save, user } = await openClasses(accountRow({ roleType: RoleType.code.gradeHead }))
    await user.click(await drawer.findByRole('checkbox', { name: '二年级（1个班，41人）' }))
    api.answer(assignClasses, null)
    await user.click(save)
    await waitFor(() => expect(api.calls(assignClasses)).toMatchObject([{ userId: 21, gradeIds: [12] }]))
  })

  it('that have graduated meanwhile fall away, and the rest is read again', async () => {
    const { api, drawer, save, user } = await openClasses()
    await user.click(await drawer.findByRole('checkbox', { name: '1班（41人）' }))
    api.refuse(assignClasses, 700, '班级不存在').answer(getClassByOrg, GRADES.slice(0, 1))
    await user.click(save)
    await waitFor(() => expect(drawer.queryByRole('checkbox', { name: '1班（41人）' })).toBeNull())
    expect(drawer.getByRole('checkbox', { name: '1班（40人）' })).toBeTruthy()
  })
})
