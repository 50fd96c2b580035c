import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { choose, currentAddress, renderScreen } from '#web/testing/render-screen.tsx'
import { answerPlaces, PLANS, PROVINCE, placeOf, report, unitOf } from '#web/testing/samples/reports.ts'
import { userOf } from '#web/testing/samples/users.ts'

const ADDRESS = '/report/contrast-report'
const { contrastReport } = reportEndpoints

/** Its title says what was compared. */
function server(reader = PROVINCE) {
  return answerPlaces(fakeApi(), reader).answer(contrastReport, ({ planIds, unitIds, areaId, orgId }) => {
    const unit = unitOf(areaId ? placeOf(`a${areaId}`) : orgId ? placeOf(`s${orgId}`) : reader)
    const title = planIds ? `${unit.name}${planIds.length}次计划对比报告` : `${unitIds?.join('与')}对比报告`
    return report({ kind: 'contrast', unit, title })
  })
}

async function open(address = ADDRESS, api = server(), as = userOf('GP')) {
  const rendered = await renderScreen(address, { api, as })
  return { ...rendered, api }
}
const paper = (title: string) => screen.findByRole('article', { name: title })
const lastQuery = (api: ReturnType<typeof fakeApi>) => api.calls(contrastReport).at(-1)

/** The entries of a field that are chosen. */
const chosenIn = (name: string) => {
  const field = screen.getByRole('combobox', { name }).closest<HTMLElement>('.ant-select')
  return [...(field?.querySelectorAll('.ant-select-selection-item') ?? [])]
}
const takeAway = (entry: Element | undefined) =>
  within(entry as HTMLElement).getByLabelText('close').parentElement as HTMLElement

describe('plans side by side', () => {
  it('are at first the newest and the one of the same season before it', async () => {
    const { api } = await open()
    await paper('浙江省2次计划对比报告')
    expect(currentAddress()).toBe(`${ADDRESS}?planIds=21%2C11`)
    expect(api.calls(contrastReport)).toEqual([{ planIds: [21, 11], areaId: '330000' }])
    expect(chosenIn('筛查计划').map(({ textContent }) => textContent)).toEqual([
      '2026年秋季视力筛查（进行中）',
      '2025年秋季视力筛查（已结束）',
    ])
  })

  it('are added, and the address has them', async () => {
    const { api, user } = await open()
    await paper('浙江省2次计划对比报告')
    await choose(user, screen.getByRole('combobox', { name: '筛查计划' }), /^2026年春季/)
    await paper('浙江省3次计划对比报告')
    expect(lastQuery(api)).toMatchObject({ planIds: [21, 11, 15] })
    expect(currentAddress()).toBe(`${ADDRESS}?planIds=21%2C11%2C15`)
  })

  it('are taken away down to one, which is not compared', async () => {
    const { user } = await open()
    await paper('浙江省2次计划对比报告')
    await user.click(takeAway(chosenIn('筛查计划')[0]))
    expect(await screen.findByText('请选择 2 至 6 个筛查计划')).toBeTruthy()
    expect(screen.queryByRole('article')).toBeNull()
    expect(screen.getByRole('button', { name: /打印/ })).toHaveProperty('disabled', true)
  })

  it('of which only one has results offer the units instead', async () => {
    const api = server().answer(eyesightEndpoints.planChoices, PLANS.slice(0, 1))
    const { user } = await open(ADDRESS, api)
    expect(await screen.findByText('请选择 2 至 6 个筛查计划')).toBeTruthy()
    await user.click(screen.getByText('比较单位'))
    await paper('a330100与a330200对比报告')
  })

  it('are those of another unit, and a step up leads back', async () => {
    const { api, user } = await open()
    await paper('浙江省2次计划对比报告')
    await choose(user, await screen.findByRole('combobox', { name: '市' }), '宁波市')
    await paper('宁波市2次计划对比报告')
    expect(currentAddress()).toBe(`${ADDRESS}?planIds=21%2C11&areaId=330200`)
    const field = screen.getByRole('combobox', { name: '市' }).closest<HTMLElement>('.ant-select')
    await user.click(field?.querySelector('.ant-select-clear') as HTMLElement)
    await paper('浙江省2次计划对比报告')
    expect(lastQuery(api)).toMatchObject({ areaId: '330000' })
  })
})

describe('units side by side', () => {
  it('are at first those below the own one', async () => {
    const { api, user } = await open()
    await paper('浙江省2次计划对比报告')
    await user.click(screen.getByText('比较单位'))
    await paper('a330100与a330200对比报告')
    expect(lastQuery(api)).toEqual({ planId: 21, unitIds: ['a330100', 'a330200'] })
    expect(currentAddress()).toBe(`${ADDRESS}?by=units&planId=21&unitIds=a330100%2Ca330200`)
  })

  it('lead each to its own report', async () => {
    await open(`${ADDRESS}?by=units`)
    const sheet = within(await paper('a330100与a330200对比报告'))
    const link = sheet.getByRole('link', { name: '文一路小学' })
    expect(link.getAttribute('href')).toBe('/report/school-report?planId=21&orgId=100')
  })

  it('are schools of two districts; units of another level give way to them', async () => {
    const { api, user } = await open(`${ADDRESS}?by=units`, server(placeOf('a330100')), userOf('GC'))
    await paper('a330106与a330108对比报告')
    const within = async (district: string, school: string) => {
      await choose(user, await screen.findByRole('combobox', { name: '区县' }), district)
      await waitFor(() => expect(currentAddress()).toContain('within='))
      await choose(user, screen.getByRole('combobox', { name: '对比单位' }), school)
    }
    await within('西湖区', '文一路小学')
    expect(await screen.findByText('请选择 2 至 6 个同级单位')).toBeTruthy()
    expect(chosenIn('对比单位').map(({ textContent }) => textContent)).toEqual(['文一路小学'])
    await within('滨江区', '江南小学')
    await paper('s100与s102对比报告')
    expect(lastQuery(api)).toEqual({ planId: 21, unitIds: ['s100', 's102'] })
    expect(chosenIn('对比单位').map(({ textContent }) => textContent)).toEqual(['文一路小学', '江南小学'])
  })

  it('that nobody can be found are chosen anew', async () => {
    const { api, user } = await open(
      `${ADDRESS}?by=units&planId=21&unitIds=s1,s2`,
      server().refuse(contrastReport, 650),
    )
    expect(await screen.findByText('报告加载失败')).toBeTruthy()
    api.answer(contrastReport, report({ kind: 'contrast', title: '对比报告' }))
    await user.click(screen.getByRole('button', { name: '重新选择单位' }))
    await paper('对比报告')
    expect(lastQuery(api)).toMatchObject({ unitIds: ['a330100', 'a330200'] })
  })
})

describe('the reader of a school', () => {
  const school = placeOf('s100')
  const grades = school.below.flatMap((grade) => [
    grade,
    { ...grade, name: '二年级', key: { ...grade.key, gradeNo: 2 } },
  ])

  it('begins with the school and two plans, then compares its grades', async () => {
    const { api, user } = await open(ADDRESS, server({ ...school, below: grades }), userOf('SA'))
    await paper('文一路小学2次计划对比报告')
    expect(currentAddress()).toBe(`${ADDRESS}?planIds=21%2C11`)
    expect(lastQuery(api)).toEqual({ planIds: [21, 11], orgId: 100 })
    await user.click(screen.getByText('比较单位'))
    await paper('g100-2-1与g100-2-2对比报告')
    expect(currentAddress()).toBe(`${ADDRESS}?by=units&planId=21&unitIds=g100-2-1%2Cg100-2-2`)
  })

  it('compares the classes where there is only one grade', async () => {
    const { api } = await open(`${ADDRESS}?by=units`, server(school), userOf('SA'))
    await paper('c111与c112对比报告')
    expect(lastQuery(api)).toEqual({ planId: 21, unitIds: ['c111', 'c112'] })
  })
})

it('is not for a class teacher', async () => {
  await renderScreen(ADDRESS, { api: fakeApi(), as: userOf('ST') })
  await waitFor(() => expect(currentAddress()).toBe('/401'))
})

it('says so where no plan has begun', async () => {
  await open(ADDRESS, server().answer(eyesightEndpoints.planChoices, []))
  expect(await screen.findByText('还没有可以比较的筛查计划')).toBeTruthy()
})
