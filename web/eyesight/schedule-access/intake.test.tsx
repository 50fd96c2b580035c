import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import type { Intake, IntakeRow } from '#contract/eyesight/figures/figure-schemas.ts'
import { type ConflictRow, RecordSource } from '#contract/eyesight/record-schemas.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { currentAddress, renderScreen } from '#web/testing/render-screen.tsx'
import { DISTRICT_NAME } from '#web/testing/samples/areas.ts'
import { FIGURE_PLAN, planChoice, rangeCounts } from '#web/testing/samples/plans.ts'
import { pageOf } from '#web/testing/samples/schools.ts'
import { userOf } from '#web/testing/samples/users.ts'
import { findRow } from '#web/testing/screen-actions.ts'

const ADDRESS = '/eyesight/schedule-access'
const { conflictPageList, intake, planChoices, resolveConflict } = eyesightEndpoints

const row = (change: Partial<IntakeRow> = {}): IntakeRow => ({
  orgId: 100,
  orgName: '文一路小学',
  areaName: DISTRICT_NAME,
  executorNames: ['西湖眼科医院'],
  taskIds: [31],
  part: 'begun',
  expected: 120,
  waiting: 0,
  unassigned: 0,
  screened: 100,
  valid: 98,
  invalid: 2,
  byHand: 60,
  byImport: 30,
  byDevice: 10,
  owing: 20,
  conflicts: 3,
  retestDrawn: 5,
  retestDone: 2,
  retestRate: 2,
  errorRate: 0,
  retestShort: true,
  errorsOver: false,
  ...change,
})
const COMPLETE = row({
  orgId: 101,
  orgName: '学军小学',
  screened: 120,
  owing: 0,
  conflicts: 0,
  taskIds: [32],
})

const answer = (list: IntakeRow[]): Intake => {
  const {
    orgId: _,
    orgName: __,
    areaName: ___,
    executorNames: ____,
    taskIds: _____,
    part: ______,
    ...total
  } = row()
  return {
    plan: { ...FIGURE_PLAN, retestRatio: 5, errorCap: 5 },
    total: { ...total, range: rangeCounts({ begun: { schools: 2, students: 240 } }), schoolsOwing: 1 },
    page: pageOf(list),
    at: '2026-10-08T02:00:00.000Z',
  }
}
const CONFLICT: ConflictRow = {
  conflictId: 8,
  recordId: 1,
  taskId: 31,
  classId: 111,
  schoolName: '文一路小学',
  className: '一年级1班',
  studentName: '陈一诺',
  source: RecordSource.code.import,
  deviceName: null,
  createdAt: '2026-10-08T02:00:00.000Z',
  blind: false,
  fields: [{ label: '裸眼视力（右）', present: '4.8', incoming: '4.5' }],
}

async function open(profile: 'GD' | 'HS' = 'GD', address = `${ADDRESS}?planId=21`) {
  const api = fakeApi()
    .answer(planChoices, [planChoice()])
    .answer(intake, ({ only }) => answer(only === 'owing' ? [row()] : [row(), COMPLETE]))
    .answer(conflictPageList, pageOf([CONFLICT]))
  const rendered = await renderScreen(address, { api, as: userOf(profile) })
  await screen.findByText('文一路小学')
  return { ...rendered, api }
}

describe('the intake of a plan', () => {
  it('is that of the plan under way where none is named', async () => {
    await open('GD', ADDRESS)
    expect(currentAddress()).toBe(`${ADDRESS}?planId=21`)
  })

  it('says who still owes data, and what is too little', async () => {
    await open()
    const owing = await findRow('文一路小学')
    expect(owing.getByText('20 人')).toBeTruthy()
    expect(owing.getByText('2.00%').className).toContain('danger')
    expect((await findRow('学军小学')).getByText('齐')).toBeTruthy()
    expect(screen.getByText('1 所 20 人')).toBeTruthy()
  })

  it('shows those who owe alone by one click, and the address keeps it', async () => {
    const { api, user } = await open()
    await user.click(screen.getAllByText('还欠数据').at(-1) as HTMLElement)
    await waitFor(() => expect(screen.queryByText('学军小学')).toBeNull())
    expect(currentAddress()).toBe(`${ADDRESS}?planId=21&only=owing`)
    expect(api.calls(intake).at(-1)).toMatchObject({ planId: 21, only: 'owing' })
  })

  it('opened with that address shows the same', async () => {
    await open('GD', `${ADDRESS}?planId=21&only=owing`)
    expect(screen.queryByText('学军小学')).toBeNull()
  })

  it('leads to the task of a school', async () => {
    await open()
    const link = screen.getByRole('link', { name: '文一路小学' })
    expect(link.getAttribute('href')).toMatch(/^\/eyesight\/task-details\?taskId=31$/)
  })
})

describe('readings that contradict each other', () => {
  async function openConflicts(profile: 'GD' | 'HS') {
    const opened = await open(profile)
    await opened.user.click(screen.getByRole('button', { name: '文一路小学的冲突数据' }))
    const drawer = within(await screen.findByRole('dialog', { name: '待处理的冲突数据' }))
    await drawer.findByText('裸眼视力（右）：4.8 → 4.5')
    return { ...opened, drawer }
  }

  it('are seen by an officer, who decides nothing', async () => {
    const { api, drawer } = await openConflicts('GD')
    expect(drawer.getByText('采用哪一个由承担任务的机构或学校决定')).toBeTruthy()
    expect(drawer.queryByRole('button', { name: /采\s*用/ })).toBeNull()
    expect(api.calls(conflictPageList)).toMatchObject([{ planId: 21, taskId: 31 }])
  })

  it('are decided by who carries out the task', async () => {
    const { api, drawer, user } = await openConflicts('HS')
    api.answer(resolveConflict, { taken: true }).answer(conflictPageList, pageOf([]))
    await user.click(drawer.getByRole('button', { name: /^采\s*用$/ }))
    expect(await screen.findByText('已处理')).toBeTruthy()
    expect(api.calls(resolveConflict)).toEqual([{ conflictId: 8, take: true }])
    expect(await drawer.findByText('没有待处理的冲突')).toBeTruthy()
    await waitFor(() => expect(api.calls(intake)).toHaveLength(2))
  })

  it('lead to the class of the student', async () => {
    const { drawer } = await openConflicts('HS')
    expect(drawer.getByRole('link').getAttribute('href')).toBe(
      '/eyesight/class-details?taskId=31&classId=111',
    )
  })
})
