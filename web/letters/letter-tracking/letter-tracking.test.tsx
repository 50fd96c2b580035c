import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { YesNo } from '#contract/core/codes.ts'
import { exportEndpoints } from '#contract/exports/endpoints.ts'
import type { ExportTask } from '#contract/exports/export-task-schemas.ts'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import type { TaskDetail } from '#contract/eyesight/task-schemas.ts'
import { letterEndpoints } from '#contract/letters/endpoints.ts'
import type { LetterClass } from '#contract/letters/letter-schemas.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { choose, currentAddress, renderScreen } from '#web/testing/render-screen.tsx'
import { letterClass, letterStudent } from '#web/testing/samples/letters.ts'
import { planChoice } from '#web/testing/samples/plans.ts'
import { taskRow } from '#web/testing/samples/screening.ts'
import { userOf } from '#web/testing/samples/users.ts'
import { actionsIn, confirm } from '#web/testing/screen-actions.ts'

const ADDRESS = '/letters/letter-tracking'
const { letterClasses, letterStudents, remindFamilies, withdrawLetters } = letterEndpoints
const { planChoices, taskDetail } = eyesightEndpoints
const PLANS = [
  planChoice(),
  planChoice({ planId: 11, planName: '2026年春季视力筛查', startsOn: '2026-03-01', own: false }),
]
const CLASSES = [
  letterClass(111, '一年级1班', {
    printed: 30,
    opened: 20,
    acknowledged: 12,
    visited: 3,
    overdue: 5,
    corrected: 2,
    locked: 1,
  }),
  letterClass(112, '一年级2班'),
  letterClass(113, '一年级3班', { printed: 40, opened: 40, acknowledged: 40 }),
]

const TASK: TaskDetail = {
  ...taskRow(),
  selection: null,
  syncedAt: null,
  hasCaries: false,
  classes: [],
  pendingSync: null,
  retest: { ratio: 5, drawn: 0, done: 0, items: 0, errors: 0, errorRate: null, errorCap: 5 },
}
const EXPORT: ExportTask = {
  recordId: 5,
  item: 'letters',
  title: '告知书',
  fileName: '告知书.pdf',
  reason: '发放告知书',
  personal: false,
  state: 'queued',
  total: 50,
  currentProgress: 0,
  isEnd: YesNo.code.no,
  isSuccessExport: YesNo.code.no,
  isShowInOutside: YesNo.code.yes,
  errorMsg: null,
  cancelling: false,
  createdAt: '2026-10-09T01:00:00.000Z',
  finishedAt: null,
  expireTime: '2026-10-10T01:00:00.000Z',
}

async function open(rows: LetterClass[] = CLASSES, address = ADDRESS, as = userOf('SA')) {
  const api = fakeApi().answer(planChoices, PLANS).answer(letterClasses, rows)
  const rendered = await renderScreen(address, { api, as })
  await screen.findByText(/家长扫描告知书/)
  return { ...rendered, api }
}
const rowOf = async (name: string) => {
  const row = (await screen.findByText(name)).closest('tr')
  if (!row) throw new Error(`no row ${name}`)
  return row
}
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

describe('the letters of a plan', () => {
  it('are counted by class, with what is left to do', async () => {
    await open()
    const first = await rowOf('一年级1班')
    expect(cells(first).slice(0, 10)).toEqual(['一年级1班', '40', '30', '20', '12', '9', '3', '5', '2', '1'])
    expect(actionsIn(first)).toEqual(['打印', '打印未打印的', '重新打印更正的', '提醒'])
    expect(actionsIn(await rowOf('一年级2班'))).toEqual(['打印', '提醒'])
    expect(cells(await rowOf('合计')).slice(1, 10)).toEqual([
      '120',
      '70',
      '60',
      '52',
      '27',
      '3',
      '5',
      '2',
      '1',
    ])
    const print = within(first).getByRole('link', { name: '打印未打印的' })
    expect(print.getAttribute('href')).toBe(
      '/print/result-letter?planId=21&taskId=31&classId=111&choice=unprinted',
    )
    expect(print.getAttribute('target')).toBe('_blank')
    expect(currentAddress()).toBe(`${ADDRESS}?planId=21`)
  })

  it('are those of an earlier plan where the newest has no results; the newest can be chosen', async () => {
    const api = fakeApi().answer(planChoices, PLANS)
    api.answer(letterClasses, ({ planId }) => (planId === 11 ? CLASSES : []))
    const { user } = await renderScreen(ADDRESS, { api, as: userOf('SA') })
    await rowOf('合计')
    expect(currentAddress()).toBe(`${ADDRESS}?planId=11`)
    await choose(user, screen.getByRole('combobox', { name: '筛查计划' }), /秋季/)
    expect(await screen.findByText('还没有可以告知的结果')).toBeTruthy()
    expect(currentAddress()).toBe(`${ADDRESS}?planId=21`)
  })

  it('reminds the teachers, and says so where there is none', async () => {
    const { api, user } = await open()
    api.answer(remindFamilies, { teachers: 2, families: 18 })
    const remind = within(await rowOf('一年级1班')).getByRole('button', { name: '提醒' })
    await user.click(remind)
    expect(await screen.findByText('已提醒 2 位老师联系 18 个家庭')).toBeTruthy()
    expect(api.calls(remindFamilies)).toEqual([{ taskId: 31, classId: 111 }])
    api.answer(remindFamilies, { teachers: 0, families: 18 })
    await user.click(remind)
    expect(await screen.findByText(/一年级1班没有分配班主任，提醒发给了您本人/)).toBeTruthy()
    const done = within(await rowOf('一年级3班')).getByRole('button', { name: '提醒' })
    expect(done).toHaveProperty('disabled', true)
  })

  it('are made in the background as one file', async () => {
    const { api, user } = await open()
    await rowOf('合计')
    api.answer(exportEndpoints.startExport, EXPORT).answer(exportEndpoints.exportProgress, [])
    await user.click(screen.getByRole('button', { name: /后台生成 PDF/ }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText('最多 120 份，每份一页。')).toBeTruthy()
    await user.click(dialog.getByText('尚未打印的'))
    expect(await dialog.findByText('最多 50 份，每份一页。')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: '开始生成' }))
    expect(await screen.findByText('已开始在后台生成，可在右下角列表中查看并下载')).toBeTruthy()
    expect(api.calls(exportEndpoints.startExport)).toMatchObject([
      {
        item: 'letters',
        planId: 21,
        kind: 'result',
        choice: 'unprinted',
        reason: '发放告知书',
        personal: false,
      },
    ])
  })

  it('of the time before are made in the background too, before there is a result', async () => {
    const api = fakeApi().answer(planChoices, PLANS)
    const rows = [letterClass(111, '一年级1班', { listed: 2_100, screened: 0 })]
    api.answer(letterClasses, rows).answer(exportEndpoints.startExport, EXPORT)
    api.answer(exportEndpoints.exportProgress, [])
    const { user } = await renderScreen(`${ADDRESS}?planId=21`, { api, as: userOf('SA') })
    await screen.findByText('还没有可以告知的结果')
    await user.click(screen.getByRole('button', { name: /后台生成 PDF/ }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText(/^最多 2,100 份，每份一页；每 2,000 份一个文件，共 2 个/)).toBeTruthy()
    expect(dialog.queryByText('尚未打印的')).toBeNull()
    await user.click(dialog.getByRole('button', { name: '开始生成' }))
    await screen.findByText('已开始在后台生成，可在右下角列表中查看并下载')
    expect(api.calls(exportEndpoints.startExport)).toMatchObject([
      { item: 'letters', kind: 'notice', choice: 'all', reason: '发放告家长书' },
    ])
  })

  it('that are not printed yet say how to', async () => {
    await open([letterClass(111, '一年级1班')])
    expect(await screen.findByText(/^还没有打印告知书/)).toBeTruthy()
  })

  it('without a plan say who has to begin', async () => {
    const api = fakeApi().answer(planChoices, [])
    await renderScreen(ADDRESS, { api, as: userOf('SA') })
    expect(await screen.findByText('还没有筛查计划')).toBeTruthy()
  })
})

describe('a class', () => {
  const STUDENTS = [
    letterStudent(1, '张小明', { letterId: 91, state: 'opened', referral: true, locked: true }),
    letterStudent(2, '李小红', {
      letterId: 92,
      state: 'acknowledged',
      corrected: true,
      visitedOn: '2026-10-20',
    }),
    letterStudent(3, '王小刚'),
  ]

  it('of the address shows its students, whose codes are withdrawn after a question', async () => {
    const { api, user } = await openClass()
    const zhang = await rowOf('张小明')
    for (const words of ['家长已查看', '已锁定', '是']) expect(within(zhang).getByText(words)).toBeTruthy()
    for (const words of ['已更正', '2026-10-20'])
      expect(within(await rowOf('李小红')).getByText(words)).toBeTruthy()
    expect(actionsIn(await rowOf('王小刚'))).toEqual([])
    expect(screen.queryByRole('checkbox', { name: '选择王小刚' })).toBeNull()
    api.answer(withdrawLetters, { withdrawn: 1 })
    await confirm(user, within(zhang).getByRole('button', { name: '作废二维码' }))
    expect(await screen.findByText('已作废 1 份，请重新打印交给家长')).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: '选择张小明' }))
    await user.click(screen.getByRole('checkbox', { name: '选择李小红' }))
    api.answer(withdrawLetters, { withdrawn: 2 })
    await user.click(screen.getByRole('button', { name: '作废二维码（2）' }))
    expect(await screen.findByText('作废 2 份告知书的二维码？')).toBeTruthy()
    await user.click(screen.getAllByRole('button', { name: '作废二维码（2）' }).at(-1) as HTMLElement)
    expect(await screen.findByText('已作废 2 份，请重新打印交给家长')).toBeTruthy()
    expect(api.calls(withdrawLetters)).toEqual([{ letterIds: [91] }, { letterIds: [91, 92] }])
    expect(api.calls(letterStudents)[0]).toEqual({ taskId: 31, classId: 111 })
  })

  it('of a message is found by its task alone; without the permission nothing is printed or withdrawn', async () => {
    const { user } = await openClass(userOf('ST', { without: ['printLetters'] }))
    expect(actionsIn(await rowOf('张小明'))).toEqual([])
    expect(screen.queryByRole('link', { name: '打印' })).toBeNull()
    await user.click(screen.getByText('尚未知晓 2'))
    expect(screen.queryByText('李小红')).toBeNull()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(currentAddress()).toBe(`${ADDRESS}?taskId=31&planId=21`))
  })

  async function openClass(as = userOf('SA')) {
    const api = fakeApi().answer(planChoices, PLANS).answer(letterClasses, CLASSES)
    api.answer(letterStudents, STUDENTS).answer(taskDetail, TASK)
    const rendered = await renderScreen(`${ADDRESS}?taskId=31&classId=111`, { api, as })
    await screen.findByText('一年级1班告知书')
    return { ...rendered, api }
  }
})
