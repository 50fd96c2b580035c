import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Application } from '#contract/assessment/application-schemas.ts'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import { BizError, Refusal } from '#contract/core/error-codes.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { fill, renderScreen } from '#web/testing/render-screen.tsx'
import { assessRanking, rankingRow } from '#web/testing/samples/assess-plans.ts'
import {
  completionOf,
  evidenceFile,
  leafReview,
  may,
  sampleApplication,
  sampleLeaves,
} from '#web/testing/samples/assessments.ts'
import { userOf } from '#web/testing/samples/users.ts'
import { pressButton } from '#web/testing/screen-actions.ts'

const ADDRESS = '/assessment/add-assess-apply?applicationId=71'
const { assessApplication, saveAssessAnswer, submitAssessApplication, appealAssessResult } =
  assessmentEndpoints

async function open(change: Partial<Application> = {}) {
  const api = fakeApi().answer(assessApplication, sampleApplication(change))
  const rendered = await renderScreen(ADDRESS, { api, as: userOf('SA') })
  await screen.findByText('申报经过')
  return { ...rendered, api }
}
const part = (name: string) => within(screen.getByRole('article', { name }))
const WHOLE = sampleLeaves({
  h1l2: { version: 1, selfScore: 18, text: '有方案' },
  h2l2: { version: 3, selfScore: 9.5, text: '有总结' },
  h3l1: { version: 1, selfScore: 2, text: '' },
})

describe('handing in', () => {
  it('names what is missing and leads to it', async () => {
    const { user } = await open({ leaves: sampleLeaves({ h1l1: { files: [] } }) })
    await pressButton(user, '提交申报')
    expect(await screen.findByText('还有 4 项没有填齐，填齐后再提交')).toBeTruthy()
    expect(screen.getByText('工作小组与职责：没有佐证材料')).toBeTruthy()
    await user.click(screen.getByText('监测总结：没有自评分'))
    expect(part('监测总结').getByLabelText('“监测总结”的自评分')).toBe(document.activeElement)
  })

  it('saves first, is confirmed with the total, and sends what was seen', async () => {
    const { api, user } = await open({ leaves: WHOLE })
    expect(screen.getByText('自评总分 91.5（系统指标按目前数值）')).toBeTruthy()
    api.answer(saveAssessAnswer, {
      version: 2,
      savedAt: '2026-11-19T02:00:00.000Z',
      selfTotal: 92.5,
      over: false,
    })
    fireEvent.change(screen.getByLabelText('“工作方案”的自评分'), { target: { value: '19' } })
    await pressButton(user, '提交申报')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/^92.5 分（系统指标按目前数值，以截止时取数为准）$/)).toBeTruthy()
    expect(dialog.getByText('1 个文件')).toBeTruthy()
    api.answer(submitAssessApplication, () => {
      api.answer(
        assessApplication,
        sampleApplication({
          leaves: WHOLE,
          status: 1,
          submittedAt: '2026-11-19T02:05:00.000Z',
          submitUntil: null,
          submissions: 1,
          may: may({}),
        }),
      )
      return null
    })
    await user.click(dialog.getByText('确认提交'))
    expect(await screen.findByText(/^已于 2026-11-19 10:05 提交，等待西湖区教育局评审/)).toBeTruthy()
    expect(api.calls(submitAssessApplication)).toEqual([
      { applicationId: 71, versions: { h1l1: 2, h1l2: 2, h2l2: 3, h3l1: 1 } },
    ])
    await waitFor(() => expect(screen.queryByLabelText('“工作方案”的自评分')).toBeNull())
    expect(screen.queryByRole('button', { name: '提交申报' })).toBeNull()
    expect(screen.queryByText('上传文件')).toBeNull()
  })

  it('is refused where somebody else wrote meanwhile, and leads to what they wrote', async () => {
    const { api, user } = await open({ leaves: WHOLE })
    const theirs = WHOLE.map((leaf) =>
      leaf.leafKey === 'h2l2' ? { ...leaf, version: 4, text: '别人改过', savedBy: '李主任' } : leaf,
    )
    api.answer(submitAssessApplication, () => {
      api.answer(assessApplication, sampleApplication({ leaves: theirs }))
      throw new Refusal('changedMeanwhile', '“监测总结”刚刚由本单位其他人员修改过，请核对后再提交')
    })
    await pressButton(user, '提交申报')
    await user.click(within(await screen.findByRole('dialog')).getByText('确认提交'))
    expect(await screen.findByDisplayValue('别人改过')).toBeTruthy()
  })

  it('is refused where the server finds something missing, and leads there', async () => {
    const { api, user } = await open({ leaves: WHOLE })
    api.answer(submitAssessApplication, () => {
      const message = '“特色做法”需要上传佐证材料'
      throw new BizError(700, message, [{ path: ['leaves', 'h3l1'], message }])
    })
    await pressButton(user, '提交申报')
    await user.click(within(await screen.findByRole('dialog')).getByText('确认提交'))
    expect(await screen.findByRole('article', { name: '特色做法' })).toBeTruthy()
  })

  it('does not go on with what could not be saved', async () => {
    const { api, user } = await open({ leaves: WHOLE })
    fireEvent.change(screen.getByLabelText('“工作方案”的自评分'), { target: { value: '30' } })
    await pressButton(user, '提交申报')
    expect(await part('工作方案').findByText('未保存：最多20分')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(api.calls(saveAssessAnswer)).toEqual([])
  })
})

describe('an application that was handed in', () => {
  const HANDED_IN: Partial<Application> = {
    leaves: WHOLE,
    status: 1,
    submitUntil: null,
    submittedAt: '2026-11-19T02:05:00.000Z',
    may: may({}),
    events: [{ at: '2026-11-19T02:05:00.000Z', userName: '周校医', orgName: '文一路小学', text: '提交申报' }],
  }

  it('is only read, with its files and what happened', async () => {
    await open(HANDED_IN)
    expect(screen.getByText('已提交')).toBeTruthy()
    expect(part('工作小组与职责').getByText('38 / 40 分')).toBeTruthy()
    expect(part('工作小组与职责').getByText('会议纪要.pdf')).toBeTruthy()
    expect(screen.getByRole('button', { name: /视力监测.*自评 33.5/ })).toBeTruthy()
    expect(screen.queryByText(/没有填齐/)).toBeNull()
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.queryByText('删除')).toBeNull()
    expect(screen.getByText('2026-11-19 10:05 · 文一路小学 周校医')).toBeTruthy()
  })

  it('by somebody else while something was typed keeps the text to be copied', async () => {
    const { api, user } = await open()
    api.answer(saveAssessAnswer, () => {
      api.answer(assessApplication, sampleApplication(HANDED_IN))
      throw new Refusal('notInThisState', '申报已提交，不能再修改')
    })
    const field = screen.getByLabelText('“工作方案”的自评说明')
    fireEvent.change(field, { target: { value: '没赶上的文字' } })
    fireEvent.blur(field)
    expect(await screen.findByText(/^下面的内容没有保存/)).toBeTruthy()
    expect(screen.getByText('没赶上的文字')).toBeTruthy()
    await user.click(screen.getByText('不再需要'))
    await waitFor(() => expect(screen.queryByText('没赶上的文字')).toBeNull())
  })
})

describe('a published result', () => {
  const RESULT: Partial<Application> = {
    status: 4,
    planStatus: 2,
    submitUntil: null,
    measuredFinal: true,
    selfTotal: 91.5,
    total: 88.5,
    place: 3,
    placeOf: 12,
    grade: '良好',
    lastTotal: 86,
    resultsAt: '2026-12-15T01:00:00.000Z',
    appealsUntil: '2099-12-22',
    may: may({ appeal: true }),
    leaves: sampleLeaves({
      h1l1: { files: [evidenceFile()], reviews: [leafReview()] },
      h1l2: { selfScore: 18, reviews: [leafReview({ score: 18, reason: null })] },
      h2l1: { measured: completionOf(), computedScore: 24, reviews: [] },
    }),
  }

  it('shows total, place, grade, the year before, and each review beside the self score', async () => {
    const { user } = await open(RESULT)
    expect(screen.getByText('88.5')).toBeTruthy()
    expect(screen.getByText('第 3 名')).toBeTruthy()
    expect(screen.getByText('共 12 家')).toBeTruthy()
    expect(screen.getByText('良好')).toBeTruthy()
    expect(screen.getByText('比上年高 2.5 分')).toBeTruthy()
    expect(screen.getByRole('button', { name: /组织领导.*得分 53/ })).toBeTruthy()
    const leaf = part('工作小组与职责')
    expect(leaf.getByText('38 / 40 分')).toBeTruthy()
    expect(leaf.getByText('35 / 40 分')).toBeTruthy()
    expect(leaf.getByText('比自评低 3 分')).toBeTruthy()
    expect(leaf.getByText('理由：缺少分工文件')).toBeTruthy()
    expect(part('工作方案').queryByText(/比自评/)).toBeNull()
    await user.click(screen.getByRole('button', { name: /视力监测.*40 分/ }))
    expect(part('完成率').getByText('截止时取数')).toBeTruthy()
  })

  it('stands in the ranking of all units where the plan shows it', async () => {
    const { api, user } = await open({ ...RESULT, may: may({ seeRanking: true }) })
    const own = rankingRow({ orgId: 5, orgName: '学军小学', place: 1, total: 92.25, grade: '优秀' })
    const missed = rankingRow({
      orgId: 6,
      orgName: '文一小学',
      place: null,
      total: null,
      grade: null,
      missed: true,
    })
    api.answer(assessmentEndpoints.assessRanking, assessRanking({ rows: [own, missed] }))
    await pressButton(user, '查看全部名次')
    const drawer = within(await screen.findByRole('dialog'))
    expect(await drawer.findByText('学军小学')).toBeTruthy()
    expect(drawer.getByText('92.25')).toBeTruthy()
    expect(drawer.getByText('未申报')).toBeTruthy()
  })

  it('can be objected to, with at least ten characters', async () => {
    const { api, user } = await open(RESULT)
    await pressButton(user, '提出异议')
    const dialog = within(await screen.findByRole('dialog'))
    const field = dialog.getByRole('textbox')
    await fill(user, field, '不同意')
    await pressButton(user, '提交异议')
    expect(await dialog.findByText('请写明异议的内容和理由，至少10个字')).toBeTruthy()
    expect(api.calls(appealAssessResult)).toEqual([])
    const text = '工作小组的分工文件已在附件中，请复核。'
    api.answer(appealAssessResult, () => {
      api.answer(
        assessApplication,
        sampleApplication({
          ...RESULT,
          may: may({}),
          appeal: {
            status: 0,
            text,
            byName: '周校医',
            at: '2026-12-16T01:00:00.000Z',
            answer: null,
            answeredBy: null,
            answeredAt: null,
          },
        }),
      )
      return null
    })
    await fill(user, field, text)
    await pressButton(user, '提交异议')
    expect(await screen.findByText('异议待答复')).toBeTruthy()
    expect(api.calls(appealAssessResult)).toEqual([{ applicationId: 71, text }])
    expect(screen.queryByRole('button', { name: '提出异议' })).toBeNull()
  })

  it('shows the answer to the objection', async () => {
    await open({
      ...RESULT,
      may: may({}),
      appeal: {
        status: 1,
        text: '分工文件已在附件中，请复核。',
        byName: '周校医',
        at: '2026-12-16T01:00:00.000Z',
        answer: '经复核，更正为38分。',
        answeredBy: '区局干部',
        answeredAt: '2026-12-17T01:00:00.000Z',
      },
    })
    expect(screen.getByText('异议已采纳')).toBeTruthy()
    expect(screen.getByText('答复：经复核，更正为38分。')).toBeTruthy()
    expect(screen.getByText('区局干部 2026-12-17 09:00 答复')).toBeTruthy()
  })

  it('of a unit that handed nothing in says so', async () => {
    await open({ ...RESULT, status: 0, missed: true, total: null, place: null, grade: null, may: may({}) })
    expect(screen.getByText('没有提交申报，没有考核得分')).toBeTruthy()
  })
})
