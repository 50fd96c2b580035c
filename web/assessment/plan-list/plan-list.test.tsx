import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import type { AssessPlanRow } from '#contract/assessment/plan-schemas.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { choose, currentAddress, renderScreen } from '#web/testing/render-screen.tsx'
import {
  assessPlanRow,
  assessProgress,
  assessProposal as proposalOf,
} from '#web/testing/samples/assess-plans.ts'
import { pageOf } from '#web/testing/samples/schools.ts'
import { userOf } from '#web/testing/samples/users.ts'
import { actionsIn, confirm } from '#web/testing/screen-actions.ts'

const ADDRESS = '/assessment/plan-list'
const { assessPlanPage, assessProposal, deleteAssessPlan } = assessmentEndpoints
const DRAFT = assessPlanRow({ planId: 62, name: '明年的考核', status: 0, version: 5 })
const OF_BELOW = assessPlanRow({ planId: 63, name: '下级的考核', own: false, ownerName: '文教局' })
const CLOSED = assessPlanRow({
  planId: 64,
  name: '去年的考核',
  status: 2,
  resultsAt: '2025-12-30T01:00:00.000Z',
})

async function open(rows: AssessPlanRow[], as = userOf('GD'), address = ADDRESS) {
  const api = fakeApi().answer(assessPlanPage, pageOf(rows)).answer(deleteAssessPlan, null)
  return { api, ...(await renderScreen(address, { api, as })) }
}
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr') ?? document.body

describe('plans of assessment', () => {
  it('say how far their units are', async () => {
    await open([assessPlanRow({ progress: assessProgress({ openAppeals: 1 }) })])
    const row = within(await rowOf('2026年近视防控工作考核'))
    expect(row.getByText('已提交 6 / 已通过 2 / 共 12')).toBeTruthy()
    expect(row.getByText('已退回 1，异议待答复 1')).toBeTruthy()
    expect(row.getByText('已发布')).toBeTruthy()
  })

  it('offer what their state and their owner allow', async () => {
    await open([assessPlanRow(), DRAFT, OF_BELOW, CLOSED])
    expect(actionsIn(await rowOf('2026年近视防控工作考核'))).toEqual(['查看', '编辑'])
    expect(actionsIn(await rowOf('明年的考核'))).toEqual(['查看', '编辑', '删除'])
    expect(actionsIn(await rowOf('下级的考核'))).toEqual(['查看'])
    expect(actionsIn(await rowOf('去年的考核'))).toEqual(['查看'])
    expect(within(await rowOf('下级的考核')).getByText('其他机构制定')).toBeTruthy()
    expect(within(await rowOf('去年的考核')).getByText('结果已公布')).toBeTruthy()
  })

  it('are only looked at without the permission to make them', async () => {
    await open([DRAFT], userOf('GD', { without: ['assessmentPlanEdit'] }))
    expect(actionsIn(await rowOf('明年的考核'))).toEqual(['查看'])
    expect(screen.queryByText('新建计划')).toBeNull()
  })

  it('are not open to schools', async () => {
    await open([], userOf('SA'))
    expect(currentAddress()).toMatch(/^\/401/)
  })

  it('that are drafts are deleted as they were seen', async () => {
    const { api, user } = await open([DRAFT])
    const row = within(await rowOf('明年的考核'))
    await confirm(user, row.getByRole('button', { name: '删除' }))
    expect(await screen.findByText('“明年的考核”已删除')).toBeTruthy()
    expect(api.calls(deleteAssessPlan)).toEqual([{ planId: 62, version: 5 }])
  })

  it('are narrowed by year, state and kind, which stand in the address', async () => {
    const { api, user } = await open([assessPlanRow()])
    await rowOf('2026年近视防控工作考核')
    await choose(user, screen.getByLabelText('考核对象'), '学校')
    await waitFor(() => expect(api.calls(assessPlanPage).at(-1)).toMatchObject({ object: 3, pageNum: 1 }))
    expect(currentAddress()).toBe(`${ADDRESS}?object=3`)
  })

  it('where there are none say what comes next', async () => {
    const { api, user } = await open([])
    api.answer(assessProposal, proposalOf())
    expect(await screen.findByText(/新建计划，设好指标与考核对象后发布/)).toBeTruthy()
    await user.click(screen.getAllByText('新建计划')[0] ?? document.body)
    expect(currentAddress()).toBe('/assessment/add-assess-plan')
  })
})
