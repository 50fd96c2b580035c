import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { areaEndpoints } from '#contract/areas/endpoints.ts'
import { authorityEndpoints } from '#contract/authority/endpoints.ts'
import type { AccountRow } from '#contract/authority/schemas.ts'
import { ApprovalStatus, DataRangeType, OrgProperty, OrgType, RoleType } from '#contract/core/codes.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { orgEndpoints } from '#contract/orgs/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { choose, currentAddress, fill, renderScreen } from '#web/testing/render-screen.tsx'
import { accountRow, orgOption, quota } from '#web/testing/samples/accounts.ts'
import { AREA_TREE, DISTRICT } from '#web/testing/samples/areas.ts'
import { pageOf } from '#web/testing/samples/schools.ts'
import { ORG_IDS, userOf } from '#web/testing/samples/users.ts'
import { confirm, findRow, goBack } from '#web/testing/screen-actions.ts'

const ADDRESS = '/authority/authority-manage'
const {
  accountPageList,
  accountQuota,
  addAccount,
  editAccount,
  resetAccountPassword,
  setAccountEnabled,
  unlockAccount,
} = authorityEndpoints
const ISSUED = { userId: 30, password: 'Once-2026', validHours: 72 }

function server(list: AccountRow[] = [accountRow()], total = list.length) {
  return fakeApi()
    .answer(accountPageList, ({ pageNum, pageSize }) => ({ ...pageOf(list, total), pageNum, pageSize }))
    .answer(accountQuota, quota())
    .answer(orgEndpoints.orgList, pageOf([orgOption()]))
    .answer(areaEndpoints.regionTree, AREA_TREE)
}

async function open(as = userOf('GD'), api = server(), address = ADDRESS) {
  const rendered = await renderScreen(address, { api, as })
  return { ...rendered, api }
}
const actionsOf = (row: Awaited<ReturnType<typeof findRow>>) =>
  row.queryAllByRole('button').map(({ textContent }) => textContent)

describe('the list of accounts', () => {
  it('says who has no classes yet, who is locked and who never signed in', async () => {
    const idle = accountRow({ userId: 22, account: 'teacher02', assignedCount: 0, lastLoginAt: null })
    const locked = accountRow({ userId: 23, account: 'teacher03', locked: true })
    const stopped = accountRow({ userId: 24, account: 'teacher04', enabled: false })
    await open(userOf('SA'), server([accountRow(), idle, locked, stopped]))
    expect((await findRow('teacher01')).getByText('1 个班级')).toBeTruthy()
    const second = await findRow('teacher02')
    expect(second.getByText('未分配班级').title).toBe('登录后看不到学生，请分配班级')
    expect(second.getByText('从未登录')).toBeTruthy()
    expect((await findRow('teacher03')).getByText('锁定')).toBeTruthy()
    expect((await findRow('teacher04')).getByText('停用', { selector: '.ant-tag' })).toBeTruthy()
  })

  it('offers only what may be done with an account', async () => {
    const other = accountRow({ userId: 25, account: 'admin0001', manageable: false })
    const own = accountRow({ userId: 7, account: 'sample01', manageable: false })
    await open(userOf('SA'), server([accountRow(), other, own]))
    expect(actionsOf(await findRow('teacher01'))).toEqual(['编辑', '权限', '班级', '停用', '重置密码'])
    expect((await findRow('admin0001')).getByText('不在您的管理权限内')).toBeTruthy()
    expect((await findRow('sample01')).getByText('本人账号')).toBeTruthy()
  })

  it('has no button for what the user may not do', async () => {
    const as = userOf('HA', { without: ['accountAdd', 'accountGrant'] })
    const row = accountRow({ orgType: OrgType.code.hospital, roleType: RoleType.code.screener })
    await open(as, server([row]))
    expect(actionsOf(await findRow('teacher01'))).toEqual(['编辑', '停用', '重置密码'])
    expect(screen.queryByRole('button', { name: /新增账号/ })).toBeNull()
  })

  it('asks nobody with a single organisation which one he means', async () => {
    await open(userOf('SA'))
    await findRow('teacher01')
    expect(screen.queryByRole('combobox', { name: '机构类型' })).toBeNull()
    expect(screen.queryByRole('combobox', { name: '所属机构' })).toBeNull()
  })

  it('tells a bureau whose accounts it looks after, and offers no others', async () => {
    const { api, user } = await open(userOf('GD'))
    expect(await screen.findByText(/^教育局管理下级教育局和学校的账号/)).toBeTruthy()
    await user.click(screen.getByRole('combobox', { name: '机构类型' }))
    const offered = { selector: '.ant-select-item-option-content' }
    expect(await screen.findByText('学校', offered)).toBeTruthy()
    expect(screen.queryByText('医院', offered)).toBeNull()
    expect(api.calls(orgEndpoints.orgList).every(({ purpose }) => purpose === 'accounts')).toBe(true)
  })

  it('tells a health commission the same of its line', async () => {
    await open(userOf('GD', { info: { orgProperty: OrgProperty.code.healthCommission } }))
    expect(await screen.findByText(/^卫健委管理下级卫健委、医院和社会筛查机构的账号/)).toBeTruthy()
  })

  it('without accounts says how the first one gets in', async () => {
    await open(userOf('SA'), server([]))
    expect(await screen.findByText('还没有账号')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: /新增账号/ })).toHaveLength(2)
  })

  it('that cannot be loaded can be asked for again', async () => {
    const { api, user } = await open(userOf('SA'), server().refuse(accountPageList, 500))
    expect(await screen.findByText('列表加载失败')).toBeTruthy()
    api.answer(accountPageList, pageOf([accountRow()]))
    await user.click(screen.getByRole('button', { name: '重试' }))
    await findRow('teacher01')
  })
})

describe('the filters', () => {
  it('stand in the address one after the other, and the way back takes them away again', async () => {
    const { api, user } = await open()
    await findRow('teacher01')
    await choose(user, screen.getByRole('combobox', { name: '机构类型' }), '学校')
    await waitFor(() => expect(currentAddress()).toBe(`${ADDRESS}?orgType=10`))
    await choose(user, screen.getByRole('combobox', { name: '角色' }), '班主任')
    await waitFor(() => expect(currentAddress()).toBe(`${ADDRESS}?orgType=10&roleType=45`))
    await fill(user, screen.getByLabelText('账号或姓名'), 'teacher')
    await user.keyboard('{Enter}')
    await waitFor(() =>
      expect(api.calls(accountPageList).at(-1)).toMatchObject({
        orgType: OrgType.code.school,
        roleType: RoleType.code.classTeacher,
        keyword: 'teacher',
      }),
    )
    expect(currentAddress()).toBe(`${ADDRESS}?orgType=10&roleType=45&keyword=teacher`)
    await goBack()
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('账号或姓名').value).toBe(''))
    await user.click(screen.getByRole('button', { name: '清空筛选' }))
    await waitFor(() => expect(currentAddress()).toBe(ADDRESS))
  })

  it('are read from the address', async () => {
    const address = `${ADDRESS}?orgType=10&roleType=45&keyword=teacher&pageNum=2`
    const { api } = await open(userOf('GD'), server([accountRow()], 21), address)
    await findRow('teacher01')
    expect(api.calls(accountPageList)).toEqual([
      { orgType: 10, roleType: 45, keyword: 'teacher', pageNum: 2, pageSize: 20 },
    ])
    expect(screen.getByLabelText<HTMLInputElement>('账号或姓名').value).toBe('teacher')
    expect(screen.getByText('班主任', { selector: 'search *' })).toBeTruthy()
  })

  it('that fit nobody say so', async () => {
    await open(userOf('GD'), server([]), `${ADDRESS}?keyword=nobody-has-this`)
    expect(await screen.findByText('没有符合条件的数据')).toBeTruthy()
  })

  it('a page that does not exist leads to the last one', async () => {
    const api = server().answer(accountPageList, ({ pageNum, pageSize }) => ({
      ...pageOf(pageNum > 2 ? [] : [accountRow()], 60),
      pageNum,
      pageSize,
    }))
    await open(userOf('GD'), api, `${ADDRESS}?pageNum=999&pageSize=50`)
    await findRow('teacher01')
    expect(currentAddress()).toBe(`${ADDRESS}?pageNum=2&pageSize=50`)
  })
})

describe('a new account', () => {
  async function openDrawer(as = userOf('SA'), api = server()) {
    const opened = await open(as, api.answer(addAccount, ISSUED))
    await opened.user.click((await screen.findAllByRole('button', { name: /新增账号/ }))[0] as HTMLElement)
    const drawer = within(await screen.findByRole('dialog', { name: '新增账号' }))
    return { ...opened, drawer, submit: drawer.getByRole('button', { name: '新增' }) }
  }
  type Opened = Awaited<ReturnType<typeof openDrawer>>

  async function writeTeacher({ drawer, user }: Opened, account = 'newteacher1') {
    await fill(user, await drawer.findByLabelText('账号'), account)
    await fill(user, drawer.getByLabelText('姓名'), '张新')
    await fill(user, drawer.getByLabelText('手机号码'), '19966660001')
    await user.click(drawer.getByRole('radio', { name: '班主任' }))
  }

  it('needs a name, a phone and a role', async () => {
    const { api, drawer, submit, user } = await openDrawer()
    await drawer.findByText('账号名额')
    await user.click(submit)
    for (const message of ['请输入用户名', '请输入姓名', '请输入手机号码', '请选择角色']) {
      expect(await drawer.findByText(message)).toBeTruthy()
    }
    expect(api.calls(addAccount)).toEqual([])
  })

  it('is told on leaving a field what is wrong with it', async () => {
    const { drawer, user } = await openDrawer()
    await fill(user, await drawer.findByLabelText('账号'), '12345678')
    await fill(user, drawer.getByLabelText('姓名'), '<b>张</b>')
    await user.tab()
    expect(await drawer.findByText(/^用户名由6-16位字母和数字组成/)).toBeTruthy()
    expect(await drawer.findByText('请输入2-15个中文或英文字符')).toBeTruthy()
  })

  it('gets a password that is shown once and closed by its button alone', async () => {
    const opened = await openDrawer()
    const { api, submit, user } = opened
    await writeTeacher(opened)
    await user.click(submit)
    const shown = within(await screen.findByRole('dialog', { name: '账号已新增' }))
    expect(shown.getByText('Once-2026')).toBeTruthy()
    expect(shown.getByText('此密码只显示这一次')).toBeTruthy()
    expect(shown.getByText('未分配班级，登录后看不到学生')).toBeTruthy()
    expect(api.calls(addAccount)).toEqual([
      {
        orgId: ORG_IDS.school,
        account: 'newteacher1',
        realName: '张新',
        phone: '19966660001',
        roleType: RoleType.code.classTeacher,
        isSuper: false,
        dataRangeType: DataRangeType.code.own,
        dataRangeProvinceId: null,
        dataRangeCityId: null,
        dataRangeRegionId: null,
      },
    ])
    await user.keyboard('{Escape}')
    expect(screen.getByText('Once-2026')).toBeTruthy()
    await user.click(shown.getByRole('button', { name: '我已保存，关闭' }))
    await waitFor(() => expect(screen.queryByText('Once-2026')).toBeNull())
  })

  it('whose name is taken hears it at the field', async () => {
    const opened = await openDrawer()
    const message = '用户名已存在'
    opened.api.refuse(addAccount, 700, message, [{ path: ['account'], message }])
    await writeTeacher(opened)
    await opened.user.click(opened.submit)
    expect(await opened.drawer.findByText(message)).toBeTruthy()
    expect(screen.queryByRole('dialog', { name: '账号已新增' })).toBeNull()
  })

  it('cannot have a role without a free place', async () => {
    const full = quota({ screener: { used: 10, limit: 10 } })
    const { drawer } = await openDrawer(userOf('SA'), server().answer(accountQuota, full))
    expect(await drawer.findByText('筛查员 10/10 已满')).toBeTruthy()
    expect(drawer.getByRole('radio', { name: '筛查员（名额已满）' })).toHaveProperty('disabled', true)
  })

  it('is impossible where the user may give no role', async () => {
    const { drawer, submit } = await openDrawer(
      userOf('SA'),
      server().answer(accountQuota, quota({ roles: [] })),
    )
    expect(await drawer.findByText('您不能在该机构新增账号')).toBeTruthy()
    expect(submit).toHaveProperty('disabled', true)
  })

  it('cannot be sent before its fields are there, and they can be asked for again', async () => {
    const api = server().refuse(accountQuota, 500)
    const release = api.hold(accountQuota)
    const { drawer, submit, user } = await openDrawer(userOf('SA'), api)
    expect(submit).toHaveProperty('disabled', true)
    release()
    await drawer.findByText('账号名额加载失败')
    expect(submit).toHaveProperty('disabled', true)
    api.answer(accountQuota, quota())
    await user.click(drawer.getByRole('button', { name: '重试' }))
    await drawer.findByLabelText('账号')
    expect(submit).toHaveProperty('disabled', false)
  })

  it('of a bureau is offered its only role and its whole area', async () => {
    const bureau = orgOption({ orgId: 9, orgName: '西湖区卫健局', orgType: OrgType.code.government })
    const waiting = orgOption({ orgId: 10, orgName: '待审小学', status: ApprovalStatus.code.pending })
    const api = server()
      .answer(orgEndpoints.orgList, pageOf([bureau, waiting]))
      .answer(accountQuota, quota({ roles: [RoleType.code.admin] }))
    const { drawer, submit, user } = await openDrawer(userOf('GD'), api)
    expect(drawer.getByText('选择所属机构后，继续填写账号、角色和数据范围')).toBeTruthy()
    await user.click(drawer.getByLabelText('所属机构'))
    expect(await screen.findByText('待审小学')).toBeTruthy()
    await choose(user, drawer.getByLabelText('所属机构'), '西湖区卫健局')
    await fill(user, await drawer.findByLabelText('账号'), 'officer01')
    await fill(user, drawer.getByLabelText('姓名'), '钱干部')
    await fill(user, drawer.getByLabelText('手机号码'), '19966660002')
    await user.click(submit)
    await waitFor(() =>
      expect(api.calls(addAccount)).toMatchObject([
        {
          orgId: 9,
          roleType: RoleType.code.admin,
          dataRangeType: DataRangeType.code.region,
          dataRangeProvinceId: DISTRICT.provinceId,
          dataRangeCityId: DISTRICT.cityId,
          dataRangeRegionId: DISTRICT.regionId,
        },
      ]),
    )
  })
})

describe('one account', () => {
  const press = async (action: string) => (await findRow('teacher01')).getByRole('button', { name: action })

  it('is edited with the version that was seen', async () => {
    const { api, user } = await open(userOf('SA'))
    api.answer(editAccount, { version: 5 })
    await user.click(await press('编辑'))
    const drawer = within(await screen.findByRole('dialog', { name: '编辑账号 teacher01' }))
    await fill(user, await drawer.findByLabelText('姓名'), '孙小老师')
    await user.click(drawer.getByRole('button', { name: '保存' }))
    expect(await screen.findByText('账号已保存')).toBeTruthy()
    expect(api.calls(editAccount)).toMatchObject([
      { userId: 21, version: 4, realName: '孙小老师', roleType: RoleType.code.classTeacher },
    ])
  })

  it('that somebody else changed is read again', async () => {
    const { api, user } = await open(userOf('SA'))
    api.refuse(editAccount, REFUSALS.changedMeanwhile, '数据已被他人修改，请刷新后重试')
    await user.click(await press('编辑'))
    const drawer = within(await screen.findByRole('dialog', { name: '编辑账号 teacher01' }))
    await drawer.findByLabelText('姓名')
    await user.click(drawer.getByRole('button', { name: '保存' }))
    expect(await screen.findByText('数据已被他人修改，请刷新后重试')).toBeTruthy()
    await waitFor(() => expect(api.calls(accountPageList)).toHaveLength(2))
  })

  it('is stopped after a question', async () => {
    const { api, user } = await open(userOf('SA'))
    api.answer(setAccountEnabled, { version: 5 })
    await confirm(user, await press('停用'))
    expect(await screen.findByText('账号已停用')).toBeTruthy()
    expect(api.calls(setAccountEnabled)).toEqual([{ userId: 21, enabled: false }])
  })

  it('is unlocked where it is locked', async () => {
    const { api, user } = await open(userOf('SA'), server([accountRow({ locked: true })]))
    api.answer(unlockAccount, null)
    await confirm(user, await press('解锁'))
    expect(await screen.findByText('账号已解锁')).toBeTruthy()
    expect(api.calls(unlockAccount)).toEqual([{ userId: 21 }])
  })

  it('gets another password, shown once', async () => {
    const { api, user } = await open(userOf('SA'))
    api.answer(resetAccountPassword, ISSUED)
    await confirm(user, await press('重置密码'))
    const shown = within(await screen.findByRole('dialog', { name: '密码已重置' }))
    expect(shown.getByText('teacher01（孙老师）')).toBeTruthy()
    expect(shown.getByText('Once-2026')).toBeTruthy()
    expect(shown.queryByText('未分配班级，登录后看不到学生')).toBeNull()
  })

  it('loses its second step where it has an authenticator, after a question', async () => {
    const { api, user } = await open(userOf('SA'), server([accountRow({ totp: true })]))
    api.answer(sessionEndpoints.resetSecondStep, null)
    await confirm(user, await press('重置验证'))
    expect(await screen.findByText('二次验证已重置')).toBeTruthy()
    expect(api.calls(sessionEndpoints.resetSecondStep)).toEqual([{ userId: 21 }])
  })

  it('without an authenticator has no second step to lose', async () => {
    await open(userOf('SA'))
    expect(await screen.findByText('重置密码')).toBeTruthy()
    expect(screen.queryByText('重置验证')).toBeNull()
  })
})
