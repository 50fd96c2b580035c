import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { overviewEndpoints } from '#contract/overview/endpoints.ts'
import type { ParentsView } from '#contract/overview/parents.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { currentAddress, renderConsole } from '#web/testing/render-screen.tsx'
import { planChoice } from '#web/testing/samples/plans.ts'
import { parentsView } from '#web/testing/samples/rotating-walls.ts'
import { userOf } from '#web/testing/samples/users.ts'
import {
  HANGZHOU,
  HIDDEN_RATE,
  NINGBO,
  PROVINCE,
  wallAnswerOf,
  wallRate,
} from '#web/testing/samples/walls.ts'

const { overviewParents } = overviewEndpoints

async function open(change: Partial<ParentsView> = {}) {
  const api = fakeApi()
    .answer(eyesightEndpoints.planChoices, [planChoice()])
    .answer(overviewParents, ({ areaId }) =>
      wallAnswerOf(parentsView(change), { path: areaId === '330100' ? [PROVINCE, HANGZHOU] : [PROVINCE] }),
    )
  const rendered = await renderConsole('/overviewThree?view=parent', { api, as: userOf('GP') })
  await waitFor(() => expect(title()).toContain('浙江省'))
  return { ...rendered, api }
}
const title = () => screen.getByRole('heading', { level: 1 }).textContent
const panel = (name: string) => screen.getByRole('region', { name })
const stepsOf = (name: string) =>
  within(panel(name))
    .getAllByRole('listitem')
    // The digits that roll stand beside the number.
    .map((step) => step.textContent)
const rows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))
const [hangzhou, ningbo] = [parentsView().areas[1], parentsView().areas[0]] as const

it('leads from the letter to the doctor, each share with its whole', async () => {
  await open()
  const [letters, opened, acknowledged] = stepsOf('结果告知书')
  expect(letters).toMatch(/^已打印700.*有效结果 780 人$/)
  expect(opened).toMatch(/^已查看420.*占已打印 60\.00%$/)
  expect(acknowledged).toMatch(/^已知晓350.*占已打印 50\.00%$/)
  const [referral, visited, visited90, visited30] = stepsOf('就诊复查')
  expect(referral).toMatch(/^建议就诊240.*占有效 30\.77%$/)
  expect(visited).toMatch(/^已就诊120.*占建议就诊 50\.00%$/)
  expect(visited90).toMatch(/^90 日内就诊96.*占建议就诊 40\.00%$/)
  expect(visited30).toMatch(/^30 日内就诊60.*占建议就诊 25\.00%$/)
})

it('lists the places with their sum, and as funnels with the fewest acknowledged last', async () => {
  await open()
  expect(rows()).toEqual([
    ['市', '告知书', '已查看 %', '已知晓 %', '建议就诊', '已就诊 %', '90日就诊率 %', '30日就诊率 %'],
    ['宁波市', '700', '60.00', '10.00', '240', '50.00', '40.00', '25.00'],
    ['杭州市', '700', '60.00', '50.00', '240', '50.00', '40.00', '25.00'],
    ['合计', '700', '60.00', '50.00', '240', '50.00', '40.00', '25.00'],
  ])
  expect(stepsOf('各市查看与知晓')).toEqual(['杭州市60.0050.00', '宁波市60.0010.00'])
})

it('opens a place from the table and from the funnels', async () => {
  const { user } = await open()
  for (const place of ['各市告知与就诊', '各市查看与知晓']) {
    await user.click(within(panel(place)).getByRole('button', { name: '杭州市' }))
    await waitFor(() => expect(title()).toBe('杭州市·家长端'))
    expect(currentAddress()).toBe('/overviewThree?view=parent&id=330100')
    fireEvent.keyDown(document.body, { key: 'Backspace' })
    await waitFor(() => expect(title()).toBe('浙江省·家长端'))
  }
})

it('shows nothing of a handful, in no column', async () => {
  const handful = { opened: HIDDEN_RATE, acknowledged: HIDDEN_RATE, referral: HIDDEN_RATE }
  const visits = { visited: HIDDEN_RATE, visited90: HIDDEN_RATE, visited30: HIDDEN_RATE }
  const areas = [{ ...parentsView(), unit: NINGBO, letters: 3, valid: 3, ...handful, ...visits }]
  await open({ ...handful, ...visits, areas })
  expect(rows()[1]).toEqual(['宁波市', '3', '＊', '＊', '＊', '＊', '＊', '＊'])
  expect(stepsOf('结果告知书')[1]).toBe('已查看＊＊ 人数过少，不显示')
  expect(stepsOf('就诊复查')[0]).toBe('建议就诊＊＊ 人数过少，不显示')
  expect(stepsOf('各市查看与知晓')).toEqual(['宁波市＊ 人数过少，不显示'])
  expect(panel('各市告知与就诊').textContent).toContain('＊ 人数过少，不显示')
})

it('of few letters and children shows numbers, but no shares', async () => {
  const few = {
    ...{ letters: 12, opened: wallRate(8, 12), acknowledged: wallRate(6, 12) },
    ...{ referral: wallRate(9, 40), visited: wallRate(7, 9), visited90: wallRate(7, 9) },
    ...{ visited30: wallRate(7, 9), valid: 40 },
  }
  await open({ ...few, areas: [{ unit: HANGZHOU, ...few }] })
  expect(stepsOf('结果告知书')[1]).toMatch(/已打印满 30 份后显示占比$/)
  expect(stepsOf('就诊复查')[1]).toMatch(/建议就诊满 30 人后显示占比$/)
  expect(rows()[1]).toEqual(['杭州市', '12', '--', '--', '9', '--', '--', '--'])
  expect(stepsOf('各市查看与知晓')).toEqual(['杭州市已打印 12 份，满 30 份后显示'])
})

it('before the first letter shows who was seen, and no zeros of letters', async () => {
  const none = { letters: 0, opened: wallRate(0, 0), acknowledged: wallRate(0, 0) }
  if (!hangzhou) throw new Error('no such place')
  await open({ ...none, areas: [{ ...hangzhou, ...none }] })
  expect(panel('结果告知书').textContent).toContain('还没有打印结果告知书，打印后这里显示家长的查看和知晓。')
  expect(screen.queryByRole('region', { name: '各市查看与知晓' })).toBeNull()
  expect(rows()[1]).toEqual(['杭州市', '未打印', '--', '--', '240', '50.00', '40.00', '25.00'])
})

it('a place without letters among others stands last and says so', async () => {
  const none = { letters: 0, opened: wallRate(0, 0), acknowledged: wallRate(0, 0) }
  if (!hangzhou || !ningbo) throw new Error('no such places')
  await open({ areas: [{ ...hangzhou, ...none }, ningbo] })
  expect(stepsOf('各市查看与知晓')).toEqual(['宁波市60.0010.00', '杭州市还没有打印'])
})

it('just begun says how many are missing', async () => {
  await open({ valid: 12, referral: wallRate(5, 12) })
  expect(panel('就诊复查').textContent).toContain('有效 12 人，满 30 人后显示就诊率。')
})

it('before any result has one sentence', async () => {
  await open({ letters: 0, valid: 0, areas: [] })
  expect(screen.getByText(/^还没有有效结果，打印结果告知书后/)).toBeTruthy()
  expect(screen.queryByRole('region')).toBeNull()
})

it('stays with its time while the server is away', async () => {
  const { api } = await open()
  api.disconnect(overviewParents)
  expect(await screen.findByText(/^数据截至 \d\d:\d\d:\d\d，正在重连$/)).toBeTruthy()
  expect(stepsOf('结果告知书')[0]).toContain('700')
})
