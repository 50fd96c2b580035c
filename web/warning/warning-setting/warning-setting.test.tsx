import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { warningEndpoints } from '#contract/warning/endpoints.ts'
import { SHIPPED_RULES, type WarningRule } from '#contract/warning/rules.ts'
import type { SettingState } from '#contract/warning/setting-schemas.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { choose, renderScreen } from '#web/testing/render-screen.tsx'
import { userOf } from '#web/testing/samples/users.ts'
import { settingReview, settingState } from '#web/testing/samples/warnings.ts'
import { pressButton } from '#web/testing/screen-actions.ts'
import { storeDraft } from './drafts.ts'
import { changesBetween } from './rule-rows.ts'

const ADDRESS = '/warning/warning-setting'
const { warningSetting, warningReview, saveWarningSetting, previewWarningSetting } = warningEndpoints
const FAST = SHIPPED_RULES.find(({ key }) => key === 'progression-fast') as WarningRule
const STRICTER: WarningRule = { ...FAST, threshold: 0.5 }
const PREVIEW = {
  rules: [{ key: FAST.key, students: 120, units: 0 }],
  students: 300,
  units: 4,
  studentsNow: 250,
  unitsNow: 4,
}
const version = (nth: number, rules: WarningRule[]): SettingState['versions'][number] => ({
  version: nth,
  rules,
  orgName: '西湖区教育局',
  savedBy: '王科长',
  savedAt: '2026-11-12T01:00:00.000Z',
})

async function open(change: Partial<SettingState> = {}, as = userOf('GD')) {
  const api = fakeApi()
    .answer(warningSetting, settingState(change))
    .answer(warningReview, null)
    .answer(previewWarningSetting, PREVIEW)
  const rendered = await renderScreen(ADDRESS, { api, as })
  await screen.findByText('新增规则')
  return { ...rendered, api }
}
afterEach(() => storeDraft(undefined))

const THRESHOLD = '界限：近视进展快二级'
const set = (value: string) => fireEvent.change(screen.getByLabelText(THRESHOLD), { target: { value } })
const isDisabled = (text: RegExp) =>
  screen.getByText(text, { selector: 'button *' }).closest('button')?.disabled
const SAVE = /^保\s?存$/

describe('a rule of above', () => {
  it('is inherited until it is made stricter, and can be inherited again', async () => {
    const { user } = await open()
    expect(screen.getAllByText('沿用杭州市').length).toBeGreaterThan(1)
    expect(isDisabled(SAVE)).toBe(true)
    set('0.5')
    expect(screen.getByText('杭州市：近视进展快≥0.75D/年，二级')).toBeTruthy()
    expect(isDisabled(SAVE)).toBe(false)
    await user.click(screen.getByText('恢复沿用'))
    expect(screen.queryByText('已改')).toBeNull()
    expect(isDisabled(SAVE)).toBe(true)
  })

  it('is not made looser, which is said at once', async () => {
    const { user } = await open()
    set('1.5')
    expect(screen.getByText('界限不能比上级宽松')).toBeTruthy()
    expect(screen.getByText('学生 9（有误）')).toBeTruthy()
    expect(isDisabled(SAVE)).toBe(true)
    expect(isDisabled(/预览影响/)).toBe(true)
    set('0.75')
    await user.click(screen.getByLabelText('启用：视力下降二级'))
    expect(screen.getByText('上级已启用的规则不能停用')).toBeTruthy()
  })

  it('may be loosened by a province', async () => {
    await open({ top: true, areaName: '浙江省', aboveName: '平台默认' }, userOf('GP'))
    set('1.5')
    expect(screen.queryByText('界限不能比上级宽松')).toBeNull()
    expect(isDisabled(SAVE)).toBe(false)
    expect(screen.getByText(/^地市 /)).toBeTruthy()
  })
})

describe('saving', () => {
  it('shows first what the rules would warn', async () => {
    const { api, user } = await open()
    set('0.5')
    const saved = settingState({ version: 1, own: [STRICTER], versions: [version(1, [STRICTER])] })
    api.answer(saveWarningSetting, saved)
    await pressButton(user, SAVE)
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/名学生（现为/).textContent).toContain(
      '将预警 300 名学生（现为 250）、4 个单位（现为 4）',
    )
    expect(dialog.getByText('学生 · 近视进展快≥0.50D/年，二级')).toBeTruthy()
    expect(api.calls(saveWarningSetting)).toEqual([])
    api.answer(warningSetting, saved).answer(warningReview, settingReview())
    await user.click(dialog.getByText(SAVE))
    expect(await screen.findByText(/已保存为第 1 版/)).toBeTruthy()
    expect(api.calls(saveWarningSetting)).toEqual([{ version: 0, rules: [STRICTER] }])
    expect(await screen.findByText('第 1 版')).toBeTruthy()
    expect(await screen.findByText('正在按第 1 版规则重新判定学生')).toBeTruthy()
    const done = { state: 'done', percent: 100, finishedAt: '2026-11-18T08:40:00.000Z' } as const
    api.answer(warningReview, settingReview({ ...done, raised: 1212, ended: 3 }))
    document.dispatchEvent(new Event('visibilitychange'))
    expect(
      await screen.findByText('已按第 1 版规则重新判定（11-18 16:40）：新增 1,212 条、解除 3 条'),
    ).toBeTruthy()
  })

  it('after somebody else leaves the own changes and shows who it was', async () => {
    const { api, user } = await open({ version: 1, own: [], versions: [version(1, [])] })
    set('0.5')
    const newest = settingState({ version: 2, versions: [version(2, []), version(1, [])] })
    api.answer(warningSetting, newest)
    api.refuse(saveWarningSetting, REFUSALS.changedMeanwhile, '规则已有更新的版本，请查看后再保存')
    await pressButton(user, SAVE)
    await user.click(within(await screen.findByRole('dialog')).getByText(SAVE))
    expect(await screen.findByText(/王科长于 .* 保存了第 2 版/)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>(THRESHOLD).value).toBe('0.50')
    await user.click(screen.getByText('以我修改的为准'))
    api.answer(saveWarningSetting, newest)
    await pressButton(user, SAVE)
    await waitFor(() =>
      expect(api.calls(saveWarningSetting).at(-1)).toEqual({ version: 2, rules: [STRICTER] }),
    )
  })
})

describe('own rules', () => {
  it('are added with what is usual for their indicator, and deleted', async () => {
    const { user } = await open()
    await user.click(screen.getByText('新增规则'))
    await choose(user, await screen.findByLabelText('指标'), '视力下降')
    await choose(user, screen.getByLabelText('学段'), '小学')
    await pressButton(user, /^添\s?加$/)
    expect(await screen.findByText('本地区新增')).toBeTruthy()
    expect(screen.getByText('学生 10')).toBeTruthy()
    await user.click(screen.getByText(/^删\s?除$/))
    expect(screen.queryByText('本地区新增')).toBeNull()
  })

  it('of each version are listed with what changed', async () => {
    const { user } = await open({
      version: 2,
      own: [STRICTER],
      versions: [version(2, [STRICTER]), version(1, [FAST])],
    })
    await user.click(screen.getByText(/历次版本/))
    expect(
      await screen.findByText('修改：学生 · 近视进展快≥0.50D/年，二级（原为 近视进展快≥0.75D/年，二级）'),
    ).toBeTruthy()
    expect(changesBetween([FAST], [])).toEqual(['恢复沿用或删除：学生 · 近视进展快≥0.75D/年，二级'])
  })
})

it('what is not saved is not left without a question', async () => {
  await open()
  set('0.5')
  const closing = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(closing)
  expect(closing.defaultPrevented).toBe(true)
})
