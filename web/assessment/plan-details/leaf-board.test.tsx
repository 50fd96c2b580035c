import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import { type LeafBoard, REASON_WHERE_OTHER } from '#contract/assessment/review-schemas.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { currentAddress, renderScreen } from '#web/testing/render-screen.tsx'
import { assessPlan, leafBoard, leafBoardRow, SCHOOLS } from '#web/testing/samples/assess-plans.ts'
import { completionOf, leafReview, sampleHeads } from '#web/testing/samples/assessments.ts'
import { userOf } from '#web/testing/samples/users.ts'
import { forgetScores } from '../scoring/typed-scores.ts'

const ADDRESS = '/assessment/plan-details?planId=61&tab=leaves'
const { assessLeafBoard, assessPlan: planEndpoint, saveAssessScores } = assessmentEndpoints
const NOBODY_ELSE = leafBoard()
const [first, second] = NOBODY_ELSE.rows
if (!first || !second) throw new Error('the sample has two units')

async function open(board: LeafBoard = NOBODY_ELSE, { closed = false, as = userOf('GD') } = {}) {
  const plan = assessPlan(closed ? { status: 2, measuredAt: '2026-12-01T00:10:00.000Z' } : {})
  const api = fakeApi()
    .answer(planEndpoint, plan)
    .answer(assessLeafBoard, board)
    .answer(saveAssessScores, ({ items }) => ({
      items: items.map(({ applicationId, leafKey, version }) => ({
        applicationId,
        leafKey,
        version: version + 1,
      })),
    }))
  const rendered = await renderScreen(`${ADDRESS}&leafKey=${board.leaf.key}`, { api, as })
  await screen.findByText(`${board.headName} · ${board.leaf.name}（${board.leaf.points}分）`)
  return { api, ...rendered }
}
afterEach(() => {
  for (const leafKey of ['h1l1', 'h2l1']) forgetScores(`plan 61 ${leafKey}`)
})

const score = (name: string) => screen.getByLabelText<HTMLInputElement>(`得分：${name}`)
const type = (field: HTMLElement, value: string) => {
  fireEvent.change(field, { target: { value } })
  fireEvent.blur(field)
}
const reason = (name: string) => screen.getByLabelText<HTMLInputElement>(`理由：${name}`)
const items = (api: Awaited<ReturnType<typeof open>>['api']) =>
  api.calls(saveAssessScores).flatMap((call) => call.items)

describe('scores of one indicator', () => {
  it('save themselves, without a reason where they agree with the unit', async () => {
    const { api } = await open()
    const saved = { ...first, reviews: [leafReview({ score: 38, reason: null })] }
    api.answer(assessLeafBoard, { ...NOBODY_ELSE, rows: [saved, second] })
    type(score('文一路小学'), '38')
    await waitFor(() =>
      expect(items(api)).toEqual([{ applicationId: 71, leafKey: 'h1l1', version: 0, score: 38, reason: '' }]),
    )
    expect(await screen.findByText('得分自动保存')).toBeTruthy()
    expect(Number(score('文一路小学').value)).toBe(38)
  })

  it('that differ wait for their reason', async () => {
    const { api } = await open()
    type(score('文一路小学'), '35')
    expect(await screen.findByText(REASON_WHERE_OTHER)).toBeTruthy()
    expect(screen.getByText('1 项待补正，尚未保存')).toBeTruthy()
    expect(items(api)).toEqual([])
    type(reason('文一路小学'), '缺少分工文件')
    await waitFor(() => expect(items(api)).toMatchObject([{ score: 35, reason: '缺少分工文件' }]))
  })

  it('are not more than the indicator is worth', async () => {
    const { api } = await open()
    type(score('文一路小学'), '41')
    expect(await screen.findByText('得分不能大于40分')).toBeTruthy()
    expect(items(api)).toEqual([])
  })

  it('of all that are open take over what the units say, in one batch', async () => {
    const { api, user } = await open()
    await user.click(screen.getByText('未评的 2 个按自评分填入'))
    await waitFor(() => expect(api.calls(saveAssessScores)).toHaveLength(1))
    expect(items(api).map((item) => [item.applicationId, item.score])).toEqual([
      [71, 38],
      [72, 30],
    ])
  })

  it('typed on while the last was on its way go over the version just saved', async () => {
    const { api } = await open()
    const release = api.hold(saveAssessScores)
    type(score('文一路小学'), '38')
    await waitFor(() => expect(api.calls(saveAssessScores)).toHaveLength(1))
    api.answer(assessLeafBoard, {
      ...NOBODY_ELSE,
      rows: [{ ...first, reviews: [leafReview({ score: 38, reason: null })] }, second],
    })
    fireEvent.change(score('文一路小学'), { target: { value: '30' } })
    fireEvent.change(reason('文一路小学'), { target: { value: '材料不全' } })
    release()
    await waitFor(() => expect(items(api)).toHaveLength(2))
    expect(items(api)[1]).toMatchObject({ version: 1, score: 30, reason: '材料不全' })
  })

  it('that somebody else gave meanwhile are not overwritten unseen', async () => {
    const { api, user } = await open()
    api.refuse(saveAssessScores, REFUSALS.changedMeanwhile, '有的得分刚刚由其他评审人修改过')
    const theirs = { ...first, reviews: [leafReview({ score: 36, reason: '同事的理由', version: 1 })] }
    api.answer(assessLeafBoard, { ...NOBODY_ELSE, rows: [theirs, second] })
    fireEvent.change(score('文二路小学'), { target: { value: '30' } })
    type(score('文一路小学'), '38')
    expect(await screen.findByText('他人已改为 36 分（同事的理由）')).toBeTruthy()
    expect(Number(score('文一路小学').value)).toBe(38)
    api.answer(saveAssessScores, ({ items: sent }) => ({
      items: sent.map((item) => ({ ...item, version: 9 })),
    }))
    await user.click(screen.getByText('以我的为准'))
    await waitFor(() =>
      expect(items(api)).toContainEqual({
        applicationId: 71,
        leafKey: 'h1l1',
        version: 1,
        score: 38,
        reason: '',
      }),
    )
    await waitFor(() => expect(items(api).at(-1)).toMatchObject({ applicationId: expect.any(Number) }))
  })

  it('that could not be sent stay and can be tried again', async () => {
    const { api, user } = await open()
    api.disconnect(saveAssessScores)
    type(score('文一路小学'), '38')
    expect(await screen.findByText('1 项未保存')).toBeTruthy()
    api.answer(saveAssessScores, { items: [{ applicationId: 71, leafKey: 'h1l1', version: 1 }] })
    await user.click(screen.getByText('重试'))
    expect(await screen.findByText('得分自动保存')).toBeTruthy()
  })

  it('that cannot be saved are not left without a question', async () => {
    const { user } = await open()
    type(score('文一路小学'), '35')
    await screen.findByText(REASON_WHERE_OTHER)
    await user.click(screen.getByText('结果排名'))
    expect(await screen.findByText('有得分尚未保存')).toBeTruthy()
    expect(currentAddress()).toContain('tab=leaves')
  })
})

describe('what the reviewer sees', () => {
  it('is how the units spread, and who stands out', async () => {
    const rows = [leafBoardRow({ outlier: true }), second]
    await open({ ...NOBODY_ELSE, rows, spread: { mean: 34, deviation: 2, least: 30, most: 38, count: 6 } })
    expect(screen.getByText('评审平均 34，标准差 2（30～38，6 个单位）')).toBeTruthy()
    expect(screen.getByText('偏离较大')).toBeTruthy()
  })

  it('in the second round is the score of the first, which is what to differ from', async () => {
    const confirmed = leafBoardRow({ status: 3, round: 2, reviews: [leafReview({ reason: null })] })
    const { api } = await open({ ...NOBODY_ELSE, rows: [confirmed] })
    expect(screen.getByText(/初评 35 分/)).toBeTruthy()
    type(score('文一路小学'), '35')
    await waitFor(() => expect(items(api)).toMatchObject([{ version: 0, score: 35, reason: '' }]))
  })

  it('is not to be scored without the permission', async () => {
    await open(NOBODY_ELSE, { as: userOf('GD', { without: ['approveAssessments'] }) })
    expect(screen.getAllByText('尚未评分')).toHaveLength(2)
    expect(screen.queryByLabelText('得分：文一路小学')).toBeNull()
  })
})

describe('a computed indicator', () => {
  const leaf = sampleHeads()[1]?.leaves[0]
  if (!leaf) throw new Error('the sample has a computed indicator')
  const row = leafBoardRow({ selfScore: null, measured: completionOf(), computedScore: 24 })
  const leftOut = leafBoardRow({
    ...SCHOOLS[1],
    applicationId: 72,
    measured: completionOf({ value: null, leftOut: 'nobody', numerator: 0, denominator: 0 }),
  })
  const board = leafBoard({ leaf, headName: '视力监测', selfSpread: null, rows: [row, leftOut] })

  it('is corrected only once its figures count', async () => {
    await open(board)
    expect(screen.getByText('由系统得分；计划截止、取数后可以更正')).toBeTruthy()
    expect(screen.getByText('不计入总分，无需评分')).toBeTruthy()
  })

  it('is corrected with a reason afterwards', async () => {
    const { api } = await open(board, { closed: true })
    expect(screen.getByText('92.00%')).toBeTruthy()
    type(score('文一路小学'), '20')
    expect(await screen.findByText(REASON_WHERE_OTHER)).toBeTruthy()
    type(reason('文一路小学'), '有两所校区未计入')
    await waitFor(() => expect(items(api)).toMatchObject([{ leafKey: 'h2l1', score: 20 }]))
  })
})
