import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { overviewEndpoints } from '#contract/overview/endpoints.ts'
import type { SchoolView } from '#contract/overview/school.ts'
import { type FakeApi, fakeApi } from '#web/testing/fake-api.ts'
import { currentAddress, renderConsole } from '#web/testing/render-screen.tsx'
import { planChoice } from '#web/testing/samples/plans.ts'
import { classCell, gradeRow, SCHOOL, schoolView } from '#web/testing/samples/school-walls.ts'
import { userOf } from '#web/testing/samples/users.ts'
import {
  areaDone,
  HANGZHOU,
  HIDDEN_RATE,
  PROVINCE,
  progressView,
  wallAnswerOf,
  wallRate,
  XIHU,
} from '#web/testing/samples/walls.ts'

const { overviewSchool, overviewProgress, overviewMap } = overviewEndpoints
const PATH = [PROVINCE, HANGZHOU, XIHU, SCHOOL]

const wall = (change: Partial<SchoolView> = {}): FakeApi =>
  fakeApi()
    .answer(eyesightEndpoints.planChoices, [planChoice()])
    .answer(overviewMap, { map: null, notice: '示意图' })
    .answer(
      overviewProgress,
      wallAnswerOf(progressView({ areas: [areaDone(SCHOOL)] }), { path: PATH.slice(0, 3) }),
    )
    .answer(overviewSchool, wallAnswerOf(schoolView(change), { path: PATH }))

async function open(address = '/overview?type=5&id=12', api = wall(), who: 'GP' | 'SA' = 'GP') {
  const rendered = await renderConsole(address, { api, as: userOf(who) })
  await screen.findByRole('region', { name: '筛查完成率' })
  return { ...rendered, api }
}
const panel = (name: string) => screen.getByRole('region', { name })
const grid = (name: string) => screen.getByRole('table', { name })
const cell = (name: RegExp) => screen.getByRole('button', { name })

describe('a school on a wall', () => {
  it('opens by its address, says who screens it, and leads up to its district', async () => {
    const { user, api } = await open()
    expect(api.calls(overviewSchool)[0]).toMatchObject({ planId: 21, orgId: 12 })
    expect(currentAddress()).toBe('/overview?type=5&id=12')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('西湖实验小学·学校筛查')
    expect(screen.getByText(/由杭州明眸视力筛查中心承担/)).toBeTruthy()
    // Both views stand on it.
    expect(screen.queryByRole('group', { name: '显示' })).toBeNull()
    await user.click(screen.getByRole('button', { name: '返回上一级' }))
    await waitFor(() => expect(currentAddress()).toBe('/overview?type=3&id=330106'))
  })

  it('opens from its district, and back leads there', async () => {
    const { user } = await renderConsole('/overview?type=3&id=330106', { api: wall(), as: userOf('GP') })
    await user.click(await screen.findByRole('button', { name: /西湖实验小学/ }))
    await waitFor(() => expect(currentAddress()).toBe('/overview?type=5&id=12'))
    await screen.findByRole('region', { name: '各年级各班' })
    fireEvent.keyDown(document.body, { key: 'Backspace' })
    await waitFor(() => expect(currentAddress()).toBe('/overview?type=3&id=330106'))
  })

  it('tells how far it is, what was found and what became of it', async () => {
    await open()
    expect(panel('筛查完成率').textContent).toMatch(
      /94\.00.*7人再筛即达标.*差 1\.00 个百分点.*未筛.*21 人有原因/,
    )
    expect(panel('复测质量').textContent).toMatch(
      /3\.58需 ≥ 5.*8\.16需 ≤ 5.*抽取 39 人，已复测 22 人，还差 9 人/,
    )
    expect(panel('近视率').textContent).toMatch(/40\.16.*▼ 0\.74百分点，较 2025 秋女生41\.90%−0\.74/)
    expect(panel('近视程度').textContent).toMatch(/低度 170 人68\.83%/)
    expect(panel('检出后的去向').textContent).toMatch(
      /建议就诊207.*家长已知晓158.*76\.3.*下一步：提醒 49 位家长/,
    )
  })

  it('turns figures into work, the urgent first', async () => {
    await open()
    const items = within(panel('眼下要办')).getAllByRole('listitem')
    expect(items.map((item) => item.textContent)).toEqual([
      '四年级1班还有 19 人待筛应筛 39，实筛 19，1 人有原因；任务 11-22 结束',
      '误差发生率 8.16%，超过 5%98 项次中 8 项超差，须查明原因并再复测',
      '12 条记录无效，需补测一年级2班最多，5 条；补齐后计入有效人数',
    ])
  })

  it('of a kindergarten speaks of 视力低常, not of myopia', async () => {
    await open(undefined, wall({ ofKindergarten: true, lines: [], reserveShort: wallRate(28, 219) }))
    expect(grid('视力低常率')).toBeTruthy()
    expect(panel('远视储备').textContent).toContain('储备不足 28 人12.79%')
    expect(screen.queryByText(/近视/)).toBeNull()
  })

  it('that has not begun shows a day and no zeros', async () => {
    const none = { expected: 40, screened: 0, valid: 0 }
    const first = classCell(1, 1, { done: none, rate: wallRate(0, 0) })
    await open(
      undefined,
      wall({
        total: { expected: 40, screened: 0, valid: 0 },
        absent: 0,
        dates: { startsOn: '2026-11-20', endsOn: '2026-11-22' },
        grades: [{ ...gradeRow(1, 1, [first]), done: none, rate: wallRate(0, 0) }],
        all: wallRate(0, 0),
        todo: [],
        trend: [],
        followUp: { referral: 0, letters: 0, acknowledged: 0, visited: 0, overdue: 0 },
      }),
    )
    expect(panel('筛查完成率').textContent).toMatch(/--11-20 开始/)
    expect(panel('眼下要办').textContent).toContain('11-20 开始。')
    expect(panel('近视率').textContent).toBe('近视率有筛查结果后，这里显示近视率。')
    expect(within(grid('完成率')).getByText('40 人')).toBeTruthy()
    expect(screen.queryByText(/0\.00/)).toBeNull()
  })

  it('of few results shows no rate yet', async () => {
    await open(undefined, wall({ all: wallRate(4, 12) }))
    expect(panel('近视率').textContent).toContain('有效 12 人，满 30 人后显示近视率。')
  })

  it('with no more than a few pupils shows their rate', async () => {
    await open(undefined, wall({ all: wallRate(4, 12), total: { expected: 14, screened: 13, valid: 12 } }))
    expect(panel('近视率').textContent).toContain('33.33')
  })
})

describe('the heat grids', () => {
  const behind = classCell(1, 1, {
    done: { expected: 39, screened: 19, valid: 19 },
    behind: true,
  })
  const above = classCell(2, 3, { rate: wallRate(21, 33), aboveGrade: true })
  const hidden = classCell(2, 2, { rate: HIDDEN_RATE })
  const grades = [gradeRow(1, 3, [behind]), gradeRow(2, 3, [above, hidden])]

  it('show the same classes side by side, and mark those that need a look', async () => {
    await open(undefined, wall({ grades }))
    expect(within(grid('完成率')).getAllByRole('button')).toHaveLength(6)
    expect(cell(/一年级1班，完成率 48\.7%，应筛 39 人，实筛 19 人，完成率不足 60%/).className).toContain(
      'marked',
    )
    expect(cell(/二年级3班，近视率 63\.6%，纳入统计 33 人，高于本年级 10 个百分点以上/).className).toContain(
      'marked',
    )
    expect(cell(/一年级2班，完成率 95\.0%/).className).not.toContain('marked')
    expect(within(grid('完成率')).getByRole('row', { name: /^一年级/ }).textContent).toMatch(/95\.0$/)
  })

  it('show a star for a small class, with nothing to open or to read out', async () => {
    await open(undefined, wall({ grades }))
    const rates = within(grid('近视率'))
    expect(rates.getByText('＊').title).toBe('二年级2班：不足 5 人，不显示')
    expect(rates.queryByRole('button', { name: /二年级2班/ })).toBeNull()
    // How far it is is no secret.
    expect(cell(/二年级2班，完成率 95\.0%/)).toBeTruthy()
    expect(screen.getByText('＊ 不足 5 人，或可由此推算，不显示')).toBeTruthy()
  })

  it('are walked through with the arrows, past hidden classes, and say more of where one is', async () => {
    const { user } = await open(undefined, wall({ grades }))
    const first = cell(/二年级1班，近视率/)
    await user.click(first)
    expect(panel('各年级各班').textContent).toContain('二年级1班：应筛 40，实筛 38，有效 36，未检有原因 1')
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(cell(/二年级3班，近视率/))
    await user.keyboard('{ArrowUp}{ArrowLeft}')
    expect(document.activeElement).toBe(cell(/一年级2班，近视率/))
    await user.keyboard('{ArrowUp}')
    expect(document.activeElement).toBe(cell(/一年级2班，近视率/))
    // One stop for the whole grid.
    const stops = within(grid('近视率'))
      .getAllByRole('button')
      .filter(({ tabIndex }) => tabIndex === 0)
    expect(stops).toEqual([document.activeElement])
  })

  it('of a large school are one, with a switch', async () => {
    const { user } = await open(undefined, wall({ grades: [gradeRow(1, 8), gradeRow(2, 7)] }))
    expect(screen.queryByRole('table', { name: '近视率' })).toBeNull()
    expect(within(grid('完成率')).getAllByRole('columnheader')).toHaveLength(9)
    const choice = within(screen.getByRole('group', { name: '各班显示' }))
    await user.click(choice.getByRole('button', { name: '近视率' }))
    expect(within(grid('近视率')).getAllByRole('button')).toHaveLength(15)
    expect(screen.queryByRole('table', { name: '完成率' })).toBeNull()
  })

  it('of classes with names of their own stand in order, each with its name', async () => {
    const [first] = grades
    const named = (names: string[], gradeNo: number) => ({
      ...gradeRow(gradeNo, 2),
      classes: names.map((className, nth) => classCell(gradeNo, nth + 1, { className, name: className })),
    })
    expect(first).toBeTruthy()
    await open(undefined, wall({ grades: [named(['太阳班', '月亮班'], 1), named(['星星班'], 2)] }))
    expect(within(grid('完成率')).getByText('星星班')).toBeTruthy()
    const columns = within(grid('完成率')).getAllByRole('columnheader')
    expect(columns.map((column) => column.textContent)).toEqual(['1', '2', '合计'])
  })

  it('have steps of their own for primary and middle school', async () => {
    const middle = { ...gradeRow(2, 1), stage: 3 as const, name: '初二' }
    await open(undefined, wall({ grades: [gradeRow(1, 1), middle] }))
    expect(panel('各年级各班').textContent).toMatch(/小学 <2020–3535–5050–65≥65中学 <5555–65/)
  })
})
