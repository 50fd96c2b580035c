// A text of one's own in a report: written in its place, kept while it is typed, lost to nobody.
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import { OWN_TEXT, OWN_TEXT_MAX, type OwnText } from '#contract/reports/own-text/own-text.ts'
import type { ReportBlock, ReportSection } from '#contract/reports/report/report.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { choose, currentAddress, fill, renderScreen } from '#web/testing/render-screen.tsx'
import {
  answerPlaces,
  frozenReport,
  PROVINCE,
  placeOf,
  REPORT_NO,
  report,
  unitOf,
} from '#web/testing/samples/reports.ts'
import { userOf } from '#web/testing/samples/users.ts'

const { cityReport, classReport, frozenChanges, frozenList, ownText, regionReport, saveOwnText } =
  reportEndpoints
const REGION = '/report/region-report?planId=21&areaId=330106'
const EMPTY: OwnText = { work: '', problems: '', next: '', revision: 0, savedBy: null, savedAt: null }
const READER = userOf('GD')

const block = (change: Partial<ReportBlock> = {}): ReportBlock => ({
  id: 'work-1',
  title: '工作开展情况',
  orgId: READER.info.orgId ?? 0,
  orgName: READER.info.orgName ?? '',
  paragraphs: ['第一段', '<b>第二段</b>'],
  ...change,
})
const withBlocks = (...blocks: ReportBlock[]) => {
  const section: ReportSection = { ...OWN_TEXT, paragraphs: [], blocks, charts: [], tables: [] }
  return report({ sections: [...report().sections, section] })
}

function server(shown = report(), stored = EMPTY) {
  return answerPlaces(fakeApi(), placeOf('a330106')).answer(regionReport, shown).answer(ownText, stored)
}
async function open(api = server(), address = REGION) {
  const rendered = await renderScreen(address, { api, as: READER })
  await screen.findByRole('article')
  return rendered
}
const write = async ({ user }: Awaited<ReturnType<typeof open>>) => {
  await user.click(screen.getByRole('button', { name: /填写|编辑/ }))
  return screen.findByRole('textbox', { name: '工作开展情况' })
}

describe('where nothing is written yet', () => {
  it('the report invites, and saves what is typed', async () => {
    const api = server()
    const opened = await open(api)
    expect(screen.getByText(/可以填写工作开展情况、存在问题和下一步建议/)).toBeTruthy()
    const field = await write(opened)
    const button = screen.getByRole<HTMLButtonElement>('button', { name: /保\s*存/ })
    expect(button.disabled).toBe(true)
    await fill(opened.user, field, '开展了宣传。')
    api
      .answer(saveOwnText, { ...EMPTY, work: '开展了宣传。', revision: 1 })
      .answer(regionReport, withBlocks(block({ paragraphs: ['开展了宣传。'] })))
    await opened.user.click(button)
    expect(await screen.findByText('已保存')).toBeTruthy()
    expect(api.calls(saveOwnText)).toEqual([
      { planId: 21, areaId: '330106', work: '开展了宣传。', problems: '', next: '', revision: 0 },
    ])
    const section = within(await screen.findByRole('region', { name: OWN_TEXT.title }))
    expect(section.getByRole('heading', { level: 4 }).textContent).toBe('工作开展情况')
    expect(section.getByText('开展了宣传。')).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: '工作开展情况' })).toBeNull()
  })

  it('nobody is invited who may not write', async () => {
    const api = answerPlaces(fakeApi(), placeOf('c111')).answer(classReport, report({ kind: 'class' }))
    await renderScreen('/report/class-report', { api, as: userOf('ST', { without: ['writeReportText'] }) })
    await screen.findByRole('article')
    expect(screen.queryByText(/可以填写/)).toBeNull()
  })

  it('a class teacher writes for the own class', async () => {
    const unit = unitOf(placeOf('c111'))
    const api = answerPlaces(fakeApi(), placeOf('c111'))
      .answer(classReport, report({ kind: 'class', unit }))
      .answer(ownText, EMPTY)
      .answer(saveOwnText, { ...EMPTY, next: '课间远眺', revision: 1 })
    const { user } = await renderScreen('/report/class-report', { api, as: userOf('ST') })
    await screen.findByRole('article')
    await user.click(screen.getByRole('button', { name: /填写/ }))
    await fill(user, await screen.findByRole('textbox', { name: '下一步建议' }), '课间远眺')
    await user.click(screen.getByRole('button', { name: /保\s*存/ }))
    await waitFor(() =>
      expect(api.calls(saveOwnText)).toEqual([
        { planId: 21, ...unit.key, work: '', problems: '', next: '课间远眺', revision: 0 },
      ]),
    )
  })
})

describe('what is written', () => {
  it('is shown as typed, with its author where that is somebody else', async () => {
    await open(server(withBlocks(block(), block({ id: 'work-9', orgId: 9, orgName: '西湖区卫生健康局' }))))
    const section = within(screen.getByRole('region', { name: OWN_TEXT.title }))
    expect(section.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)).toEqual([
      '工作开展情况',
      '工作开展情况（西湖区卫生健康局填写）',
    ])
    expect(section.getAllByText('<b>第二段</b>')).toHaveLength(2)
    expect(within(screen.getByRole('navigation', { name: '目录' })).getByText(OWN_TEXT.title)).toBeTruthy()
  })

  it('that is too long is not saved', async () => {
    const opened = await open()
    const field = await write(opened)
    await fill(opened.user, field, '字'.repeat(OWN_TEXT_MAX + 1))
    expect(screen.getByText(/不能超过2000个字/)).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /保\s*存/ }).disabled).toBe(true)
    await fill(opened.user, field, '')
  })

  it('stays in a frozen report, where nobody edits it', async () => {
    const frozen = { ...withBlocks(block()), frozen: frozenReport().frozen }
    const api = server()
      .answer(reportEndpoints.frozenReport, frozen)
      .answer(frozenList, { list: [], total: 0, pageNum: 1, pageSize: 20 } as never)
      .answer(frozenChanges, {
        comparable: true,
        total: 0,
        list: [],
        hidden: 0,
        rules: { came: [], gone: [] },
        texts: [{ what: 'changed', title: '工作开展情况', orgName: '西湖区教育局' }],
        at: '2026-10-10T02:00:00.000Z',
      })
    const { user } = await open(api, `/report/region-report?reportNo=${REPORT_NO}`)
    expect(screen.getByText('第一段')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /编辑本机构/ })).toBeNull()
    expect(await screen.findByText('冻结后数据没有变化，填写的文字有变化')).toBeTruthy()
    await user.click(screen.getByText('查看变化'))
    expect(await screen.findByText('西湖区教育局：工作开展情况已修改')).toBeTruthy()
  })
})

describe('what is not saved', () => {
  it('is asked about before it is given up', async () => {
    const opened = await open(server(withBlocks(block()), { ...EMPTY, work: '原文', revision: 1 }))
    const { user } = opened
    const field = await write(opened)
    await fill(user, field, '改了')
    await user.click(screen.getByRole('button', { name: /取\s*消/ }))
    const dialog = within(await screen.findByRole('dialog', { name: '填写的内容尚未保存' }))
    await user.click(dialog.getByRole('button', { name: '继续填写' }))
    expect(screen.getByDisplayValue('改了')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /取\s*消/ }))
    await user.click(await screen.findByRole('button', { name: '不保存' }))
    await waitFor(() => expect(screen.queryByRole('textbox', { name: '工作开展情况' })).toBeNull())
    expect(screen.getByText('第一段')).toBeTruthy()
  })

  it('is asked about before another report is opened', async () => {
    const api = answerPlaces(fakeApi(), PROVINCE)
      .answer(ownText, EMPTY)
      .answer(cityReport, ({ areaId }) => report({ kind: 'city', unit: unitOf(placeOf(`a${areaId}`)) }))
    const { user } = await renderScreen('/report/city-report?planId=21&areaId=330100', {
      api,
      as: userOf('GP'),
    })
    await screen.findByRole('article')
    await user.click(screen.getByRole('button', { name: /填写/ }))
    await fill(user, await screen.findByRole('textbox', { name: '存在问题' }), '没写完')
    await choose(user, screen.getByRole('combobox', { name: '市' }), '宁波市')
    await user.click(await screen.findByRole('button', { name: '继续填写' }))
    expect(currentAddress()).toContain('areaId=330100')
    await choose(user, screen.getByRole('combobox', { name: '市' }), '宁波市')
    await user.click(await screen.findByRole('button', { name: '不保存' }))
    await waitFor(() => expect(currentAddress()).toContain('areaId=330200'))
  })

  it('survives that a colleague saved first, whose words are shown', async () => {
    const api = server()
    const opened = await open(api)
    const { user } = opened
    await fill(user, await write(opened), '我写的')
    const theirs = {
      ...EMPTY,
      work: '同事写的',
      revision: 1,
      savedBy: '李四',
      savedAt: '2026-10-10T02:00:00.000Z',
    }
    api
      .refuse(saveOwnText, REFUSALS.changedMeanwhile, '本机构的其他人刚刚修改了这段文字')
      .answer(ownText, theirs)
    await user.click(screen.getByRole('button', { name: /保\s*存/ }))
    expect(await screen.findByText(/^李四于 .* 修改了这些文字$/)).toBeTruthy()
    expect(screen.getByText('同事写的')).toBeTruthy()
    expect(screen.getByDisplayValue('我写的')).toBeTruthy()
    api.answer(saveOwnText, { ...theirs, work: '我写的', revision: 2 })
    await user.click(screen.getByRole('button', { name: '以我填写的为准' }))
    await user.click(screen.getByRole('button', { name: /保\s*存/ }))
    await waitFor(() => expect(api.calls(saveOwnText).at(-1)).toMatchObject({ work: '我写的', revision: 1 }))
  })
})
