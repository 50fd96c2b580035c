import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Glasses, Sex } from '#contract/core/codes.ts'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import type { RetestRow } from '#contract/eyesight/record-schemas.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { classGrid, FakeClass, taskRow } from '#web/testing/samples/screening.ts'
import { userOf } from '#web/testing/samples/users.ts'

const ADDRESS = '/eyesight/class-details?taskId=31&classId=111&tab=retest'
const { drawRetest, retestList, saveRetest } = recordEndpoints

const waiting = (change: Partial<RetestRow> = {}): RetestRow => ({
  recordId: 1,
  studentName: '陈一诺',
  sex: Sex.code.female,
  classId: 111,
  className: '一年级1班',
  done: false,
  ownFirst: false,
  glasses: null,
  items: [],
  enteredByName: null,
  enteredAt: null,
  ...change,
})
const item = (key: string, label: string, first: number, second: number, over = false) => ({
  key,
  label,
  first,
  second,
  difference: Number((second - first).toFixed(3)),
  over,
})
const DONE = waiting({
  recordId: 2,
  studentName: '林小宇',
  done: true,
  glasses: Glasses.code.frame,
  items: [
    item('nakedRight', '裸眼视力（右）', 4.8, 5),
    item('nakedLeft', '裸眼视力（左）', 4.8, 4.5, true),
    item('seRight', '等效球镜（右）', -1, -0.75),
  ],
  enteredByName: '李护士',
  enteredAt: '2026-10-08T02:00:00.000Z',
})

async function open(rows: RetestRow[], profile: 'HS' | 'GD' = 'HS', grid = classGrid()) {
  const api = fakeApi()
  new FakeClass(api, grid)
  api.answer(retestList, rows)
  const rendered = await renderScreen(ADDRESS, { api, as: userOf(profile) })
  await screen.findByRole('radiogroup', { name: '复测名单的范围' })
  return { ...rendered, api }
}
const cell = (column: string) => screen.findByLabelText<HTMLInputElement>(`陈一诺 ${column}`)
const save = () => screen.getByRole('button', { name: '保存陈一诺的复测' })

describe('drawing the sample', () => {
  it('is asked about first, and says how many are enough', async () => {
    const { api, user } = await open([])
    expect(await screen.findByText('本班没有抽到复测学生')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '抽取复测' }))
    const question = within(await screen.findByRole('tooltip'))
    expect(api.calls(drawRetest)).toEqual([])
    api.answer(drawRetest, { drawn: 2, total: 5, wanted: 5 }).answer(retestList, [waiting()])
    await user.click(question.getByRole('button', { name: /^抽\s*取$/ }))
    expect(await screen.findByText('新抽取 2 人，共 5 人，达到应复测的 5 人')).toBeTruthy()
    expect(await screen.findByText('待复测 1 人')).toBeTruthy()
  })

  it.each([
    [{ drawn: 1, total: 3, wanted: 5 }, '新抽取 1 人，共 3 人；应复测 5 人，可抽取的学生不够'],
    [{ drawn: 0, total: 5, wanted: 5 }, '已抽取 5 人，达到应复测的 5 人，没有新抽取'],
  ])('says what came of it: %o', async (drawn, sentence) => {
    const { api, user } = await open([])
    api.answer(drawRetest, drawn)
    await user.click(await screen.findByRole('button', { name: '抽取复测' }))
    const question = within(await screen.findByRole('tooltip'))
    await user.click(question.getByRole('button', { name: /^抽\s*取$/ }))
    expect(await screen.findByText(sentence)).toBeTruthy()
  })

  it('is not for an officer', async () => {
    await open([], 'GD')
    expect(await screen.findByText('由承担任务的机构抽取')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '抽取复测' })).toBeNull()
  })
})

describe('the second examination', () => {
  it('is blind: nothing of the first is in sight', async () => {
    await open([waiting()])
    for (const column of ['裸眼视力（右）', '裸眼视力（左）', '球镜（右）']) {
      expect((await cell(column)).value).toBe('')
    }
    expect(save()).toHaveProperty('disabled', true)
  })

  it('has to be done by somebody else than the first', async () => {
    await open([waiting({ ownFirst: true })])
    expect(await screen.findByText('须由他人复测')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '保存陈一诺的复测' })).toBeNull()
  })

  it('that lacks something asks before it is saved, and is compared then', async () => {
    const { api, user } = await open([waiting()])
    await user.click(await cell('戴镜类型'))
    await user.keyboard('1')
    await user.type(await cell('裸眼视力（右）'), '49')
    await user.type(await cell('裸眼视力（左）'), '50')
    await user.tab()
    api.answer(saveRetest, { ...DONE, items: DONE.items }).answer(retestList, [DONE])
    await user.click(save())
    const question = within(await screen.findByRole('tooltip'))
    expect(question.getByText('复测还不完整，仍要保存？')).toBeTruthy()
    expect(api.calls(saveRetest)).toEqual([])
    await user.click(question.getByRole('button', { name: /^保\s*存$/ }))
    expect(await screen.findByText('陈一诺的复测已保存，1 项超差')).toBeTruthy()
    expect(api.calls(saveRetest)).toMatchObject([
      { recordId: 1, reading: { glasses: Glasses.code.none, nakedRight: 4.9, nakedLeft: 5 } },
    ])
  })

  it('with a wrong value is not saved', async () => {
    const { user } = await open([waiting()])
    await user.type(await cell('裸眼视力（右）'), '99')
    await user.tab()
    expect((await cell('裸眼视力（右）')).getAttribute('aria-invalid')).toBe('true')
    expect(save()).toHaveProperty('disabled', true)
  })
})

describe('first and second side by side', () => {
  const rowsOf = () =>
    screen
      .getAllByRole('row')
      .map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent))
      .filter((cells) => cells.length > 3)

  it('say how far apart they are, and which are too far', async () => {
    await open([waiting(), DONE])
    expect(await screen.findByText('已复测 1 人')).toBeTruthy()
    const lines = rowsOf().filter((cells) => cells.some((text) => /^(否|超差)$/.test(text ?? '')))
    expect(lines.map((cells) => cells.filter((text) => /^[+\-\d.]+$|^(否|超差)$/.test(text ?? '')))).toEqual([
      ['4.8', '5.0', '+0.2', '否'],
      ['4.8', '4.5', '-0.3', '超差'],
      ['-1.000', '-0.750', '+0.250', '否'],
    ])
  })

  it('are summed up below', async () => {
    await open([waiting(), DONE])
    const sum = async (name: string) => (await screen.findByText(name)).nextElementSibling?.textContent
    expect(await sum('抽取人数')).toBe('2')
    expect(await sum('复测人数')).toBe('1（戴镜 1，非戴镜 0）')
    expect(await sum('复测项次')).toBe('3')
    expect(await sum('超差项次')).toBe('1')
  })

  it('of the whole task come with their classes', async () => {
    const { api, user } = await open([DONE])
    await screen.findByText('已复测 1 人')
    await user.click(screen.getByText('整个任务'))
    expect(await screen.findByRole('columnheader', { name: '班级' })).toBeTruthy()
    expect(api.calls(retestList)).toEqual([{ taskId: 31, classId: 111 }, { taskId: 31 }])
  })
})

it('a list that cannot be loaded can be asked for again', async () => {
  const api = fakeApi()
  new FakeClass(api, classGrid({ task: taskRow() }))
  api.refuse(retestList, 503)
  const { user } = await renderScreen(ADDRESS, { api, as: userOf('HS') })
  expect(await screen.findByText('复测名单加载失败')).toBeTruthy()
  api.answer(retestList, [waiting()])
  await user.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByText('待复测 1 人')).toBeTruthy()
})
