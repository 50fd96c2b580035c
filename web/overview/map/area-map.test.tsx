// The map of a wall: shapes and tiles are buttons alike, for pointer, keyboard and screen reader.
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { overviewEndpoints } from '#contract/overview/endpoints.ts'
import type { AreaMap as AreaMapAnswer } from '#contract/overview/map.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderPart } from '#web/testing/render-screen.tsx'
import { userOf } from '#web/testing/samples/users.ts'
import { AreaMap, type MapArea } from './area-map.tsx'

const { overviewMap } = overviewEndpoints

const LEGEND = {
  title: '完成率（%）',
  labels: ['< 60', '60–75', '75–85', '85–95', '≥ 95 达标'],
  none: '尚未开始',
  attention: '照此速度不足 90%',
}
const area = (id: string, name: string, value: string, more: Partial<MapArea> = {}): MapArea => ({
  id,
  name,
  value,
  step: 2,
  note: null,
  attention: false,
  tooltip: [
    ['应筛', '684,150'],
    ['实筛', '360,137'],
  ],
  opens: true,
  ...more,
})
const HANGZHOU = area('330100', '杭州', '78.57')
const NINGBO = area('330200', '宁波', '96.42', { step: 4 })
const JINHUA = area('330700', '金华', '71.26', { step: 1, attention: true })
const LISHUI = area('331100', '丽水', '--', { step: null, note: '11-20 开始', opens: false })
const ZONE = area('330171', '钱塘新区', '80.00')
const AREAS = [HANGZHOU, LISHUI, NINGBO, JINHUA]

const square = (id: string, x: number) => ({ id, x: x + 50, y: 50, path: `M${x} 0l100 0 0 100-100 0z` })
const ANSWER: AreaMapAnswer = {
  map: {
    width: 500,
    height: 100,
    areas: ['330100', '330200', '330700', '331100', '330900'].map((id, at) => square(id, at * 100)),
  },
  notice: '审图号：GS（2024）0650号',
}

async function show(areas: readonly MapArea[], answer = ANSWER, areaId = '330000') {
  const api = fakeApi().answer(overviewMap, answer)
  const onOpen = vi.fn()
  const map = <AreaMap areaId={areaId} areas={areas} ramp="progress" legend={LEGEND} onOpen={onOpen} />
  const view = await renderPart('/overview', map, { api, as: userOf('GP') })
  if (areas.length > 0) await screen.findByRole('button', { name: new RegExp(`^${areas[0]?.name}，`) })
  return { ...view, api, onOpen }
}

const buttons = () => screen.getAllByRole('button')
const names = () => buttons().map((button) => button.getAttribute('aria-label'))
const button = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}，`) })
const focusedName = () => document.activeElement?.getAttribute('aria-label')

describe('a level with shapes', () => {
  test('has a button for each area, in the order of rank, in the colour of its step', async () => {
    await show(AREAS)
    expect(names()).toEqual([
      '宁波，完成率（%）96.42',
      '杭州，完成率（%）78.57',
      '金华，完成率（%）71.26，照此速度不足 90%',
      '丽水，11-20 开始',
    ])
    const fill = (name: string) => button(name).querySelector('path')?.getAttribute('fill')
    expect(fill('宁波')).toBe('var(--wall-progress4)')
    expect(fill('金华')).toBe('var(--wall-progress1)')
    expect(fill('丽水')).toMatch(/^url\(#/)
  })

  test('says whose map it is, and what the colours mean', async () => {
    await show(AREAS)
    expect(screen.getByText('审图号：GS（2024）0650号')).toBeTruthy()
    const legend = screen.getByRole('figure', { name: '图例' })
    for (const text of [...LEGEND.labels, LEGEND.none, LEGEND.attention])
      expect(within(legend).getByText(text)).toBeTruthy()
  })

  test('is asked for once, however often it is shown', async () => {
    const { api, unmount } = await show(AREAS)
    unmount()
    await renderPart(
      '/overview',
      <AreaMap areaId="330000" areas={AREAS} ramp="rate" legend={LEGEND} onOpen={vi.fn()} />,
      { api, as: userOf('GP') },
    )
    await screen.findByRole('button', { name: /^杭州，/ })
    expect(api.calls(overviewMap)).toEqual([{ areaId: '330000' }])
  })

  test('leads to the map of an area by click, Enter and space, where there is one', async () => {
    const { user, onOpen } = await show(AREAS)
    await user.click(button('杭州'))
    button('宁波').focus()
    await user.keyboard('{Enter}')
    button('金华').focus()
    await user.keyboard(' ')
    await user.click(button('丽水'))
    expect(onOpen.mock.calls.flat()).toEqual(['330100', '330200', '330700'])
    expect(button('丽水').getAttribute('aria-disabled')).toBe('true')
  })

  test('is walked through by tab and arrows', async () => {
    const { user } = await show(AREAS)
    await user.tab()
    expect(focusedName()).toMatch(/^宁波/)
    await user.keyboard('{ArrowRight}{ArrowDown}')
    expect(focusedName()).toMatch(/^金华/)
    await user.keyboard('{ArrowLeft}')
    expect(focusedName()).toMatch(/^杭州/)
    await user.keyboard('{End}{ArrowRight}')
    expect(focusedName()).toMatch(/^丽水/)
    await user.keyboard('{Home}{ArrowLeft}')
    expect(focusedName()).toMatch(/^宁波/)
  })

  test('tells more about what is pointed at or has the focus', async () => {
    const { user } = await show(AREAS)
    expect(screen.queryByRole('tooltip')).toBeNull()
    await user.hover(button('杭州'))
    expect(screen.getByRole('tooltip').textContent).toBe('杭州应筛684,150实筛360,137')
    await user.unhover(button('杭州'))
    expect(screen.queryByRole('tooltip')).toBeNull()
    button('金华').focus()
    await waitFor(() => expect(screen.getByRole('tooltip').textContent).toMatch(/^金华/))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('tooltip')).toBeNull()
  })

  test('has tiles for areas without a shape, and no button for shapes without figures', async () => {
    const { container, user, onOpen } = await show([...AREAS, ZONE])
    expect(names().at(-1)).toBe('钱塘新区，完成率（%）80.00')
    expect(button('钱塘新区').tagName).toBe('BUTTON')
    expect(container.querySelectorAll('svg path[d^="M400"]')).toHaveLength(1)
    await user.keyboard('{Tab}{End}')
    expect(focusedName()).toMatch(/^钱塘新区/)
    expect(screen.getByRole('tooltip').textContent).toMatch(/^钱塘新区/)
    await user.keyboard('{Enter}')
    expect(onOpen.mock.calls).toEqual([['330171']])
  })

  test('draws nothing before its shapes are there', async () => {
    const api = fakeApi().answer(overviewMap, ANSWER)
    const go = api.hold(overviewMap)
    const map = <AreaMap areaId="330000" areas={AREAS} ramp="progress" legend={LEGEND} onOpen={vi.fn()} />
    await renderPart('/overview', map, { api, as: userOf('GP') })
    expect(screen.queryAllByRole('button')).toEqual([])
    go()
    await screen.findByRole('button', { name: /^杭州，/ })
  })
})

describe('a level without shapes', () => {
  const NO_MAP = { map: null, notice: '示意图' }

  test('is tiles in the order of rank, without a notice', async () => {
    const { user, onOpen } = await show(AREAS, NO_MAP)
    const tiles = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(tiles.slice(-4)).toEqual(['宁波96.42', '杭州78.57', '金华71.26', '丽水11-20 开始'])
    expect(screen.queryByText('示意图')).toBeNull()
    await user.hover(button('杭州'))
    expect(screen.getByRole('tooltip').textContent).toMatch(/^杭州/)
    await user.click(button('杭州'))
    expect(onOpen.mock.calls).toEqual([['330100']])
  })

  test('is walked through by rows', async () => {
    const many = Array.from({ length: 100 }, (_, at) => area(`3301060${at}`, `第${at}街道`, `${100 - at}.00`))
    const { user } = await show(many, NO_MAP)
    await user.tab()
    expect(focusedName()).toMatch(/^第0街道/)
    await user.keyboard('{ArrowDown}')
    const row = Number(/^第(\d+)街道/.exec(focusedName() ?? '')?.[1])
    expect(row).toBeGreaterThan(1)
    await user.keyboard('{ArrowDown}{ArrowRight}{ArrowUp}')
    expect(focusedName()).toMatch(new RegExp(`^第${row + 1}街道`))
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(focusedName()).toMatch(/^第1街道/)
  })

  test('is not asked for where the place is a town', async () => {
    const { api } = await show(AREAS, ANSWER, '330106002')
    expect(api.calls(overviewMap)).toEqual([])
    expect(screen.getAllByRole('listitem').length).toBeGreaterThanOrEqual(4)
  })

  test('is what remains when the shapes do not come', async () => {
    const api = fakeApi().disconnect(overviewMap)
    const map = <AreaMap areaId="330000" areas={AREAS} ramp="progress" legend={LEGEND} onOpen={vi.fn()} />
    await renderPart('/overview', map, { api, as: userOf('GP') })
    expect((await screen.findByRole('button', { name: /^杭州，/ })).tagName).toBe('BUTTON')
  })
})
