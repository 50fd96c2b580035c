import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { SchoolStage } from '#contract/core/codes.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import type { AdvancePreview } from '#contract/students/schemas.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { answerRoster } from '#web/testing/samples/rosters.ts'
import { ORG_IDS, userOf } from '#web/testing/samples/users.ts'

const { advance, advancePreview, undoAdvance } = studentEndpoints
const { primary } = SchoolStage.code

const schoolClass = (classId: number, fromGrade: string, toGrade: string | null, studentCount: number) => ({
  classId,
  className: '1班',
  prefix: primary,
  fromGrade,
  toGrade,
  studentCount,
})
const preview = (change: Partial<AdvancePreview> = {}): AdvancePreview => ({
  orgId: ORG_IDS.school,
  schoolYear: 2026,
  schoolYearName: '2026-2027学年',
  inSeason: true,
  blocked: null,
  continuable: [],
  classes: [schoolClass(111, '一年级', '二年级', 40), schoolClass(161, '六年级', null, 38)],
  promoted: 40,
  graduating: 38,
  last: null,
  ...change,
})
const LAST = {
  advanceId: 9,
  schoolYear: 2025,
  doneAt: '2026-08-01T02:00:00.000Z',
  doneBy: '周校医',
  promoted: 400,
  graduated: 80,
  undoBlocked: null,
}

async function open(answer = preview()) {
  const api = answerRoster(fakeApi()).answer(advancePreview, answer)
  const rendered = await renderScreen('/schools/students-manage', { api, as: userOf('SA') })
  await screen.findByRole('link', { name: '陈一诺' })
  await rendered.user.click(screen.getByRole('button', { name: '学年升级' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^学年升级/ }))
  return { ...rendered, api, dialog, submit: dialog.getByRole('button', { name: '确认升级' }) }
}

describe('a whole school one grade up', () => {
  it('is seen first: where every grade goes, and how many graduate', async () => {
    const { api, dialog } = await open()
    expect(await dialog.findByText('共 2 个班级，升级 40 人，毕业 38 人')).toBeTruthy()
    const rows = dialog.getAllByRole('row').map(({ textContent }) => textContent)
    expect(rows.slice(-2)).toEqual(['一年级1班 40人二年级40', '六年级1班 38人毕业38'])
    expect(api.calls(advance)).toEqual([])
  })

  it('is done for the year that was looked at, and says what came of it', async () => {
    const { api, dialog, submit, user } = await open()
    await dialog.findByText('共 2 个班级，升级 40 人，毕业 38 人')
    api.answer(advance, { advanceId: 10, promoted: 40, graduated: 38 })
    await user.click(submit)
    expect(await dialog.findByText('升级完成：40 人升级，38 人毕业')).toBeTruthy()
    expect(api.calls(advance)).toEqual([{ orgId: ORG_IDS.school, schoolYear: 2026, continueStages: [] }])
    expect(dialog.queryByRole('button', { name: '确认升级' })).toBeNull()
  })

  it('out of season needs a second yes', async () => {
    const { dialog, submit, user } = await open(preview({ inSeason: false }))
    expect(await dialog.findByText('现在不是升级的时候')).toBeTruthy()
    expect(submit).toHaveProperty('disabled', true)
    await user.click(dialog.getByRole('checkbox', { name: '我已核对，现在就要为全校升级' }))
    expect(submit).toHaveProperty('disabled', false)
  })

  it('asks whether the last grade goes on in the same school, and counts anew', async () => {
    const { api, dialog, submit, user } = await open(preview({ continuable: [primary] }))
    expect(await dialog.findByText('共 2 个班级，升级 78 人，毕业 0 人')).toBeTruthy()
    const goesOn = dialog.getByRole('checkbox', { name: '六年级升入本校初一' })
    api.answer(advance, { advanceId: 10, promoted: 40, graduated: 38 })
    await user.click(goesOn)
    expect(dialog.getByText('共 2 个班级，升级 40 人，毕业 38 人')).toBeTruthy()
    await user.click(goesOn)
    await user.click(submit)
    await waitFor(() => expect(api.calls(advance)).toMatchObject([{ continueStages: [primary] }]))
  })

  it('that is impossible now says why', async () => {
    const { dialog, submit } = await open(preview({ blocked: '有进行中的筛查任务' }))
    expect(await dialog.findByText('有进行中的筛查任务')).toBeTruthy()
    expect(submit).toHaveProperty('disabled', true)
    expect(dialog.queryByRole('table')).toBeNull()
  })

  it('that the server refuses leaves the plan in sight', async () => {
    const { api, dialog, submit, user } = await open()
    await dialog.findByText('共 2 个班级，升级 40 人，毕业 38 人')
    api.refuse(advance, 700, '同一年级会有同名班级')
    await user.click(submit)
    expect(await screen.findByText('同一年级会有同名班级')).toBeTruthy()
    expect(dialog.getByText('共 2 个班级，升级 40 人，毕业 38 人')).toBeTruthy()
  })
})

describe('what changed since it was seen', () => {
  async function openSure() {
    const opened = await open(preview({ inSeason: false }))
    const sure = await opened.dialog.findByRole<HTMLInputElement>('checkbox', { name: /我已核对/ })
    await opened.user.click(sure)
    return { ...opened, sure }
  }

  it('the school year: it is seen anew and has to be confirmed again', async () => {
    const { api, submit, sure, user } = await openSure()
    const next = preview({ inSeason: false, schoolYear: 2027, schoolYearName: '2027-2028学年' })
    api
      .refuse(advance, REFUSALS.previewOutdated, '学年已变化，请重新预览后再升级')
      .answer(advancePreview, next)
    await user.click(submit)
    expect(await screen.findByText('学年已变化，请重新预览后再升级')).toBeTruthy()
    expect(await screen.findByRole('dialog', { name: '学年升级 2027-2028学年' })).toBeTruthy()
    expect(sure.checked).toBe(false)
    expect(submit).toHaveProperty('disabled', true)
  })

  it('somebody else has done it: that is seen', async () => {
    const { api, dialog, submit, user } = await openSure()
    const blocked = '本学年已经升级过，每学年只能升级一次'
    api.refuse(advance, REFUSALS.notInThisState, blocked).answer(advancePreview, preview({ blocked }))
    await user.click(submit)
    expect(await dialog.findByText('现在不能升级')).toBeTruthy()
  })
})

describe('the last time', () => {
  it('is undone after a question, and then looked at anew', async () => {
    const { api, dialog, user } = await open(preview({ last: LAST }))
    expect(await dialog.findByText('上次升级：2025-2026学年')).toBeTruthy()
    api.answer(undoAdvance, { changed: 480 }).answer(advancePreview, preview())
    await user.click(dialog.getByRole('button', { name: '撤销本次升级' }))
    const question = within(await screen.findByRole('tooltip'))
    await user.click(question.getByRole('button', { name: '撤销升级' }))
    expect(await screen.findByText('升级已撤销')).toBeTruthy()
    expect(api.calls(undoAdvance)).toEqual([{ orgId: ORG_IDS.school, advanceId: 9 }])
    await waitFor(() => expect(dialog.queryByText('上次升级：2025-2026学年')).toBeNull())
  })

  it('on which something depends by now stays, and says what', async () => {
    const { dialog } = await open(preview({ last: { ...LAST, undoBlocked: '升级后已开始筛查任务' } }))
    expect(await dialog.findByText(/不能撤销：升级后已开始筛查任务/)).toBeTruthy()
    expect(dialog.queryByRole('button', { name: '撤销本次升级' })).toBeNull()
  })
})

it('is not for a class teacher', async () => {
  await renderScreen('/schools/students-manage', { api: answerRoster(fakeApi()), as: userOf('ST') })
  await screen.findByRole('link', { name: '陈一诺' })
  expect(screen.queryByRole('button', { name: '学年升级' })).toBeNull()
})
