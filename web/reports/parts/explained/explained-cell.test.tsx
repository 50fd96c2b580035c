// Numbers of a report open the explanation that those in 指标明细 have.
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import type { ReportTable } from '#contract/reports/report/report.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { SCHOOL_UNIT } from '#web/testing/samples/plans.ts'
import {
  answerPlaces,
  frozenReport,
  MYOPIA_TABLE,
  placeOf,
  REPORT_NO,
  report,
  reportRow,
} from '#web/testing/samples/reports.ts'
import { pageOf } from '#web/testing/samples/schools.ts'
import { userOf } from '#web/testing/samples/users.ts'

const { explainFigure } = eyesightEndpoints
const { frozenChanges, frozenList, regionReport } = reportEndpoints
const RANKING: ReportTable = {
  ...MYOPIA_TABLE,
  id: 'ranking-unit',
  columns: [
    { key: 'valid', title: '有效', group: null, format: 'count' },
    { key: 'myopia/rated', title: '近视率', group: null, format: 'percent' },
  ],
  rows: [
    reportRow({ values: [1200, 45.678] }),
    reportRow({ name: '学军小学', values: [8, '*'] }),
    reportRow({ name: '合计', unit: null, isTotal: true, values: [1208, 45.1] }),
  ],
}
const [section] = report().sections
const sections = section ? [{ ...section, tables: [RANKING] }] : []

const server = () =>
  answerPlaces(fakeApi(), placeOf('a330106'))
    .answer(regionReport, report({ sections }))
    .answer(explainFigure, {
      title: '近视率',
      unit: SCHOOL_UNIT,
      planName: '2026年秋季视力筛查',
      numeratorLabel: '近视人数',
      numerator: 548,
      denominatorLabel: '近视统计人数',
      denominator: 1200,
      rate: 45.678,
      rules: ['近视率 = 近视人数 ÷ 纳入近视率统计的有效人数 × 100%。'],
      at: '2026-10-08T02:00:00.000Z',
      hidden: false,
      studentsVisible: false,
    })

describe('a number of a report', () => {
  it('opens its explanation by keyboard, of the row and of the whole', async () => {
    const api = server()
    const { user } = await renderScreen('/report/region-report?planId=21&areaId=330106', {
      api,
      as: userOf('GD'),
    })
    const paper = within(await screen.findByRole('article'))
    paper.getByRole('button', { name: '文一路小学近视率：45.68%，查看由来' }).focus()
    await user.keyboard('{Enter}')
    expect(await screen.findByText(/近视率 = 近视人数 ÷/)).toBeTruthy()
    expect(api.calls(explainFigure)).toEqual([{ planId: 21, ...SCHOOL_UNIT.key, indicator: 0 }])
    await user.click(paper.getByRole('button', { name: '合计有效：1,208，查看由来', hidden: true }))
    await screen.findAllByText(/近视率 = 近视人数 ÷/)
    expect(api.calls(explainFigure).at(-1)).toEqual({ planId: 21, areaId: '330106', counter: 'valid' })
  })

  it('that is not shown explains nothing', async () => {
    await renderScreen('/report/region-report?planId=21&areaId=330106', { api: server(), as: userOf('GD') })
    const paper = within(await screen.findByRole('article'))
    expect(paper.queryByRole('button', { name: /学军小学近视率/ })).toBeNull()
  })

  it('of a frozen report explains nothing: by now it may be another one', async () => {
    const api = server()
      .answer(reportEndpoints.frozenReport, { ...frozenReport(), sections })
      .answer(frozenList, pageOf([]))
      .answer(frozenChanges, { comparable: false, reason: '该单位已不存在' })
    await renderScreen(`/report/region-report?reportNo=${REPORT_NO}`, { api, as: userOf('GD') })
    const paper = within(await screen.findByRole('article'))
    expect(paper.getByText('45.68%')).toBeTruthy()
    expect(paper.queryByRole('button', { name: /查看由来/ })).toBeNull()
  })
})
