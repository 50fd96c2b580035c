import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import type { AssessPlan, AssessRanking, AssessUnitRow } from '#contract/assessment/plan-schemas.ts'
import { DEFAULT_GRADES } from '#contract/assessment/totals.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { choose, currentAddress, fill, renderScreen } from '#web/testing/render-screen.tsx'
import {
  assessDraft,
  assessPlan,
  assessProgress,
  assessRanking,
  assessUnitRow,
  rankingRow,
  SCHOOLS,
} from '#web/testing/samples/assess-plans.ts'
import { leafReview, may, sampleApplication, sampleLeaves } from '#web/testing/samples/assessments.ts'
import { userOf } from '#web/testing/samples/users.ts'
import { watchSavedFiles } from '#web/testing/saved-files.ts'
import { findRow, pressButton } from '#web/testing/screen-actions.ts'

const ADDRESS = '/assessment/plan-details?planId=61'
const {
  answerAssessAppeal,
  assessApplication,
  assessPlan: planEndpoint,
  assessRanking: rankingEndpoint,
  assessUnits,
  closeAssessPlan,
  exportAssessRanking,
  grantLateApplication,
  publishAssessResults,
} = assessmentEndpoints

type Given = { plan?: AssessPlan; units?: AssessUnitRow[]; ranking?: AssessRanking; tab?: string }

async function open({ plan = assessPlan(), units = [], ranking, tab }: Given = {}, as = userOf('GD')) {
  const api = fakeApi()
    .answer(planEndpoint, plan)
    .answer(assessUnits, units)
    .answer(rankingEndpoint, ranking ?? assessRanking())
  const rendered = await renderScreen(`${ADDRESS}${tab ? `&tab=${tab}` : ''}`, { api, as })
  await screen.findByText(plan.name)
  return { api, ...rendered }
}

const CLOSED = {
  status: 2 as const,
  closedAt: '2026-12-01T00:00:00.000Z',
  measuredAt: '2026-12-01T00:10:00.000Z',
}
const MISSED = assessUnitRow({
  ...SCHOOLS[1],
  applicationId: 72,
  status: 0,
  missed: true,
  submittedAt: null,
  selfTotal: null,
  approvalId: null,
})

describe('the head of a plan', () => {
  it('closes it early with a reason', async () => {
    const { api, user } = await open()
    api.answer(closeAssessPlan, { version: 4 })
    await pressButton(user, '提前截止')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/还有 6 个单位没有提交/)).toBeTruthy()
    await pressButton(user, '截止申报', dialog)
    expect(await dialog.findByText('请填写原因')).toBeTruthy()
    await fill(user, dialog.getByLabelText('原因'), '评审时间提前')
    await pressButton(user, '截止申报', dialog)
    await waitFor(() =>
      expect(api.calls(closeAssessPlan)).toEqual([{ planId: 61, version: 3, reason: '评审时间提前' }]),
    )
  })

  it('publishes results once every review is finished', async () => {
    const { api, user } = await open({ plan: assessPlan(CLOSED), ranking: assessRanking({ waiting: 2 }) })
    api.answer(publishAssessResults, { version: 4 })
    await pressButton(user, '公布结果')
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText('还有 2 个单位没有评审完，评审后才能公布')).toBeTruthy()
    expect(dialog.getByText('公布结果', { selector: 'button *' }).closest('button')?.disabled).toBe(true)
    api.answer(rankingEndpoint, assessRanking())
    await user.click(dialog.getByText(/^取\s?消$/))
    await pressButton(user, '公布结果')
    await waitFor(() =>
      expect(
        screen.getAllByText('公布结果', { selector: '[role=dialog] button *' }).at(-1)?.closest('button')
          ?.disabled,
      ).toBe(false),
    )
    await user.click(
      screen.getAllByText('公布结果', { selector: '[role=dialog] button *' }).at(-1) ?? document.body,
    )
    await waitFor(() => expect(api.calls(publishAssessResults)).toEqual([{ planId: 61, version: 3 }]))
  })

  it('offers files of the result, and nothing else of it without permission', async () => {
    const { api, user } = await open({ plan: assessPlan(CLOSED) })
    const files = watchSavedFiles()
    api.answer(exportAssessRanking, {
      fileName: '考核结果.xlsx',
      contentType: 'application/octet-stream',
      content: Buffer.from('x'),
    })
    await pressButton(user, '导出')
    await user.click(await screen.findByText('Excel'))
    await waitFor(() => expect(api.calls(exportAssessRanking)).toEqual([{ planId: 61, format: 'xlsx' }]))
    await waitFor(() => expect(files).toEqual(['考核结果.xlsx']))
  })

  it('of a plan that is not the own, or without permissions, has no actions', async () => {
    const without = userOf('GD', {
      without: ['assessmentPlanEdit', 'exportAssessments', 'approveAssessments'],
    })
    await open({ plan: assessPlan(CLOSED), units: [assessUnitRow()] }, without)
    for (const word of ['提前截止', '公布结果', '导出', /^编\s?辑$/])
      expect(screen.queryByText(word, { selector: 'button *' })).toBeNull()
    const row = await findRow('文一路小学')
    expect(row.queryByText('评审')).toBeNull()
    expect(row.queryByRole('link')).toBeNull()
  })

  it('of a draft says what comes next', async () => {
    await open({ plan: assessDraft() })
    expect(screen.getByText('计划还是草稿')).toBeTruthy()
  })
})

describe('the units', () => {
  it('say how far they are', async () => {
    const appealed = assessUnitRow({
      ...SCHOOLS[2],
      applicationId: 73,
      status: 4,
      approvalId: null,
      appeal: 0,
    })
    const returned = assessUnitRow({
      ...SCHOOLS[1],
      applicationId: 72,
      status: 2,
      returnedUntil: '2026-12-08',
    })
    const { api, user } = await open({ units: [assessUnitRow(), returned, appealed] })
    api.answer(assessApplication, sampleApplication({ applicationId: 72 }))
    const row = await findRow('文一路小学')
    for (const text of ['已提交', '92.5 分', '1 / 4', '评审']) expect(row.getByText(text)).toBeTruthy()
    expect((await findRow('文二路小学')).getByText('可提交至 2026-12-08')).toBeTruthy()
    expect((await findRow('学军小学')).getByText('异议待答复')).toBeTruthy()
    await choose(user, screen.getByLabelText('申报状态'), '已退回')
    expect(screen.queryByText('学军小学')).toBeNull()
    await user.click((await findRow('文二路小学')).getByText('评审'))
    expect(currentAddress()).toBe('/assessment/review-apply?applicationId=72')
  })

  it('that missed the end may be let in late', async () => {
    const { api, user } = await open({ plan: assessPlan(CLOSED), units: [assessUnitRow(), MISSED] })
    api.answer(grantLateApplication, null)
    expect((await findRow('文二路小学')).getByText('未申报')).toBeTruthy()
    expect(screen.queryByLabelText('准予补报：文一路小学')).toBeNull()
    await user.click(screen.getByLabelText('准予补报：文二路小学'))
    const dialog = within(await screen.findByRole('dialog'))
    await pressButton(user, '准予补报', dialog)
    await waitFor(() => expect(api.calls(grantLateApplication)).toEqual([{ applicationId: 72, days: 5 }]))
  })
})

describe('the ranking', () => {
  const TIED = assessRanking({
    rows: [
      rankingRow(),
      rankingRow({ ...SCHOOLS[1], applicationId: 72, place: 2, total: 88, lastTotal: 88, lastPlace: 3 }),
      rankingRow({ ...SCHOOLS[2], applicationId: 73, place: 2, total: 88, lastTotal: 91, lastPlace: 1 }),
      rankingRow({
        ...{ orgId: 104, orgName: '求是小学', areaName: '西湖区', applicationId: 74 },
        ...{ place: null, total: null, bonus: null, grade: null, missed: true, heads: [null, null, null] },
      }),
    ],
    grades: DEFAULT_GRADES.map((grade, nth) => ({ ...grade, units: [1, 2, 0, 0][nth] ?? 0 })),
    waiting: 1,
  })
  const cellsOf = (row: HTMLElement | null) =>
    [...(row?.querySelectorAll('td') ?? [])].map((td) => td.textContent)

  it('gives equal totals the same place and compares with the year before', async () => {
    await open({ tab: 'ranking', ranking: TIED })
    const rowOf = async (name: string) => cellsOf((await screen.findByText(name)).closest('tr'))
    expect((await rowOf('文一路小学')).slice(0, 6)).toEqual([
      ...['1', '文一路小学西湖区', '93.5含加分 2', '优秀'],
      ...['90↑ 3.5', '2'],
    ])
    expect((await rowOf('文二路小学')).slice(0, 1)).toEqual(['2'])
    expect((await rowOf('学军小学')).slice(0, 5)).toEqual([
      ...['2', '学军小学西湖区', '88含加分 2', '优秀'],
      '91↓ 3',
    ])
    expect((await rowOf('求是小学')).slice(0, 3)).toEqual(['—', '求是小学西湖区', '未申报'])
    const grades = screen.getByLabelText('等次分布')
    expect(grades.textContent).toMatch(/优秀 90分及以上 1 个良好 80分及以上 2 个/)
    expect(screen.getByText('还有 1 个单位未提交或没有评审完，名次随之变化')).toBeTruthy()
  })

  it('does not compare totals of other indicators', async () => {
    await open({ tab: 'ranking', ranking: assessRanking({ otherIndicators: true }) })
    expect(await screen.findByText(/指标与本年不同，得分不宜直接比较/)).toBeTruthy()
    expect(screen.queryByText('↑ 3.5')).toBeNull()
  })
})

describe('objections', () => {
  const appeal = {
    status: 0 as const,
    text: '工作小组文件已补充，请复核该项得分。',
    byName: '周校医',
    at: '2027-01-05T02:00:00.000Z',
    answer: null,
    answeredBy: null,
    answeredAt: null,
  }
  const leaves = sampleLeaves({ h1l1: { reviews: [leafReview()] } })
  const application = sampleApplication({ leaves, status: 4, appeal, may: may({ answerAppeal: true }) })
  const units = [assessUnitRow({ status: 4, appeal: 0 })]

  async function openAppeals() {
    const plan = assessPlan({ ...CLOSED, progress: assessProgress({ openAppeals: 1 }) })
    const api = fakeApi()
      .answer(planEndpoint, plan)
      .answer(assessUnits, units)
      .answer(assessApplication, application)
      .answer(answerAssessAppeal, null)
    const rendered = await renderScreen(`${ADDRESS}&tab=appeals`, { api, as: userOf('GD') })
    await screen.findByText(appeal.text)
    return { api, ...rendered }
  }

  it('are answered with corrected scores', async () => {
    const { api, user } = await openAppeals()
    expect(screen.getByText('异议（1 待答复）')).toBeTruthy()
    await user.click(screen.getByLabelText('答复：文一路小学'))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByLabelText('采纳'))
    const field = await dialog.findByLabelText('更正为：工作小组与职责')
    fireEvent.change(field, { target: { value: '45' } })
    await fill(user, dialog.getByLabelText('答复'), '经复核，予以更正。')
    await pressButton(user, /^答\s?复$/, dialog)
    expect(await dialog.findByText('得分不能大于分值')).toBeTruthy()
    expect(api.calls(answerAssessAppeal)).toEqual([])
    fireEvent.change(field, { target: { value: '38' } })
    await pressButton(user, /^答\s?复$/, dialog)
    await waitFor(() =>
      expect(api.calls(answerAssessAppeal)).toEqual([
        {
          applicationId: 71,
          accepted: true,
          answer: '经复核，予以更正。',
          scores: [{ leafKey: 'h1l1', score: 38 }],
        },
      ]),
    )
  })

  it('that are declined change no score', async () => {
    const { api, user } = await openAppeals()
    await user.click(screen.getByLabelText('答复：文一路小学'))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByLabelText('采纳'))
    fireEvent.change(await dialog.findByLabelText('更正为：工作小组与职责'), { target: { value: '38' } })
    await user.click(dialog.getByLabelText('不采纳'))
    await fill(user, dialog.getByLabelText('答复'), '材料不在考核年度内。')
    await pressButton(user, /^答\s?复$/, dialog)
    await waitFor(() =>
      expect(api.calls(answerAssessAppeal)[0]).toMatchObject({ accepted: false, scores: [] }),
    )
  })

  it('where there are none say when they can come', async () => {
    await open({ tab: 'appeals', units: [assessUnitRow()] })
    expect(await screen.findByText('公布结果后，申报单位可以在异议期内提出')).toBeTruthy()
  })
})

it('what happened is listed', async () => {
  await open({ tab: 'events' })
  expect(await screen.findByText('发布计划，2个单位参加')).toBeTruthy()
})
