import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { areaEndpoints } from '#contract/areas/endpoints.ts'
import {
  ApprovalStatus,
  HospitalLevel,
  HospitalOwnership,
  HospitalType,
  OrgProperty,
  OrgType,
  SchoolStage,
} from '#contract/core/codes.ts'
import { hospitalEndpoints } from '#contract/hospitals/endpoints.ts'
import type { BindingRow, HospitalRow } from '#contract/hospitals/schemas.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { choose, currentAddress, renderScreen } from '#web/testing/render-screen.tsx'
import { AREA_TREE, DISTRICT_NAME } from '#web/testing/samples/areas.ts'
import { pageOf } from '#web/testing/samples/schools.ts'
import { ORG_IDS, userOf } from '#web/testing/samples/users.ts'
import { confirm, findRow } from '#web/testing/screen-actions.ts'

const HOSPITALS = '/hospital/hospital-list'
const SOCIAL = '/social/social-list'
const { bindingPageList, bindSchools, hospitalPageList } = hospitalEndpoints

const hospital = (change: Partial<HospitalRow> = {}): HospitalRow => ({
  orgId: ORG_IDS.hospital,
  orgName: '西湖眼科医院',
  orgType: OrgType.code.hospital,
  orgProperty: OrgProperty.code.hospitalIndependent,
  areaName: DISTRICT_NAME,
  hospitalType: HospitalType.codes[0] ?? null,
  hospitalLevel: null,
  ownership: HospitalOwnership.codes[0] ?? null,
  schoolCount: 1,
  tasksDone: 3,
  contactName: '王主任',
  contactPhone: '138****0003',
  status: ApprovalStatus.code.passed,
  expiresOn: '2030-12-31',
  enabled: true,
  version: 1,
  ...change,
})
const school = (schoolId: number, schoolName: string, bound: boolean): BindingRow => ({
  schoolId,
  schoolName,
  areaName: DISTRICT_NAME,
  stages: [SchoolStage.code.primary],
  studentCount: 480,
  bound,
})
const SCHOOLS = [
  school(100, '文一路小学', true),
  school(101, '学军小学', false),
  school(102, '江南小学', false),
]

function server(list: HospitalRow[] = [hospital()]) {
  return fakeApi()
    .answer(hospitalPageList, pageOf(list))
    .answer(areaEndpoints.regionTree, AREA_TREE)
    .answer(bindingPageList, ({ bound }) =>
      pageOf(SCHOOLS.filter((each) => bound === undefined || each.bound === (bound === '1'))),
    )
}

async function open(address = HOSPITALS, as = userOf('GD'), api = server()) {
  const rendered = await renderScreen(address, { api, as })
  return { ...rendered, api }
}
const actionsOf = (row: Awaited<ReturnType<typeof findRow>>) =>
  [...(row.getAllByRole('cell').at(-1)?.querySelectorAll('a, button') ?? [])].map(
    ({ textContent }) => textContent,
  )

describe('the list of hospitals', () => {
  it('lets a bureau maintain them', async () => {
    await open()
    const row = await findRow('西湖眼科医院')
    expect(actionsOf(row)).toEqual(['服务学校', '编辑', '删除'])
    expect(row.getByText('未评级')).toBeTruthy()
    expect(screen.getByRole('button', { name: /新增医院/ })).toBeTruthy()
  })

  it('shows a hospital its own line, and nothing to change', async () => {
    await open(HOSPITALS, userOf('HA'))
    expect(actionsOf(await findRow('西湖眼科医院'))).toEqual(['服务学校', '机构信息'])
    expect(screen.queryByRole('button', { name: /新增医院/ })).toBeNull()
    expect(screen.queryByRole('combobox', { name: '类别' })).toBeNull()
  })

  it('is narrowed by level, which social organisations have not', async () => {
    const { api, user } = await open()
    await findRow('西湖眼科医院')
    const [level] = HospitalLevel.options
    await choose(user, screen.getByRole('combobox', { name: '等级' }), level?.label ?? '')
    await waitFor(() =>
      expect(api.calls(hospitalPageList).at(-1)).toMatchObject({
        orgType: OrgType.code.hospital,
        hospitalLevel: level?.value,
      }),
    )
    expect(currentAddress()).toBe(`${HOSPITALS}?hospitalLevel=${level?.value}`)
  })

  it('of social organisations asks for these alone and knows no level', async () => {
    const row = hospital({ orgId: 300, orgName: '明眸筛查中心', orgType: OrgType.code.social })
    const { api } = await open(SOCIAL, userOf('GD'), server([row]))
    await findRow('明眸筛查中心')
    expect(api.calls(hospitalPageList)).toMatchObject([{ orgType: OrgType.code.social }])
    expect(screen.queryByRole('columnheader', { name: '等级' })).toBeNull()
    expect(screen.getByRole('button', { name: /新增社会筛查机构/ })).toBeTruthy()
  })

  it('asks for no area outside the own one', async () => {
    const { api } = await open(`${HOSPITALS}?provinceId=330000&cityId=330200&regionId=330203`)
    await findRow('西湖眼科医院')
    expect(api.calls(hospitalPageList)[0]).not.toMatchObject({ cityId: '330200' })
  })

  it('deletes one after a question, and says why it cannot', async () => {
    const { api, user } = await open()
    api.refuse(schoolEndpoints.deleteOrgs, 700, '该机构有筛查任务，不能删除')
    await confirm(user, (await findRow('西湖眼科医院')).getByRole('button', { name: '删除' }))
    expect(await screen.findByText('该机构有筛查任务，不能删除')).toBeTruthy()
    expect(api.calls(schoolEndpoints.deleteOrgs)).toEqual([{ orgIds: [ORG_IDS.hospital] }])
  })

  it('without hospitals says how one gets to work', async () => {
    await open(HOSPITALS, userOf('GD'), server([]))
    expect(await screen.findByText('还没有医院')).toBeTruthy()
    expect(screen.getByText('新增的医院审核通过后，可绑定学校、承担筛查任务')).toBeTruthy()
  })
})

describe('the schools an organisation serves', () => {
  async function openSchools(as = userOf('GD'), row = hospital()) {
    const opened = await open(HOSPITALS, as, server([row]))
    await opened.user.click((await findRow('西湖眼科医院')).getByRole('button', { name: '服务学校' }))
    const drawer = within(await screen.findByRole('dialog', { name: '西湖眼科医院的服务学校' }))
    return { ...opened, drawer }
  }

  it('are seen by its own people, who bind none', async () => {
    const { drawer } = await openSchools(userOf('HA'))
    expect(await drawer.findByText('文一路小学')).toBeTruthy()
    expect(drawer.queryByRole('checkbox')).toBeNull()
    expect(drawer.queryByRole('button', { name: /绑定/ })).toBeNull()
  })

  it('are released after a question that names them', async () => {
    const { api, drawer, user } = await openSchools()
    await user.click(await drawer.findByRole('checkbox', { name: '选择文一路小学' }))
    api.answer(bindSchools, { changed: 1 })
    await user.click(drawer.getByRole('button', { name: '解除绑定 1 所' }))
    const question = within(await screen.findByRole('tooltip'))
    expect(question.getByText(/“文一路小学”将不再由“西湖眼科医院”服务/)).toBeTruthy()
    expect(api.calls(bindSchools)).toEqual([])
    await user.click(question.getByRole('button', { name: '解除绑定' }))
    expect(await screen.findByText('已解除绑定 1 所学校')).toBeTruthy()
    expect(api.calls(bindSchools)).toEqual([{ orgId: ORG_IDS.hospital, schoolIds: [100], bound: false }])
  })

  it('are bound several at once, and are then no longer chosen', async () => {
    const { api, drawer, user } = await openSchools()
    await user.click(
      drawer.getByText('未绑定', { selector: '.ant-radio-button-label, .ant-radio-button-wrapper *' }),
    )
    await user.click(await drawer.findByRole('checkbox', { name: '选择学军小学' }))
    await user.click(drawer.getByRole('checkbox', { name: '选择江南小学' }))
    api.answer(bindSchools, { changed: 2 })
    await user.click(drawer.getByRole('button', { name: '绑定 2 所' }))
    expect(await screen.findByText('已绑定 2 所学校')).toBeTruthy()
    expect(api.calls(bindSchools)).toEqual([{ orgId: ORG_IDS.hospital, schoolIds: [101, 102], bound: true }])
    expect(await drawer.findByText('已选 0 所')).toBeTruthy()
  })

  it('where there are none yet begin with those that could be bound', async () => {
    const { api, drawer } = await openSchools(userOf('GD'), hospital({ schoolCount: 0 }))
    expect(await drawer.findByText('学军小学')).toBeTruthy()
    expect(api.calls(bindingPageList)).toMatchObject([{ bound: '0' }])
  })
})
