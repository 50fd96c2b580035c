import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import type { DesignDetail, ReportDesign } from '#contract/reports/design/design-schemas.ts'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { choose, currentAddress, fill, renderScreen } from '#web/testing/render-screen.tsx'
import { answerPlaces, placeOf, report } from '#web/testing/samples/reports.ts'
import { userOf } from '#web/testing/samples/users.ts'
import { confirm } from '#web/testing/screen-actions.ts'
import { firstDesign } from './draft.ts'

const ADDRESS = '/report/design-report'
const {
  deleteDesign,
  designDetail,
  designList,
  designPreview,
  designReport,
  renameDesign,
  saveDesign,
  shareDesign,
} = reportEndpoints

const design: ReportDesign = { ...firstDesign('region'), dimension: 'age', chart: 'bars' }
const detail = (change: Partial<DesignDetail> = {}): DesignDetail => ({
  designId: 51,
  name: '各年龄近视率',
  dimension: design.dimension,
  indicatorCount: design.indicators.length,
  shared: false,
  own: true,
  ownerName: '区局干部',
  version: 3,
  updatedAt: '2026-10-08T02:00:00.000Z',
  design,
  moved: false,
  ...change,
})
const rowOf = ({ design: _, moved: __, ...row }: DesignDetail) => row
const bySplit = (dimension: string) => report({ kind: 'design', title: `按${dimension}分列` })

function server(saved: DesignDetail[] = [detail()]) {
  return answerPlaces(fakeApi(), placeOf('a330106'))
    .answer(designPreview, ({ dimension }) => bySplit(dimension))
    .answer(designReport, report({ kind: 'design' }))
    .answer(designList, saved.map(rowOf))
    .answer(designDetail, ({ designId }) => saved.find((each) => each.designId === designId) ?? detail())
}

async function open(address = ADDRESS, api = server()) {
  const rendered = await renderScreen(address, { api, as: userOf('GD') })
  await screen.findByRole('article')
  return { ...rendered, api }
}
const SAVED = `${ADDRESS}?designId=51`
const status = (text: string) => screen.findByText(text, { selector: '[role=status] *' })
const lastDraft = (api: ReturnType<typeof fakeApi>) => api.calls(designPreview).at(-1)

describe('a new report', () => {
  it('begins with what most people want, and is not saved', async () => {
    const { api } = await open()
    expect(api.calls(designPreview)).toEqual([firstDesign('region')])
    expect(await status('未保存')).toBeTruthy()
    expect(screen.getByText('新的自定义报告')).toBeTruthy()
  })

  it('follows every choice, and the address holds it', async () => {
    const { api, user } = await open()
    await user.click(screen.getByRole('radio', { name: '学段' }))
    await screen.findByRole('article', { name: '按stage分列' })
    await user.click(screen.getByRole('button', { name: /就诊与预警/ }))
    await user.click(await screen.findByRole('checkbox', { name: '建议就诊率' }))
    await choose(user, screen.getByRole('combobox', { name: '性别' }), '女')
    await choose(user, screen.getByRole('combobox', { name: '图表' }), '柱状图')
    await waitFor(() => expect(lastDraft(api)).toMatchObject({ dimension: 'stage', sex: 2, chart: 'bars' }))
    expect(lastDraft(api)?.indicators).toHaveLength(7)
    expect(new URLSearchParams(window.location.search).get('sex')).toBe('2')
  })

  it('is the one of the address after coming back', async () => {
    const address = `${ADDRESS}?dimension=stage&indicators=valid&sex=2&chart=none&comparison=none&base=0`
    const { api } = await open(address)
    expect(api.calls(designPreview)).toMatchObject([{ dimension: 'stage', indicators: ['valid'], sex: 2 }])
    expect(currentAddress()).toBe(address)
  })

  it('without an indicator says what is missing and asks for nothing', async () => {
    const { api, user } = await open(`${ADDRESS}?dimension=stage&indicators=valid&chart=none&base=0`)
    const asked = api.calls(designPreview).length
    await user.click(screen.getByRole('button', { name: '关闭' }))
    expect(await screen.findByText('请至少选择一个指标')).toBeTruthy()
    expect(api.calls(designPreview)).toHaveLength(asked)
    expect(screen.getByRole('button', { name: /打印/ })).toHaveProperty('disabled', true)
  })

  it('gets a name when it is saved, and is opened under it', async () => {
    const { api, user } = await open()
    api.answer(saveDesign, { designId: 51, version: 3 })
    await user.click(screen.getByRole('button', { name: /保存$/ }))
    const dialog = within(await screen.findByRole('dialog', { name: '保存自定义报告' }))
    await user.click(dialog.getByRole('button', { name: /保\s*存/ }))
    expect(await dialog.findByText('请输入1-30个字的报告名称')).toBeTruthy()
    await fill(user, dialog.getByLabelText('报告名称'), '各年龄近视率')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(currentAddress()).toBe(SAVED))
    expect(api.calls(saveDesign)).toEqual([{ ...firstDesign('region'), name: '各年龄近视率' }])
    expect(await screen.findByRole('article', { name: '各年龄近视率' })).toBeTruthy()
    expect(await status('已保存')).toBeTruthy()
  })
})

describe('a saved report', () => {
  it('that is changed says so, and can be put back', async () => {
    const { user } = await open(SAVED)
    await user.click(screen.getByRole('radio', { name: '城乡' }))
    expect(await status('有未保存的修改')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '放弃修改' }))
    expect(await status('已保存')).toBeTruthy()
    expect(currentAddress()).toBe(SAVED)
  })

  it('is saved over the version that was changed', async () => {
    const { api, user } = await open(SAVED)
    await user.click(screen.getByRole('radio', { name: '城乡' }))
    await status('有未保存的修改')
    api.answer(saveDesign, { designId: 51, version: 4 })
    await user.click(screen.getByRole('button', { name: /保存$/ }))
    await waitFor(() => expect(currentAddress()).toBe(SAVED))
    expect(api.calls(saveDesign)).toMatchObject([
      { designId: 51, version: 3, name: '各年龄近视率', dimension: 'property' },
    ])
  })

  it('that somebody else saved meanwhile is not overwritten, and the changes stay', async () => {
    const { api, user } = await open(SAVED)
    await user.click(screen.getByRole('radio', { name: '城乡' }))
    await status('有未保存的修改')
    api.refuse(saveDesign, REFUSALS.changedMeanwhile, '数据已被他人修改，请刷新后重试')
    await user.click(screen.getByRole('button', { name: /保存$/ }))
    expect(await screen.findByText('数据已被他人修改，请刷新后重试')).toBeTruthy()
    expect(await status('有未保存的修改')).toBeTruthy()
    expect(screen.getByRole('article', { name: '各年龄近视率' })).toBeTruthy()
  })

  it('is shared with a switch; changes not saved yet go on from the new version', async () => {
    const { api, user } = await open(SAVED)
    await user.click(screen.getByRole('radio', { name: '城乡' }))
    await status('有未保存的修改')
    api
      .answer(shareDesign, { designId: 51, version: 4 })
      .answer(designDetail, detail({ shared: true, version: 4 }))
    await user.click(screen.getByRole('switch', { name: '在本机构内共享' }))
    await waitFor(() => expect(currentAddress()).toContain('base=4'))
    expect(api.calls(shareDesign)).toEqual([{ designId: 51, version: 3, shared: true }])
  })

  it('of a colleague is read and saved as the own one', async () => {
    await open(SAVED, server([detail({ own: false, shared: true, ownerName: '王志远' })]))
    expect(await status('王志远共享')).toBeTruthy()
    expect(screen.queryByRole('switch', { name: '在本机构内共享' })).toBeNull()
    expect(screen.getByRole('button', { name: /另存为我的/ })).toBeTruthy()
  })

  it('that is not shared does not open, and a new one can be begun', async () => {
    const api = server().refuse(designDetail, 650)
    const { user } = await renderScreen(SAVED, { api, as: userOf('GD') })
    expect(await screen.findByText('这份自定义报告打不开')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '新建一份' }))
    await waitFor(() => expect(currentAddress()).toBe(ADDRESS))
  })
})

describe('the list of saved reports', () => {
  async function openList(address = SAVED, api = server()) {
    const opened = await open(address, api)
    await opened.user.click(screen.getByRole('button', { name: /已保存的报告/ }))
    const drawer = within(await screen.findByRole('dialog', { name: '已保存的自定义报告' }))
    const entry = within(await drawer.findByRole('listitem'))
    return { ...opened, drawer, entry }
  }

  it('opens one', async () => {
    const { entry, user } = await openList(ADDRESS)
    await user.click(entry.getByRole('button', { name: '打开' }))
    await waitFor(() => expect(currentAddress()).toBe(SAVED))
  })

  it('renames one', async () => {
    const { api, entry, user } = await openList()
    api.answer(renameDesign, { designId: 51, version: 4 })
    await user.click(entry.getByRole('button', { name: '重命名' }))
    const dialog = within(await screen.findByRole('dialog', { name: '重命名' }))
    await fill(user, dialog.getByLabelText('报告名称'), '新名称')
    await user.keyboard('{Enter}')
    expect(await screen.findByText('已重命名')).toBeTruthy()
    expect(api.calls(renameDesign)).toEqual([{ designId: 51, version: 3, name: '新名称' }])
  })

  it('copies one under another name and opens the copy', async () => {
    const { api, entry, user } = await openList(ADDRESS)
    api.answer(saveDesign, { designId: 52, version: 1 })
    await user.click(entry.getByRole('button', { name: '复制' }))
    const dialog = within(await screen.findByRole('dialog', { name: '复制“各年龄近视率”' }))
    await user.click(dialog.getByRole('button', { name: /保\s*存/ }))
    await waitFor(() => expect(currentAddress()).toBe(`${ADDRESS}?designId=52`))
    expect(api.calls(saveDesign)).toEqual([{ ...design, name: '各年龄近视率 副本' }])
  })

  it('deletes the one in sight after a question, and begins a new one', async () => {
    const { api, entry, user } = await openList()
    api.answer(deleteDesign, { deleted: 1 }).answer(designList, [])
    await confirm(user, entry.getByRole('button', { name: /^删\s*除$/ }))
    expect(await screen.findByText('还没有保存过自定义报告')).toBeTruthy()
    expect(api.calls(deleteDesign)).toEqual([{ designId: 51, version: 3 }])
    expect(currentAddress()).toBe(ADDRESS)
  })

  it('keeps the own ones apart from those of colleagues', async () => {
    const theirs = detail({ designId: 60, name: '同事的报告', own: false, shared: true, ownerName: '王志远' })
    const { drawer, user } = await openList(ADDRESS, server([detail(), theirs]))
    expect(drawer.queryByText('同事的报告')).toBeNull()
    await user.click(drawer.getByText('同事共享（1）'))
    const entry = within(await drawer.findByRole('listitem'))
    expect(entry.getByText('同事的报告')).toBeTruthy()
    expect(entry.queryByRole('button', { name: '重命名' })).toBeNull()
    expect(entry.queryByRole('switch')).toBeNull()
  })
})
