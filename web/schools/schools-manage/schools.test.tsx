import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { areaEndpoints } from '#contract/areas/endpoints.ts'
import { ApprovalStatus, OrgProperty, SchoolLevel, SchoolNewType, SchoolStage } from '#contract/core/codes.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { orgEndpoints } from '#contract/orgs/endpoints.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import type { SchoolRow } from '#contract/schools/schemas.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { choose, currentAddress, fill, renderScreen } from '#web/testing/render-screen.tsx'
import { AREA_TREE, DISTRICT } from '#web/testing/samples/areas.ts'
import { pageOf, schoolDetail, schoolRow } from '#web/testing/samples/schools.ts'
import { ORG_IDS, userOf } from '#web/testing/samples/users.ts'
import { actionsIn, findRow } from '#web/testing/screen-actions.ts'

const ADDRESS = '/schools/schools-manage'
const { addSchool, deleteOrgs, orgDataStatistics, schoolPageList } = schoolEndpoints
const STATISTICS = {
  schools: 2,
  classes: 24,
  students: 1480,
  males: 760,
  females: 720,
  byStage: [
    { stage: SchoolStage.code.primary, stageName: '小学', schools: 2, classes: 18, students: 1000 },
    { stage: SchoolStage.code.juniorHigh, stageName: '初中', schools: 1, classes: 6, students: 480 },
  ],
}

function server(list: SchoolRow[] = [schoolRow()], total = list.length) {
  return fakeApi()
    .answer(schoolPageList, ({ pageNum, pageSize }) => ({ ...pageOf(list, total), pageNum, pageSize }))
    .answer(orgDataStatistics, STATISTICS)
    .answer(areaEndpoints.regionTree, AREA_TREE)
}

async function open(as = userOf('GD'), address = ADDRESS, api = server()) {
  const rendered = await renderScreen(address, { api, as })
  await screen.findByRole('columnheader', { name: /学校名称/ })
  return { ...rendered, api }
}
const lastQuery = (api: ReturnType<typeof fakeApi>) => api.calls(schoolPageList).at(-1)

describe('the list of schools', () => {
  it('shows what an officer looks for', async () => {
    await open()
    const row = await findRow('文一路小学')
    for (const text of ['小学', '普通学校', '城区', '12', '480', '2026-09-20', '已通过']) {
      expect(row.getAllByText(text).length).toBeGreaterThan(0)
    }
    expect(row.getByText(/周校医/)).toBeTruthy()
  })

  it('a name leads to the students of the school', async () => {
    await open()
    const link = await screen.findByRole('link', { name: '文一路小学' })
    expect(link.getAttribute('href')).toBe('/schools/students-manage?orgId=100')
  })

  it('a school never screened says so', async () => {
    await open(userOf('GD'), ADDRESS, server([schoolRow({ lastScreenedOn: null, schoolLevel: null })]))
    expect((await findRow('文一路小学')).getAllByText('—')).toHaveLength(2)
  })

  it('totals stand above it, what they are made of folded away', async () => {
    await open()
    expect(await screen.findByText('1,480')).toBeTruthy()
    expect(screen.getByText('小学 2 所 · 1,000 人')).toBeTruthy()
    const more = screen.getByRole('button', { name: /构成/ })
    expect(more.getAttribute('aria-expanded')).toBe('false')
  })

  it('totals that cannot be loaded can be asked for again, the list stays', async () => {
    const { api, user } = await open(userOf('GD'), ADDRESS, server().refuse(orgDataStatistics, 503))
    await findRow('文一路小学')
    api.answer(orgDataStatistics, STATISTICS)
    await user.click(await screen.findByRole('button', { name: '统计加载失败，重试' }))
    expect(await screen.findByText('1,480')).toBeTruthy()
  })

  it('is read page by page, and the address says which', async () => {
    const { api, user } = await open(userOf('GD'), ADDRESS, server([schoolRow()], 45))
    expect(await screen.findByText('共 45 条')).toBeTruthy()
    await user.click(screen.getByRole('listitem', { name: '2' }))
    await waitFor(() => expect(lastQuery(api)).toMatchObject({ pageNum: 2, pageSize: 20 }))
    expect(currentAddress()).toBe(`${ADDRESS}?pageNum=2`)
    await choose(user, screen.getByRole('combobox', { name: '每页条数' }), '50 条/页')
    await waitFor(() => expect(lastQuery(api)).toMatchObject({ pageNum: 1, pageSize: 50 }))
  })

  it('is sorted by a click on a heading', async () => {
    const { api, user } = await open()
    await findRow('文一路小学')
    await user.click(screen.getByRole('columnheader', { name: /学生数/ }))
    await waitFor(() => expect(lastQuery(api)).toMatchObject({ sort: 'students' }))
    expect(currentAddress()).toBe(`${ADDRESS}?sort=students`)
  })

  it('without schools says what comes next', async () => {
    await open(userOf('GD'), ADDRESS, server([]))
    expect(await screen.findByText('还没有学校')).toBeTruthy()
    expect(screen.getByText('新增学校后，在“权限管理”中为它新增管理员账号')).toBeTruthy()
  })

  it('that cannot be loaded says why', async () => {
    await open(userOf('GD'), ADDRESS, server().refuse(schoolPageList, 503))
    expect(await screen.findByText('列表加载失败')).toBeTruthy()
    expect(screen.getAllByText('服务暂不可用，请稍后再试').length).toBeGreaterThan(0)
  })
})

describe('filters', () => {
  it('narrow list and totals alike', async () => {
    const { api, user } = await open()
    await findRow('文一路小学')
    await choose(user, screen.getByRole('combobox', { name: '学段' }), '初中')
    await waitFor(() => expect(lastQuery(api)).toMatchObject({ stage: SchoolStage.code.juniorHigh }))
    await waitFor(() =>
      expect(api.calls(orgDataStatistics).at(-1)).toEqual({ stage: SchoolStage.code.juniorHigh }),
    )
  })

  it('come from the address and are cleared together', async () => {
    const { api, user } = await open(userOf('GD'), `${ADDRESS}?keyword=文一&status=1&schoolType=10`)
    await findRow('文一路小学')
    expect(lastQuery(api)).toMatchObject({
      keyword: '文一',
      status: ApprovalStatus.code.passed,
      schoolType: SchoolNewType.code.regular,
    })
    await user.click(screen.getByRole('button', { name: '清空筛选' }))
    await waitFor(() => expect(lastQuery(api)).toEqual({ pageNum: 1, pageSize: 20 }))
    expect(currentAddress()).toBe(ADDRESS)
  })

  it('never ask for an area outside the range of the officer', async () => {
    const { api } = await open(userOf('GC'), `${ADDRESS}?provinceId=330000&cityId=330200`)
    await findRow('文一路小学')
    expect(lastQuery(api)).toEqual({ pageNum: 1, pageSize: 20 })
  })

  it('inside the range are taken over', async () => {
    const { api } = await open(userOf('GC'), `${ADDRESS}?provinceId=330000&cityId=330100&regionId=330108`)
    await findRow('文一路小学')
    expect(lastQuery(api)).toMatchObject({ provinceId: '330000', cityId: '330100', regionId: '330108' })
  })

  it('are of no use to who sees one school only', async () => {
    await open(userOf('SA'))
    await findRow('文一路小学')
    expect(screen.queryByRole('searchbox', { name: '学校名称' })).toBeNull()
  })
})

describe('what somebody may do', () => {
  const IN_ROW = {
    GP: ['学生', '编辑', '删除'],
    GD: ['学生', '导入', '编辑', '删除'],
    SA: ['学生', '导入', '机构信息'],
    ST: ['学生', '机构信息'],
  }

  it.each(Object.entries(IN_ROW))('%s has in a row: %s', async (profile, actions) => {
    await open(userOf(profile as keyof typeof IN_ROW))
    const row = (await screen.findByText('文一路小学')).closest('tr') ?? document.body
    expect(actionsIn(row)).toEqual(actions)
    expect(screen.queryAllByRole('button', { name: /新增学校/ })).toHaveLength(
      actions.includes('编辑') ? 1 : 0,
    )
  })

  it('an officer exports', async () => {
    await open()
    await findRow('文一路小学')
    expect(screen.getByRole('button', { name: '导出' })).toBeTruthy()
  })

  it('a permission that was taken away takes its button with it', async () => {
    await open(userOf('GD', { without: ['schoolDelete', 'schoolAdd', 'exportSchools'] }))
    const row = await findRow('文一路小学')
    expect(row.queryByRole('button', { name: '删除' })).toBeNull()
    expect(screen.queryByRole('button', { name: /新增学校/ })).toBeNull()
    expect(screen.queryByRole('button', { name: '导出' })).toBeNull()
  })

  it('a hospital has no way here', async () => {
    await renderScreen(ADDRESS, { api: fakeApi(), as: userOf('HA') })
    await waitFor(() => expect(currentAddress()).toBe('/401'))
  })
})

describe('deleting a school', () => {
  async function ask() {
    const opened = await open()
    opened.api.answer(deleteOrgs, { deleted: 1 })
    const row = await findRow('文一路小学')
    await opened.user.click(row.getByRole('button', { name: '删除' }))
    const question = within(await screen.findByRole('tooltip'))
    expect(question.getByText('删除“文一路小学”？')).toBeTruthy()
    return { ...opened, question }
  }

  it('is asked about, and the list is read again afterwards', async () => {
    const { api, question, user } = await ask()
    expect(api.calls(deleteOrgs)).toEqual([])
    await user.click(question.getByRole('button', { name: '删除' }))
    expect(await screen.findByText('“文一路小学”已删除')).toBeTruthy()
    expect(api.calls(deleteOrgs)).toEqual([{ orgIds: [100] }])
    await waitFor(() => expect(api.calls(schoolPageList)).toHaveLength(2))
  })

  it('can be called off', async () => {
    const { api, question, user } = await ask()
    await user.click(question.getByRole('button', { name: '取消' }))
    expect(api.calls(deleteOrgs)).toEqual([])
  })

  it('that the server refuses says why', async () => {
    const { api, question, user } = await ask()
    api.refuse(deleteOrgs, 700, '文一路小学还有 480 名学生，不能删除')
    await user.click(question.getByRole('button', { name: '删除' }))
    expect(await screen.findByText('文一路小学还有 480 名学生，不能删除')).toBeTruthy()
  })
})

describe('adding a school', () => {
  const { pending, passed } = ApprovalStatus.code
  async function openDrawer(status: typeof pending | typeof passed = pending) {
    const opened = await open()
    opened.api.answer(addSchool, { orgId: 101, status }).answer(orgEndpoints.validOrgNameByRegion, true)
    await opened.user.click(screen.getByRole('button', { name: /新增学校/ }))
    const drawer = within(await screen.findByRole('dialog', { name: '新增学校' }))
    return { ...opened, drawer }
  }

  it('asks for what is missing', async () => {
    const { api, drawer, user } = await openDrawer()
    await user.click(drawer.getByRole('button', { name: '新增' }))
    for (const message of ['请输入机构全称', '请输入详细地址', '请输入姓名', '请输入手机号码']) {
      expect(await drawer.findByText(message)).toBeTruthy()
    }
    expect(api.calls(addSchool)).toEqual([])
  })

  async function fillIn({ drawer, user }: Pick<Awaited<ReturnType<typeof openDrawer>>, 'drawer' | 'user'>) {
    await fill(user, drawer.getByLabelText('机构全称'), '文二路小学')
    await fill(user, drawer.getByLabelText('详细地址'), '文二路 8 号')
    await user.click(drawer.getByRole('checkbox', { name: '小学' }))
    await fill(user, drawer.getByLabelText('联系人'), '王敏')
    await fill(user, drawer.getByLabelText('联系电话'), '13800000003')
    await user.click(drawer.getByRole('button', { name: '新增' }))
  }

  it('of the body that would approve it leads to its first account', async () => {
    await fillIn(await openDrawer(passed))
    expect(await screen.findByText('“文二路小学”已新增，可以使用')).toBeTruthy()
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: '去新增账号' })
    expect(link.getAttribute('href')).toBe('/authority/authority-manage?orgId=101')
  })

  it('says that it waits for the approval', async () => {
    const { api, drawer, user } = await openDrawer()
    await fillIn({ drawer, user })
    expect(await screen.findByText('“文二路小学”已新增，待审核')).toBeTruthy()
    expect(api.calls(addSchool)).toMatchObject([
      {
        ...DISTRICT,
        orgName: '文二路小学',
        address: '文二路 8 号',
        stages: [SchoolStage.code.primary],
        orgProperty: OrgProperty.code.schoolIndependent,
        schoolType: SchoolNewType.code.regular,
        schoolLevel: SchoolLevel.code.regular,
        contactName: '王敏',
        contactPhone: '13800000003',
      },
    ])
  })
})

describe('editing a school', () => {
  async function openDrawer() {
    const opened = await open()
    opened.api
      .answer(orgEndpoints.schoolDetail, schoolDetail())
      .answer(orgEndpoints.editSchool, { version: 2 })
    const row = await findRow('文一路小学')
    await opened.user.click(row.getByRole('button', { name: '编辑' }))
    const drawer = within(await screen.findByRole('dialog', { name: '编辑学校' }))
    await waitFor(() => expect(drawer.getByLabelText('详细地址')).toHaveProperty('value', '文一路 100 号'))
    return { ...opened, drawer }
  }

  it('sends the version that was read', async () => {
    const { api, drawer, user } = await openDrawer()
    await fill(user, drawer.getByLabelText('详细地址'), '文一路 200 号')
    await user.click(drawer.getByRole('button', { name: '保存' }))
    expect(await screen.findByText('学校信息已保存')).toBeTruthy()
    expect(api.calls(orgEndpoints.editSchool)).toMatchObject([
      { orgId: ORG_IDS.school, address: '文一路 200 号', version: 1 },
    ])
  })

  it('that somebody else was faster with takes over the newer state where nothing was typed', async () => {
    const { api, drawer, user } = await openDrawer()
    const theirs = { address: '文一路 300 号', contactName: '周校长', version: 2 }
    api
      .refuse(orgEndpoints.editSchool, REFUSALS.changedMeanwhile, '数据已被他人修改')
      .answer(orgEndpoints.schoolDetail, schoolDetail(theirs))
    await fill(user, drawer.getByLabelText('详细地址'), '文一路 200 号')
    await user.click(drawer.getByRole('button', { name: '保存' }))
    expect(await screen.findByText('已载入最新内容，您填写的内容保留，请核对后再保存')).toBeTruthy()
    await waitFor(() => expect(drawer.getByLabelText('联系人')).toHaveProperty('value', '周校长'))
    expect(drawer.getByLabelText('详细地址')).toHaveProperty('value', '文一路 200 号')
    api.answer(orgEndpoints.editSchool, { version: 3 })
    await user.click(drawer.getByRole('button', { name: '保存' }))
    expect(await screen.findByText('学校信息已保存')).toBeTruthy()
    expect(api.calls(orgEndpoints.editSchool).at(-1)).toMatchObject({
      address: '文一路 200 号',
      contactName: '周校长',
      version: 2,
    })
  })
})
