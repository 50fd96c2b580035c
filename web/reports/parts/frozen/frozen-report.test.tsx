import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import type { FrozenChanges } from '#contract/reports/frozen/frozen-endpoints.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { currentAddress, fill, renderScreen } from '#web/testing/render-screen.tsx'
import {
  answerPlaces,
  frozenReport,
  frozenRow,
  placeOf,
  REPORT_NO,
  report,
} from '#web/testing/samples/reports.ts'
import { pageOf } from '#web/testing/samples/schools.ts'
import { userOf } from '#web/testing/samples/users.ts'
import { watchSavedFiles } from '#web/testing/saved-files.ts'

const { classReport, freezeReport, frozenChanges, frozenList, regionReport, withdrawReport } = reportEndpoints
const CAUTION = '两次计划参加的单位不同（口径不一致）'
const FROZEN = `/report/region-report?reportNo=${REPORT_NO}`
const UNCHANGED: FrozenChanges = {
  comparable: true,
  total: 0,
  list: [],
  hidden: 0,
  rules: { came: [], gone: [] },
  texts: [],
  at: '2026-10-10T02:00:00.000Z',
}

function server(reader = placeOf('a330106')) {
  return answerPlaces(fakeApi(), reader)
    .answer(regionReport, report())
    .answer(reportEndpoints.frozenReport, frozenReport())
    .answer(frozenList, pageOf([frozenRow()]))
    .answer(frozenChanges, UNCHANGED)
}

async function open(address: string, api = server(), as = userOf('GD')) {
  const rendered = await renderScreen(address, { api, as })
  return { ...rendered, api }
}
const paper = async () => within(await screen.findByRole('article'))

describe('freezing the report in sight', () => {
  it('is explained first, then leads to the numbered one', async () => {
    const { api, user } = await open('/report/region-report')
    await paper()
    api.answer(freezeReport, { ...frozenRow(), existed: false })
    await user.click(screen.getByRole('button', { name: '冻结' }))
    const dialog = within(await screen.findByRole('dialog', { name: '冻结报告' }))
    expect(dialog.getByText(/给出编号并原样保存/)).toBeTruthy()
    expect(api.calls(freezeReport)).toEqual([])
    await user.click(dialog.getByRole('button', { name: '冻结并编号' }))
    expect(await screen.findByText(`报告已冻结，编号 ${REPORT_NO}`)).toBeTruthy()
    expect(currentAddress()).toBe(FROZEN)
    expect(api.calls(freezeReport)).toEqual([{ kind: 'region', query: { planId: 21, areaId: '330106' } }])
  })

  it('cautions before that, where it has something to be careful with', async () => {
    const { user } = await open(
      '/report/region-report',
      server().answer(regionReport, report({ cautions: [CAUTION] })),
    )
    expect((await paper()).getByText(CAUTION)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '冻结' }))
    const dialog = within(await screen.findByRole('dialog', { name: '冻结报告' }))
    expect(dialog.getByText(CAUTION)).toBeTruthy()
  })

  it('whose figures are frozen already leads to the one that is there', async () => {
    const { api, user } = await open('/report/region-report')
    await paper()
    api.answer(freezeReport, { ...frozenRow(), existed: true })
    await user.click(screen.getByRole('button', { name: '冻结' }))
    await user.click(await screen.findByRole('button', { name: '冻结并编号' }))
    expect(await screen.findByText(`相同数据已经冻结，编号 ${REPORT_NO}`)).toBeTruthy()
  })

  it('is not for a class teacher', async () => {
    const api = server(placeOf('c111'))
      .answer(classReport, report({ kind: 'class' }))
      .answer(frozenList, pageOf([]))
    const { user } = await open('/report/class-report', api, userOf('ST'))
    await paper()
    expect(screen.queryByRole('button', { name: '冻结' })).toBeNull()
    await user.click(screen.getByRole('button', { name: '已冻结报告' }))
    expect(await screen.findByText('还没有冻结的报告')).toBeTruthy()
  })
})

describe('a frozen report', () => {
  it('carries its number and says that nothing has changed', async () => {
    await open(FROZEN)
    expect((await paper()).getByText(REPORT_NO)).toBeTruthy()
    expect(screen.getByText(/由西湖区教育局区局干部冻结，以下内容与冻结时相同/)).toBeTruthy()
    expect(await screen.findByText(/^冻结后数据没有变化/)).toBeTruthy()
  })

  it('says what has changed since, cell by cell', async () => {
    const change = {
      what: 'value' as const,
      section: '一、总体情况',
      table: '各校近视情况',
      row: '文一路小学',
      column: '近视率',
      format: 'percent' as const,
      was: 45.678,
      is: 44,
    }
    const api = server().answer(frozenChanges, { ...UNCHANGED, total: 1, list: [change] })
    const { user } = await open(FROZEN, api)
    expect(await screen.findByText('冻结后数据有 1 处变化')).toBeTruthy()
    await user.click(screen.getByText('查看变化'))
    expect(await screen.findByRole('columnheader', { name: '冻结时' })).toBeTruthy()
    expect(screen.getAllByText('45.68%').length).toBeGreaterThan(1)
    expect(screen.getByText('44.00%')).toBeTruthy()
  })

  it('gives one of its tables by itself, as it was', async () => {
    const { api, user } = await open(FROZEN)
    const file = { fileName: '表.xlsx', contentType: 'application/octet-stream', content: 'file' }
    watchSavedFiles()
    api.answer(reportEndpoints.downloadReport, file as never)
    await user.click((await paper()).getByRole('button', { name: /^导出表格/ }))
    expect(await screen.findByText('表格已下载')).toBeTruthy()
    expect(api.calls(reportEndpoints.downloadReport)).toMatchObject([{ report: { reportNo: REPORT_NO } }])
  })

  it.each([
    ['in sight', '/report/region-report'],
    ['that is frozen', FROZEN],
  ])('a report %s is downloaded after its caution, which is said once', async (_, address) => {
    const api = server()
      .answer(regionReport, report({ cautions: [CAUTION] }))
      .answer(reportEndpoints.frozenReport, { ...frozenReport(), cautions: [CAUTION] })
    const { user } = await open(address, api)
    await paper()
    const saved = watchSavedFiles()
    const file = { fileName: '报告.docx', contentType: 'application/octet-stream', content: 'file' }
    api.answer(reportEndpoints.downloadReport, file as never)
    const download = async () => {
      await user.click(screen.getByRole('button', { name: /下载/ }))
      await user.click(await screen.findByRole('menuitem', { name: 'Word 文档' }))
    }
    await download()
    const dialog = within(await screen.findByRole('dialog', { name: '下载前请注意' }))
    expect(dialog.getByText(CAUTION)).toBeTruthy()
    expect(api.calls(reportEndpoints.downloadReport)).toEqual([])
    await user.click(dialog.getByRole('button', { name: '继续下载' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    await download()
    await waitFor(() => expect(saved).toHaveLength(2))
  })

  it('opened from the page of another kind goes to its own', async () => {
    await open(`/report/school-report?reportNo=${REPORT_NO}`)
    await paper()
    expect(currentAddress()).toBe(FROZEN)
  })

  it('leads to the same report of today', async () => {
    const { api, user } = await open(FROZEN)
    await paper()
    await user.click(screen.getByRole('button', { name: '查看最新报告' }))
    await waitFor(() => expect(api.calls(regionReport)).toEqual([{ planId: 21, areaId: '330106' }]))
    expect(currentAddress()).toBe('/report/region-report?planId=21&areaId=330106')
  })

  it('that the reader may not see says so and leads to what is his', async () => {
    const api = server(placeOf('c111'))
      .refuse(reportEndpoints.frozenReport, 650)
      .answer(classReport, report({ kind: 'class' }))
    const { user } = await open(`/report/class-report?reportNo=${REPORT_NO}`, api, userOf('ST'))
    expect(await screen.findByText(`报告 ${REPORT_NO} 无法打开`)).toBeTruthy()
    expect(screen.queryByRole('article')).toBeNull()
    await user.click(screen.getByRole('button', { name: '查看最新报告' }))
    await paper()
  })

  it('is withdrawn with a reason, which stands on it from then on', async () => {
    const { api, user } = await open(FROZEN)
    await paper()
    await user.click(await screen.findByRole('button', { name: '作废' }))
    const dialog = within(await screen.findByRole('dialog', { name: `作废报告 ${REPORT_NO}` }))
    await user.click(dialog.getByRole('button', { name: '作废' }))
    expect(await dialog.findByText('请填写原因')).toBeTruthy()
    const reason = '数据更正后重新出具'
    const withdrawn = { at: '2026-10-11T02:00:00.000Z', by: '区局干部', reason }
    api
      .answer(withdrawReport, frozenRow({ withdrawnAt: withdrawn.at, withdrawnReason: reason }))
      .answer(reportEndpoints.frozenReport, frozenReport({ withdrawn }))
      .answer(frozenList, pageOf([frozenRow({ mayWithdraw: false })]))
    await fill(user, dialog.getByLabelText('作废原因'), reason)
    await user.click(dialog.getByRole('button', { name: '作废' }))
    expect(await screen.findByText(`原因：${reason}`)).toBeTruthy()
    expect((await paper()).getByText(`已作废（${reason}）`)).toBeTruthy()
    expect(api.calls(withdrawReport)).toEqual([{ reportNo: REPORT_NO, reason }])
    await waitFor(() => expect(screen.queryByRole('button', { name: '作废' })).toBeNull())
  })

  it('of others is not withdrawn', async () => {
    const { api } = await open(
      FROZEN,
      server().answer(frozenList, pageOf([frozenRow({ mayWithdraw: false })])),
    )
    await paper()
    await waitFor(() => expect(api.calls(frozenList)).toHaveLength(1))
    expect(screen.queryByRole('button', { name: '作废' })).toBeNull()
  })
})

describe('the list of frozen reports', () => {
  async function openList() {
    const opened = await open('/report/region-report')
    await paper()
    await opened.user.click(screen.getByRole('button', { name: '已冻结报告' }))
    const drawer = within(await screen.findByRole('dialog', { name: '已冻结的区县报告' }))
    await drawer.findByRole('link', { name: REPORT_NO })
    return { ...opened, drawer }
  }

  it('begins with the plan and unit in sight, and shows all on demand', async () => {
    const { api, drawer, user } = await openList()
    expect(api.calls(frozenList)).toEqual([
      { kind: 'region', planId: 21, areaId: '330106', pageNum: 1, pageSize: 20 },
    ])
    await user.click(drawer.getByText('全部计划与单位'))
    await waitFor(() =>
      expect(api.calls(frozenList).at(-1)).toEqual({ kind: 'region', pageNum: 1, pageSize: 20 }),
    )
  })

  it('finds one by a part of its number', async () => {
    const { api, drawer, user } = await openList()
    await fill(user, drawer.getByRole('searchbox', { name: '报告编号' }), '000012')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(api.calls(frozenList).at(-1)).toMatchObject({ reportNo: '000012' }))
  })

  it('opens one by its number', async () => {
    const { drawer, user } = await openList()
    await user.click(drawer.getByRole('link', { name: REPORT_NO }))
    await waitFor(() => expect(currentAddress()).toBe(FROZEN))
  })
})
