import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import type { AssessPlan } from '#contract/assessment/plan-schemas.ts'
import { SAMPLE_NOTE, sampleIndicators } from '#contract/assessment/sample-indicators.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { currentAddress, fill, renderScreen } from '#web/testing/render-screen.tsx'
import { assessDraft, assessPlan, assessProposal, SCHOOLS } from '#web/testing/samples/assess-plans.ts'
import { userOf } from '#web/testing/samples/users.ts'
import { confirm, pressButton } from '#web/testing/screen-actions.ts'
import { NEW_PLAN, storeDraft } from './drafts.ts'

const ADDRESS = '/assessment/add-assess-plan'
const { assessCandidates, assessPlan: planEndpoint, assessProposal: proposalEndpoint } = assessmentEndpoints
const { assessUnits, publishAssessPlan, saveAssessPlan } = assessmentEndpoints

async function open(step: string, plan?: AssessPlan, as = userOf('GD')) {
  const api = fakeApi()
    .answer(proposalEndpoint, assessProposal())
    .answer(
      assessCandidates,
      SCHOOLS.map((school) => ({ ...school, orgType: 10 as const })),
    )
    .answer(saveAssessPlan, ({ planId, version }) => ({ planId: planId ?? 88, version: version + 1 }))
    .answer(publishAssessPlan, ({ version }) => ({ version: version + 1 }))
    .answer(assessUnits, [])
  if (plan) api.answer(planEndpoint, plan)
  const address = `${ADDRESS}?${plan ? `planId=${plan.planId}&` : ''}step=${step}`
  const rendered = await renderScreen(address, { api, as })
  await screen.findByText(/^(新建|草稿|已发布)$/)
  return { api, ...rendered }
}
afterEach(() => {
  for (const planId of [NEW_PLAN, 61, 88]) storeDraft(planId, undefined)
})

const buttonOf = (words: RegExp) => screen.getByText(words, { selector: 'button *' }).closest('button')
const isDisabled = (words: RegExp) => buttonOf(words)?.disabled
const points = (name: string) => screen.getByLabelText<HTMLInputElement>(`分值：${name}`)
const setPoints = (name: string, value: string) => fireEvent.change(points(name), { target: { value } })
const saved = (api: Awaited<ReturnType<typeof open>>['api']) => api.calls(saveAssessPlan).at(-1)

describe('the tree of indicators', () => {
  it('begins with the sample, which says that its points are our own', async () => {
    const { api, user } = await open('indicators')
    api.answer(planEndpoint, assessPlan({ planId: 51 }))
    expect(screen.getByText('还没有指标')).toBeTruthy()
    expect(screen.getByText('请添加指标')).toBeTruthy()
    await pressButton(user, '从示例或往年计划复制')
    await user.click(await screen.findByLabelText('示例（学校）'))
    await pressButton(user, /^复\s?制$/)
    expect(await screen.findByDisplayValue('视力健康档案')).toBeTruthy()
    expect(screen.getAllByText(SAMPLE_NOTE).length).toBeGreaterThan(0)
    expect(screen.getByText(/合计 100 \/ 100 分/)).toBeTruthy()
  })

  it('is copied from an earlier plan', async () => {
    const { api, user } = await open('indicators')
    api.answer(planEndpoint, assessPlan({ planId: 51 }))
    await pressButton(user, '从示例或往年计划复制')
    await screen.findByText(/3 个一级指标、5 个二级指标，合计 100 分/)
    await pressButton(user, /^复\s?制$/)
    expect(await screen.findByDisplayValue('工作小组与职责')).toBeTruthy()
  })

  it('says at the place what does not add up', async () => {
    await open('indicators', assessDraft())
    expect(screen.queryByRole('alert')).toBeNull()
    setPoints('工作方案', '30')
    expect(screen.getByText('“组织领导”为60分，下级指标合计70分')).toBeTruthy()
    setPoints('组织领导', '70')
    expect(screen.getByText('各一级指标（不含加分项）合计110分，应为100分')).toBeTruthy()
    expect(screen.getByText(/合计 110 \/ 100 分/)).toBeTruthy()
    fireEvent.click(screen.getByLabelText('加分项：组织领导'))
    expect(screen.getByText('加分项合计75分，最多10分')).toBeTruthy()
  })

  it('is extended, reordered by keys, and shortened', async () => {
    const { user } = await open('indicators', assessDraft())
    await user.click(screen.getByLabelText('添加二级指标：组织领导'))
    const added = screen.getByLabelText<HTMLInputElement>('二级指标1.3的名称')
    expect(document.activeElement).toBe(added)
    fireEvent.change(added, { target: { value: '责任书' } })
    fireEvent.keyDown(screen.getByLabelText('二级指标1.3的名称'), { key: 'ArrowUp', altKey: true })
    expect(screen.getByLabelText<HTMLInputElement>('二级指标1.2的名称').value).toBe('责任书')
    expect(document.activeElement).toBe(screen.getByLabelText('二级指标1.2的名称'))
    const row = screen.getByLabelText('二级指标1.2的名称').closest('li') ?? document.body
    await confirm(user, within(row).getByRole('button', { name: '删除' }))
    expect(screen.queryByDisplayValue('责任书')).toBeNull()
  })

  it('offers the metrics of the kind with their usual thresholds', async () => {
    const { api, user } = await open('indicators', assessDraft())
    await user.click(screen.getByLabelText('来源与细则：工作方案'))
    await user.click(screen.getByText('系统（由筛查数据算出）'))
    expect(screen.getByLabelText<HTMLInputElement>('得满分').value).toBe('95.00')
    await pressButton(user, '保存草稿')
    await waitFor(() =>
      expect(saved(api)?.indicators[0]?.leaves[1]).toMatchObject({
        name: '工作方案',
        computed: { metric: 'completion', full: 95, zero: 80 },
        filesRequired: false,
      }),
    )
  })
})

describe('a draft', () => {
  it('is saved with faults, and found again under its address', async () => {
    const { api, user } = await open('basics')
    api.answer(planEndpoint, assessDraft({ planId: 88, version: 1, indicators: [], units: [] }))
    await fill(user, screen.getByLabelText('计划名称'), '全区近视防控考核')
    await pressButton(user, '保存草稿')
    await waitFor(() => expect(currentAddress()).toBe(`${ADDRESS}?planId=88&step=basics`))
    expect(saved(api)).toMatchObject({ name: '全区近视防控考核', indicators: [], orgIds: [], version: 0 })
  })

  it('is not saved where a value has no form', async () => {
    const { user } = await open('basics', assessDraft())
    await fill(user, screen.getByLabelText('计划名称'), '考核')
    expect(screen.getAllByText(/计划名称为4-50个字/).length).toBeGreaterThan(0)
    expect(isDisabled(/^保存草稿$/)).toBe(true)
  })

  it('is published only once nothing stands in the way, and leads to what does', async () => {
    const { user } = await open('overview', assessDraft({ units: [], screeningPlanId: null }))
    expect(screen.getByText('发布前还有 2 处要改')).toBeTruthy()
    expect(isDisabled(/^发\s?布$/)).toBe(true)
    await user.click(screen.getByLabelText('去修改：请选择考核对象'))
    await user.click(await screen.findByText(/^全\s?选$/))
    expect(screen.queryByText('计划尚未保存')).toBeNull()
    expect(screen.getByText('已选 3 / 3 个单位')).toBeTruthy()
    expect(screen.queryByText('请选择考核对象')).toBeNull()
  })

  it('leads from the overview to the leaf that is wrong', async () => {
    const heads = sampleIndicators(3)
    const [head] = heads
    const leaf = head?.leaves[0]
    if (!leaf) throw new Error('the sample has indicators')
    leaf.points = 0
    const { user } = await open('overview', assessDraft({ indicators: heads }))
    await user.click(screen.getByLabelText(`去修改：“${leaf.name}”的分值应大于0`))
    const field = await screen.findByLabelText('二级指标1.1的名称')
    expect(document.activeElement).toBe(field)
  })

  it('is saved and published in one go', async () => {
    const { api, user } = await open('overview', assessDraft())
    expect(screen.getByText('可以发布')).toBeTruthy()
    await pressButton(user, /^发\s?布$/)
    expect(await screen.findByText('计划已发布，各单位已收到通知')).toBeTruthy()
    expect(api.calls(publishAssessPlan)).toEqual([{ planId: 61, version: 3 }])
    await waitFor(() => expect(currentAddress()).toBe('/assessment/plan-details?planId=61'))
  })

  it('that somebody else saved meanwhile keeps what was typed until it is decided', async () => {
    const { api, user } = await open('basics', assessDraft())
    await fill(user, screen.getByLabelText('计划名称'), '我改的名称')
    api.answer(planEndpoint, assessDraft({ version: 4, name: '同事改的名称' }))
    api.refuse(saveAssessPlan, REFUSALS.changedMeanwhile, '刚刚被修改')
    await pressButton(user, '保存草稿')
    expect(await screen.findByText('计划刚刚被同事修改')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('计划名称').value).toBe('我改的名称')
    await user.click(screen.getByText('以我填写的为准'))
    api.answer(saveAssessPlan, { planId: 61, version: 5 })
    await pressButton(user, '保存草稿')
    await waitFor(() => expect(saved(api)).toMatchObject({ name: '我改的名称', version: 4 }))
  })
})

describe('what is not saved', () => {
  it('goes along from part to part, and is not left without a question', async () => {
    const { user } = await open('basics', assessDraft())
    await fill(user, screen.getByLabelText('计划名称'), '我改的名称')
    await pressButton(user, '下一步：指标体系')
    expect(screen.getByText('我改的名称')).toBeTruthy()
    expect(screen.queryByText('计划尚未保存')).toBeNull()
    const closing = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(closing)
    expect(closing.defaultPrevented).toBe(true)
  })
})

describe('units', () => {
  it('are searched, grouped and chosen', async () => {
    const { user } = await open('units', assessDraft({ units: [] }))
    expect(await screen.findByText('已选 0 / 3 个单位')).toBeTruthy()
    await user.type(screen.getByLabelText('查找单位'), '文')
    expect(screen.queryByText('学军小学')).toBeNull()
    await user.click(screen.getByText('全选找到的'))
    expect(screen.getByText('已选 2 / 3 个单位')).toBeTruthy()
    await user.click(screen.getByText('全不选找到的'))
    expect(screen.getByText('已选 0 / 3 个单位')).toBeTruthy()
  })
})

describe('grades', () => {
  it('go down to zero', async () => {
    await open('grades', assessDraft())
    fireEvent.change(screen.getByLabelText('分数线：良好'), { target: { value: '95' } })
    expect(screen.getByText('等次的分数线应由高到低')).toBeTruthy()
  })
})

describe('a published plan', () => {
  it('changes only in what hurts nobody, with a reason', async () => {
    const { api, user } = await open('basics', assessPlan())
    for (const label of ['年度', '申报开始日期', '取数的筛查计划', '会同评审单位'])
      expect(screen.getByLabelText<HTMLInputElement>(label).disabled).toBe(true)
    expect(screen.getAllByText('计划已发布，此项不能再修改').length).toBeGreaterThan(3)
    await fill(user, screen.getByLabelText('计划名称'), '2026年近视防控工作考核（修订）')
    await pressButton(user, '保存修改')
    const dialog = within(await screen.findByRole('dialog'))
    await pressButton(user, '保存修改', dialog)
    expect(await dialog.findByText('请填写原因')).toBeTruthy()
    await user.click(dialog.getByText('考核范围调整'))
    await pressButton(user, '保存修改', dialog)
    await waitFor(() =>
      expect(saved(api)).toMatchObject({
        planId: 61,
        version: 3,
        reason: '考核范围调整',
        orgIds: [100, 101],
      }),
    )
  })

  it('keeps its tree, but for the texts of rules', async () => {
    const { user } = await open('indicators', assessPlan())
    expect(points('工作方案').disabled).toBe(true)
    expect(screen.queryByText('添加一级指标')).toBeNull()
    await user.click(screen.getByLabelText('来源与细则：工作方案'))
    expect(screen.getByLabelText<HTMLTextAreaElement>('评分细则').disabled).toBe(false)
  })

  it('keeps units that have begun', async () => {
    const { user } = await open('units', assessPlan())
    expect((await screen.findByLabelText<HTMLInputElement>(/文一路小学/)).disabled).toBe(true)
    await user.click(screen.getByText(/^全不选$/))
    expect(screen.getByText('已选 1 / 3 个单位')).toBeTruthy()
  })

  it('of another body, and one that is closed, is not changed', async () => {
    const api = fakeApi()
      .answer(proposalEndpoint, assessProposal())
      .answer(planEndpoint, assessPlan({ own: false, ownerName: '市教育局' }))
    await renderScreen(`${ADDRESS}?planId=61`, { api, as: userOf('GD') })
    expect(await screen.findByText('计划由市教育局制定，只能由其修改')).toBeTruthy()
  })
})

it('nobody without the permission opens the editor', async () => {
  await renderScreen(ADDRESS, { api: fakeApi(), as: userOf('GD', { without: ['assessmentPlanEdit'] }) })
  expect(currentAddress()).toMatch(/^\/401/)
})
