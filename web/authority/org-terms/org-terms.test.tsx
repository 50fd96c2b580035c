import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { areaEndpoints } from '#contract/areas/endpoints.ts'
import { authorityEndpoints } from '#contract/authority/endpoints.ts'
import type { OrgTermsRow } from '#contract/authority/org-terms.ts'
import { OrgProperty, OrgType } from '#contract/core/codes.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { choose, currentAddress, fill, renderScreen } from '#web/testing/render-screen.tsx'
import { AREA_TREE } from '#web/testing/samples/areas.ts'
import { orgTerms, orgTermsRow } from '#web/testing/samples/org-terms.ts'
import { pageOf } from '#web/testing/samples/schools.ts'
import { ORG_IDS, userOf } from '#web/testing/samples/users.ts'
import { findRow } from '#web/testing/screen-actions.ts'

const ADDRESS = '/authority/org-terms'
const { orgTermsPageList, orgTerms: orgTermsDetail, changeOrgTerms, extendOrgs } = authorityEndpoints

function server(list: OrgTermsRow[] = [orgTermsRow()], detail = orgTerms()) {
  return fakeApi()
    .answer(orgTermsPageList, pageOf(list))
    .answer(orgTermsDetail, detail)
    .answer(changeOrgTerms, { version: 5 })
    .answer(extendOrgs, { extended: list.length })
    .answer(areaEndpoints.regionTree, AREA_TREE)
}

async function open(api = server(), as = userOf('GD'), address = ADDRESS) {
  return { ...(await renderScreen(address, { api, as })), api }
}

async function openDrawer(api = server()) {
  const opened = await open(api)
  await opened.user.click((await findRow('文一路小学')).getByRole('button', { name: '变更' }))
  const drawer = within(await screen.findByRole('dialog', { name: /^变更授权/ }))
  await drawer.findByText('变更记录')
  return { ...opened, drawer, save: drawer.getByRole('button', { name: '保存' }) }
}

describe('the list', () => {
  it('says until when, in which state, how many accounts and which group', async () => {
    const over = orgTermsRow({ orgId: 101, orgName: '文二路小学', state: 'expired', remainingDays: -5 })
    const off = orgTermsRow({ orgId: 102, orgName: '文三路小学', state: 'disabled', enabled: false })
    const unset = { state: 'unset', expiresOn: null, remainingDays: null } as const
    const none = orgTermsRow({ orgId: 103, orgName: '文四路小学', ...unset })
    await open(server([orgTermsRow(), over, off, none]))
    const first = await findRow('文一路小学')
    for (const text of ['即将到期', '2026-12-31', '还剩 12 天', '管理员 2/10'])
      expect(first.getByText(text)).toBeTruthy()
    expect((await findRow('文二路小学')).getByText('已过 5 天')).toBeTruthy()
    expect((await findRow('文三路小学')).getByText('停用')).toBeTruthy()
    expect((await findRow('文四路小学')).getByText('未设有效期')).toBeTruthy()
  })

  it('is filtered by state in the address', async () => {
    const { api, user } = await open()
    await findRow('文一路小学')
    await choose(user, screen.getByRole('combobox', { name: '状态' }), '已到期')
    await waitFor(() => expect(currentAddress()).toBe(`${ADDRESS}?state=expired`))
    await waitFor(() => expect(api.calls(orgTermsPageList).at(-1)).toMatchObject({ state: 'expired' }))
  })

  it('offers the types that the own body looks after', async () => {
    const place = { cityId: null, regionId: null }
    const orgProperty = OrgProperty.code.healthCommission
    const api = server([orgTermsRow({ groupName: '基础权限' })])
    const { user } = await open(api, userOf('GP', { info: { ...place, orgProperty } }))
    await findRow('文一路小学')
    await user.click(screen.getByRole('combobox', { name: '类型' }))
    for (const label of ['医院', '政府部门', '社会筛查机构'])
      expect(await screen.findByTitle(label)).toBeTruthy()
    expect(screen.queryByTitle(OrgType.label(OrgType.code.school))).toBeNull()
  })

  it('without organisations says what will stand here', async () => {
    await open(server([]))
    expect(await screen.findByText('还没有由您主管的机构')).toBeTruthy()
  })
})

describe('the drawer', () => {
  it('changes nothing without a reason', async () => {
    const { api, drawer, save, user } = await openDrawer()
    await user.click(drawer.getByRole('button', { name: '延长 1 年' }))
    await user.click(save)
    expect(await drawer.findByText('请填写原因')).toBeTruthy()
    await fill(user, drawer.getByLabelText('变更原因'), '续期')
    expect(await drawer.findByText('请写明原因，至少4个字')).toBeTruthy()
    expect(api.calls(changeOrgTerms)).toEqual([])
  })

  it('sends the day, the numbers and the reason; what is left blank is the group’s', async () => {
    const far = orgTerms({ expiresOn: '2098-12-31', remainingDays: 9000, state: 'valid' })
    const { api, drawer, save, user } = await openDrawer(server(undefined, far))
    await user.click(drawer.getByRole('button', { name: '延长 1 年' }))
    await fill(user, drawer.getByLabelText('管理员名额'), '12')
    await user.click(drawer.getByRole('button', { name: '合同续签' }))
    await user.click(save)
    await waitFor(() => expect(api.calls(changeOrgTerms)).toHaveLength(1))
    expect(api.calls(changeOrgTerms)[0]).toEqual({
      orgId: ORG_IDS.school,
      version: 4,
      expiresOn: '2099-12-31',
      superAdminLimit: null,
      adminLimit: 12,
      screenerLimit: null,
      groupCode: 'S',
      enabled: true,
      reason: '合同续签',
    })
  })

  it('warns before everybody is shut out, and shows who changed what before', async () => {
    const change = {
      changeId: 1,
      changedAt: '2026-10-08T02:00:00.000Z',
      changedBy: '西湖区教育局 区局干部',
      reason: '新学年续期',
      changes: [{ field: 'adminLimit', from: '按权限组', to: '10' } as const],
    }
    const { api, drawer, save, user } = await openDrawer(server(undefined, orgTerms({ history: [change] })))
    expect(drawer.getByText('管理员名额：按权限组 → 10')).toBeTruthy()
    expect(drawer.getByText('原因：新学年续期')).toBeTruthy()
    await user.click(drawer.getByRole('radio', { name: '停用' }))
    expect(await drawer.findByText('停用后该机构所有账号立即退出，不能再登录')).toBeTruthy()
    await user.click(drawer.getByRole('button', { name: '机构撤并停用' }))
    await user.click(save)
    await waitFor(() => expect(api.calls(changeOrgTerms)).toMatchObject([{ enabled: false }]))
  })

  it('after somebody else was faster shows the newest values and keeps what was typed', async () => {
    const api = server().refuse(changeOrgTerms, REFUSALS.changedMeanwhile, '数据已被他人修改，请刷新后重试')
    const { drawer, save, user } = await openDrawer(api)
    await fill(user, drawer.getByLabelText('管理员名额'), '12')
    await user.click(drawer.getByRole('button', { name: '合同续签' }))
    api.answer(orgTermsDetail, orgTerms({ version: 5, screenerLimit: 60 }))
    await user.click(save)
    await waitFor(() => expect(drawer.getByLabelText<HTMLInputElement>('筛查员名额').value).toBe('60'))
    expect(drawer.getByLabelText<HTMLInputElement>('管理员名额').value).toBe('12')
    api.answer(changeOrgTerms, { version: 6 })
    await user.click(save)
    await waitFor(() =>
      expect(api.calls(changeOrgTerms).at(-1)).toMatchObject({
        version: 5,
        adminLimit: 12,
        screenerLimit: 60,
      }),
    )
  })

  it('says under the field which number is too small', async () => {
    const { drawer, save, user } = await openDrawer(
      server().refuse(changeOrgTerms, 673, '现有 2 个账号在用，名额不能少于 2', [
        { path: ['adminLimit'], message: '现有 2 个账号在用，名额不能少于 2' },
      ]),
    )
    await fill(user, drawer.getByLabelText('管理员名额'), '1')
    await user.click(drawer.getByRole('button', { name: '合同续签' }))
    await user.click(save)
    expect(await drawer.findByText('现有 2 个账号在用，名额不能少于 2')).toBeTruthy()
  })
})

it('several are extended together', async () => {
  const list = [orgTermsRow(), orgTermsRow({ orgId: 101, orgName: '文二路小学', version: 2 })]
  const { api, user } = await open(server(list))
  await findRow('文二路小学')
  const button = screen.getByRole<HTMLButtonElement>('button', { name: '批量续期' })
  expect(button.disabled).toBe(true)
  await user.click(screen.getByRole('checkbox', { name: '全选本页' }))
  await user.click(screen.getByRole('button', { name: '批量续期（2）' }))
  const dialog = within(await screen.findByRole('dialog', { name: '延长所选 2 个机构的有效期' }))
  await fill(user, dialog.getByLabelText('延长至'), '2098-08-31')
  await user.keyboard('{Enter}')
  await user.click(dialog.getByRole('button', { name: '新学年续期' }))
  await user.click(dialog.getByRole('button', { name: /延\s*长$/ }))
  await waitFor(() =>
    expect(api.calls(extendOrgs)).toEqual([
      {
        orgs: [
          { orgId: ORG_IDS.school, version: 4 },
          { orgId: 101, version: 2 },
        ],
        until: '2098-08-31',
        reason: '新学年续期',
      },
    ]),
  )
})
