// Reading organisations: details by type, the list, and whether a name is free.
import { beforeAll, describe, expect, test } from 'vitest'
import { permissionId } from '#contract/core/permissions.ts'
import { orgEndpoints } from '#contract/orgs/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { permit } from '../testing/people.ts'
import { orgIdsByName, rowsOf } from '../testing/rows.ts'

const node = useApp()
const { govDetail, schoolDetail, hospitalDetail, orgList, validOrgNameByRegion } = orgEndpoints

const tokens = new Map<string, string>()
let orgIds: Map<string, number>
beforeAll(async () => {
  orgIds = await orgIdsByName(node.current)
  for (const account of ['province01', 'region01', 'school01', 'teacher01', 'social01'])
    tokens.set(account, await node.current.login(account))
})
const as = (account: string) => node.current.as(tokens.get(account) ?? '')
const orgId = (name: string) => orgIds.get(name) ?? 0

describe('details', () => {
  test('of a government body', async () => {
    const { data } = await as('province01').call(govDetail, { orgId: orgId('杭州市教育局') })
    expect(data).toMatchObject({
      orgName: '杭州市教育局',
      orgType: 30,
      orgProperty: 50,
      provinceId: '330000',
      cityId: '330100',
      regionId: null,
      areaName: '浙江省-杭州市',
      address: '杭州市行政中心',
      contactName: '办公室',
      status: 1,
      version: 1,
    })
    expect(data.contactPhone).toMatch(/^199\*{4}\d{4}$/)
    expect(data.expiresOn).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(Object.keys(data)).not.toContain('stages')
  })

  test('of a school', async () => {
    const { data } = await as('region01').call(schoolDetail, { orgId: orgId('西湖九年一贯制学校') })
    expect(data).toMatchObject({
      orgType: 10,
      orgProperty: 20,
      areaName: '浙江省-杭州市-西湖区',
      stages: [2, 3],
      schoolType: 10,
      schoolLevel: 10,
      cityProperty: 1,
      areaGrade: 1,
    })
  })

  test('of a hospital and of a social organisation', async () => {
    const hospital = await as('region01').call(hospitalDetail, { orgId: orgId('西湖人民医院') })
    expect(hospital.data).toMatchObject({ orgType: 20, hospitalType: 15, hospitalLevel: 26, ownership: 10 })
    const social = await as('social01').call(hospitalDetail, { orgId: orgId('杭州明眸视力筛查中心') })
    expect(social.data).toMatchObject({ orgType: 40, hospitalType: 10, hospitalLevel: null, ownership: 15 })
  })

  test('of another type are missing (651); one that does not exist is out of range (616)', async () => {
    const region = as('region01')
    const wrong = [
      await region.call(govDetail, { orgId: orgId('西湖实验小学') }),
      await region.call(schoolDetail, { orgId: orgId('西湖人民医院') }),
      await region.call(schoolDetail, { orgId: orgId('西湖区教育局') }),
      await region.call(hospitalDetail, { orgId: orgId('西湖实验小学') }),
    ]
    for (const answer of wrong)
      expect(answer).toMatchObject({ status: 200, code: 651, message: '机构不存在', data: null })
    expect((await region.call(schoolDetail, { orgId: 999_999 })).code).toBe(616)
  })

  test('are the own ones for everybody, and 616 for the neighbour’s', async () => {
    const own = await as('teacher01').call(schoolDetail, { orgId: orgId('西湖实验小学') })
    expect(own.data.orgName).toBe('西湖实验小学')
    // The phone of the contact in full only for who may edit it.
    expect(own.data.contactPhone).toMatch(/^199\*{4}\d{4}$/)
    const neighbour = await as('teacher01').call(schoolDetail, { orgId: orgId('西湖中心幼儿园') })
    expect(neighbour).toMatchObject({ code: 616, data: null })
  })

  test('give the phone of the contact in full to who may edit it and asks for it, on record', async () => {
    const read = async (account: string, inFull: boolean) =>
      (await as(account).call(schoolDetail, { orgId: orgId('西湖实验小学'), inFull })).data.contactPhone
    const trail = () =>
      rowsOf<{ account: string }>(
        node.current,
        "select account from audit_log where action = 'org.contact' and object_id = $1",
        [String(orgId('西湖实验小学'))],
      )
    expect(await read('region01', false)).toMatch(/^199\*{4}\d{4}$/)
    expect(await trail()).toEqual([])
    expect(await read('region01', true)).toMatch(/^199\d{8}$/)
    expect(await trail()).toEqual([{ account: 'region01' }])
    expect(await read('teacher01', true)).toMatch(/^199\*{4}\d{4}$/)
    await permit(node.current, 'region01', [permissionId('schoolEdit')], false)
    expect(await read('region01', true)).toMatch(/^199\*{4}\d{4}$/)
    await permit(node.current, 'region01', [permissionId('schoolEdit')])
    const own = await as('region01').call(govDetail, { orgId: orgId('西湖区教育局') })
    expect(own.data.contactPhone).toMatch(/^199\d{8}$/)
    expect(await trail()).toHaveLength(1)
  })

  test('tell nothing of how an organisation is run inside', async () => {
    const { data } = await as('region01').call(schoolDetail, { orgId: orgId('西湖实验小学') })
    const inside = /enc|limit|group|created|updated/i
    expect(Object.keys(data).filter((key) => inside.test(key))).toEqual([])
  })
})

describe('the list', () => {
  test('filters by type and name, and pages without gaps', async () => {
    const region = as('region01')
    const hospitals = (await region.call(orgList, { orgType: 20 })).data
    expect(hospitals.list.map(({ orgName }) => orgName)).toEqual(['西湖人民医院'])
    const named = (await region.call(orgList, { keyword: '小学' })).data
    expect(named.list.map(({ orgName }) => orgName)).toEqual(['西湖实验小学'])
    const all = (await region.call(orgList, { pageSize: 50 })).data
    const ids: number[] = []
    for (let pageNum = 1; pageNum <= Math.ceil(all.total / 3); pageNum++)
      ids.push(...(await region.call(orgList, { pageNum, pageSize: 3 })).data.list.map((row) => row.orgId))
    expect(ids).toEqual(all.list.map((row) => row.orgId))
    expect(new Set(ids).size).toBe(all.total)
  })

  test('beyond the last page is empty, with the total', async () => {
    const { data } = await as('region01').call(orgList, { pageNum: 999, pageSize: 50 })
    expect(data).toMatchObject({ list: [], pageNum: 999, pageSize: 50 })
    expect(data.total).toBeGreaterThan(0)
  })

  test.each(['%', '_', '西_实验小学', '%小学', '\\', "'; drop table org; --", '小学\\'])(
    'takes %j as it is written',
    async (keyword) => {
      expect((await as('province01').call(orgList, { keyword })).data).toMatchObject({ list: [], total: 0 })
    },
  )

  test('shows those that wait for approval with their state', async () => {
    const { data } = await as('region01').call(orgList, { keyword: '新城' })
    expect(data.list).toMatchObject([{ orgName: '西湖新城外国语学校', status: 0 }])
  })
})

describe('whether a name is free', () => {
  const WEST_LAKE = { provinceId: '330000', cityId: '330100', regionId: '330106' }

  test('is shown for the own place and for the range', async () => {
    const ask = async (account: string, orgName: string, place: object) =>
      as(account).call(validOrgNameByRegion, { ...WEST_LAKE, ...place, orgName })
    expect((await ask('school01', '西湖中心幼儿园', {})).data).toBe(false)
    expect((await ask('school01', '西湖第九小学', {})).data).toBe(true)
    expect((await ask('region01', '西湖中心幼儿园', {})).data).toBe(false)
    // The same name in another district is another school.
    expect((await ask('province01', '西湖中心幼儿园', { regionId: '330109' })).data).toBe(true)
  })

  test('the own name is no clash with oneself', async () => {
    const input = { ...WEST_LAKE, orgName: '西湖实验小学' }
    expect((await as('school01').call(validOrgNameByRegion, input)).data).toBe(false)
    const own = { ...input, orgId: orgId('西湖实验小学') }
    expect((await as('school01').call(validOrgNameByRegion, own)).data).toBe(true)
  })

  test('a place outside the range is 616, one that does not exist 650', async () => {
    const school = as('school01')
    const orgName = '西湖第九小学'
    expect(
      (await school.call(validOrgNameByRegion, { ...WEST_LAKE, regionId: '330109', orgName })).code,
    ).toBe(616)
    expect((await school.call(validOrgNameByRegion, { provinceId: '330000', orgName })).code).toBe(616)
    const nowhere = { ...WEST_LAKE, regionId: '330199', orgName }
    expect(await school.call(validOrgNameByRegion, nowhere)).toMatchObject({
      code: 650,
      message: '请选择所在区域',
    })
    const mixed = { ...WEST_LAKE, cityId: '330200', orgName }
    expect((await school.call(validOrgNameByRegion, mixed)).code).toBe(650)
  })

  test('another’s id is 616: it must not tell which organisation has a name', async () => {
    const input = { ...WEST_LAKE, orgName: '西湖中心幼儿园', orgId: orgId('西湖中心幼儿园') }
    expect((await as('school01').call(validOrgNameByRegion, input)).code).toBe(616)
    expect((await as('region01').call(validOrgNameByRegion, input)).data).toBe(true)
    expect((await as('region01').call(validOrgNameByRegion, { ...input, orgId: 999_999 })).code).toBe(616)
  })
})
