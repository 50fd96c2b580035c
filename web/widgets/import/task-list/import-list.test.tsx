import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { exportEndpoints } from '#contract/exports/endpoints.ts'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import type { ImportResult, ImportTask } from '#contract/imports/schemas.ts'
import { TaskStatus } from '#contract/plans/statuses.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { currentAddress, renderScreen } from '#web/testing/render-screen.tsx'
import { importCounts, importResult, importTask } from '#web/testing/samples/imports.ts'
import { userOf } from '#web/testing/samples/users.ts'
import { ImportList } from './import-list.tsx'

/** A page that reads nothing by itself. */
const ADDRESS = '/schools/import-details'
const { cancelImport, deleteImport, hideImport, importProgress, readImport, undoImport } = importEndpoints

const server = (tasks: ImportTask[]) =>
  fakeApi().answer(importProgress, tasks).answer(exportEndpoints.exportProgress, [])

async function open(tasks: ImportTask[], api = server(tasks)) {
  const rendered = await renderScreen(ADDRESS, { api, as: userOf('SA'), beside: <ImportList /> })
  await rendered.user.click(await screen.findByRole('button', { name: '打开导入列表' }))
  const drawer = within(await screen.findByRole('dialog', { name: '导入列表' }))
  return { ...rendered, api, drawer }
}
type Opened = Awaited<ReturnType<typeof open>>
const cardOf = async ({ drawer }: Opened, name = '一年级名单.xlsx') =>
  within(await drawer.findByRole('listitem', { name }))

describe('the button above every page', () => {
  const float = { beside: <ImportList />, as: userOf('SA') }

  it('counts what is still under way', async () => {
    const tasks = [
      importTask('writing'),
      importTask('preview', { recordId: 52 }),
      importTask('done', { recordId: 53 }),
    ]
    await renderScreen(ADDRESS, { api: server(tasks), ...float })
    expect(await screen.findByRole('button', { name: '导入列表，2 个进行中' })).toBeTruthy()
  })

  it('is not there without tasks', async () => {
    const api = server([])
    await renderScreen(ADDRESS, { api, ...float })
    await waitFor(() => expect(api.calls(importProgress)).toHaveLength(1))
    expect(screen.queryByRole('button', { name: /^导入列表/ })).toBeNull()
  })

  it('asks nothing of imports for who may not import', async () => {
    const api = server([importTask('writing')])
    await renderScreen('/eyesight/task-details', { api, as: userOf('SG'), beside: <ImportList /> })
    expect(await screen.findByText('没有指明任务')).toBeTruthy()
    expect(api.calls(importProgress)).toEqual([])
    expect(screen.queryByRole('button', { name: /^导入列表/ })).toBeNull()
  })
})

describe('a task in the list', () => {
  it('says what it is, who uploaded it and how far it is', async () => {
    const opened = await open([importTask('writing', { currentProgress: 30, remainingSeconds: 61 })])
    const card = await cardOf(opened)
    expect(card.getByText('文一路小学 · 学生名单导入 · 大陆学生 · 小学')).toBeTruthy()
    expect(card.getByText(/^周校医 /)).toBeTruthy()
    expect(card.getByText('75%')).toBeTruthy()
    expect(card.getByText('约 2 分钟')).toBeTruthy()
  })

  it('at work can neither be closed nor deleted', async () => {
    const card = await cardOf(await open([importTask('writing')]))
    for (const name of ['关闭', '删除', '取消']) expect(card.queryByRole('button', { name })).toBeNull()
  })

  it('is followed to its end while somebody watches', async () => {
    const opened = await open([importTask('reading')])
    await cardOf(opened)
    opened.api.answer(importProgress, [importTask('preview')])
    document.dispatchEvent(new Event('visibilitychange'))
    const card = await cardOf(opened)
    expect(await card.findByText('检查结果：新增 30 · 更新 5 · 无变化 3 · 错误 2')).toBeTruthy()
  })

  it('that waits for a confirmation leads to the preview, and the list makes room', async () => {
    const opened = await open([importTask('preview')])
    opened.api
      .answer(importEndpoints.importTask, importTask('failed'))
      .answer(readImport, importResult({ state: 'failed' }))
    await opened.user.click((await cardOf(opened)).getByRole('link', { name: '预览并确认' }))
    await waitFor(() => expect(currentAddress()).toBe('/schools/import-details?recordId=51'))
    const float = screen.getByRole('button', { name: /^导入列表/ })
    await waitFor(() => expect(float.getAttribute('aria-expanded')).toBe('false'))
  })

  it('that failed says why', async () => {
    const card = await cardOf(await open([importTask('failed', { errorMsg: '表头无法识别' })]))
    expect(card.getByText('导入失败')).toBeTruthy()
    expect(card.getByText('表头无法识别')).toBeTruthy()
  })

  it('that failed without a reason says what to do', async () => {
    const card = await cardOf(await open([importTask('failed')]))
    expect(card.getByText('导入没有完成，请重新上传')).toBeTruthy()
  })
})

describe('what is confirmed first', () => {
  const STEPS = [
    ['关闭', hideImport, 'done', '任务已关闭', /已写入的数据不受影响/],
    ['删除', deleteImport, 'done', '任务已删除', /之后不能再更正或撤销/],
  ] as const

  it.each(STEPS)('%s', async (word, endpoint, state, success, consequence) => {
    const opened = await open([importTask(state)])
    const { api, user } = opened
    api.answer(endpoint, { recordId: 51 })
    await user.click((await cardOf(opened)).getByRole('button', { name: word }))
    const question = within(await screen.findByRole('tooltip'))
    expect(question.getByText(`${word}“一年级名单.xlsx”？`)).toBeTruthy()
    expect(question.getByText(consequence)).toBeTruthy()
    expect(api.calls(endpoint)).toEqual([])
    api.answer(importProgress, [])
    await user.click(question.getByRole('button', { name: word }))
    expect(await screen.findByText(success)).toBeTruthy()
    expect(api.calls(endpoint)).toEqual([{ recordId: 51 }])
    expect(await opened.drawer.findByText('没有任务')).toBeTruthy()
  })

  it('a deletion can be called off', async () => {
    const opened = await open([importTask('done')])
    await opened.user.click((await cardOf(opened)).getByRole('button', { name: '删除' }))
    const question = within(await screen.findByRole('tooltip'))
    await opened.user.click(question.getByRole('button', { name: '取消' }))
    expect(opened.api.calls(deleteImport)).toEqual([])
    expect((await cardOf(opened)).getByText('已完成')).toBeTruthy()
  })

  async function cancel(opened: Opened) {
    await opened.user.click((await cardOf(opened)).getByRole('button', { name: '取消' }))
    const question = within(await screen.findByRole('tooltip'))
    await opened.user.click(question.getByRole('button', { name: '取消导入' }))
  }

  it('a preview can be given up, and its counts no longer mean anything', async () => {
    const opened = await open([importTask('preview')])
    const card = await cardOf(opened)
    expect(card.getByText(/新增 30/)).toBeTruthy()
    opened.api.answer(cancelImport, { recordId: 51 }).answer(importProgress, [importTask('cancelled')])
    await cancel(opened)
    expect(await card.findByText('已取消')).toBeTruthy()
    expect(card.queryByText(/新增 30/)).toBeNull()
    expect(opened.api.calls(cancelImport)).toEqual([{ recordId: 51 }])
  })

  it('a task that has begun to write meanwhile is not cancelled', async () => {
    const opened = await open([importTask('preview')])
    opened.api.refuse(cancelImport, REFUSALS.notInThisState, '已开始写入，不能取消')
    await cancel(opened)
    expect(await screen.findByText('已开始写入，不能取消')).toBeTruthy()
  })

  it('what was written is taken back, and its end is told', async () => {
    const opened = await open([importTask('done', { undoable: true })])
    const { api, user } = opened
    api.answer(undoImport, { recordId: 51 })
    await user.click((await cardOf(opened)).getByRole('button', { name: '撤销' }))
    api.answer(importProgress, [importTask('undone')])
    await user.click(within(await screen.findByRole('tooltip')).getByRole('button', { name: '撤销' }))
    expect(await screen.findByText('“一年级名单.xlsx”的导入已撤销')).toBeTruthy()
    expect(api.calls(undoImport)).toEqual([{ recordId: 51 }])
  })
})

describe('the list', () => {
  it('without tasks says where they begin', async () => {
    const { drawer } = await open([])
    expect(await drawer.findByText('没有任务')).toBeTruthy()
    expect(drawer.getByText('在学校管理或学生管理中导入名单后，进度和结果显示在这里')).toBeTruthy()
  })

  it('says how long tasks stay', async () => {
    const { drawer } = await open([importTask('done')])
    expect(await drawer.findByText('导入任务保留 7 天。')).toBeTruthy()
  })

  it('that cannot be read is asked for again', async () => {
    const { api, drawer, user } = await open([], server([]).refuse(importProgress, 503))
    expect(await drawer.findByRole('alert')).toHaveProperty(
      'textContent',
      expect.stringMatching(/^导入任务加载失败：/),
    )
    api.answer(importProgress, [importTask('done')])
    await user.click(drawer.getByRole('button', { name: '重试' }))
    expect(await drawer.findByRole('listitem', { name: '一年级名单.xlsx' })).toBeTruthy()
  })
})

describe('the result', () => {
  async function openResult(task: ImportTask, result: ImportResult) {
    const opened = await open([task])
    opened.api.answer(readImport, result)
    await opened.user.click((await cardOf(opened)).getByRole('button', { name: '查看结果' }))
    const dialog = within(await screen.findByRole('dialog', { name: '导入结果' }))
    return { ...opened, dialog }
  }
  async function look(result: Partial<ImportResult>) {
    const opened = await openResult(importTask('done', { counts: importCounts() }), importResult(result))
    await opened.dialog.findByText('总行数')
    return opened
  }

  it('of a file that could not be read says why, and counts nothing', async () => {
    const errorMsg = '这是文本（CSV）文件，请用 Excel 或 WPS 另存为 .xlsx 后上传'
    const { dialog } = await openResult(
      importTask('failed', { errorMsg }),
      importResult({ state: 'failed', studentSize: 0, insertCount: 0, errorMsg }),
    )
    expect(await dialog.findByText(errorMsg)).toBeTruthy()
    expect(dialog.queryByText('总行数')).toBeNull()
  })

  it('of a good sheet says that all went well', async () => {
    const { dialog } = await look({})
    expect(dialog.getByText('全部行检查通过')).toBeTruthy()
    expect(dialog.queryByRole('button', { name: '下载错误表' })).toBeNull()
  })

  it('names every row that was not taken, its faults in one line', async () => {
    const { dialog } = await look({
      errorCount: 2,
      stuFailInfoList: ['7,3,身份证号格式错误', '4,1,姓名必填', '7,5,性别不一致'],
    })
    expect(dialog.getByText('未导入的行（2 行）')).toBeTruthy()
    expect(dialog.getByRole('button', { name: '下载错误表' })).toBeTruthy()
    const row = dialog.getByText('7').closest('tr')
    expect(row?.textContent).toContain('；')
  })

  it('says what was not overwritten and what to do', async () => {
    const { dialog } = await look({ stuUnCoverSize: 3 })
    expect(dialog.getByText('3 名学生已有筛查记录，未覆盖')).toBeTruthy()
    expect(dialog.getByText(/确需更正的，请在学生档案中修改/)).toBeTruthy()
  })

  it('names numbers that stand twice in the sheet', async () => {
    const { dialog } = await look({
      repeatIdcardSet: ['330106************（第 2、3 行）', '330106************（第 4、9 行）'],
    })
    expect(dialog.getByText('表内重复的身份证号（2 个）')).toBeTruthy()
    expect(
      dialog.getByText('330106************（第 2、3 行）、330106************（第 4、9 行）'),
    ).toBeTruthy()
  })

  it('tells which screening tasks follow the roster, and when', async () => {
    const { dialog, user } = await look({
      taskSimpleVOS: [
        { taskId: 1, taskPlanName: '秋季筛查', status: TaskStatus.code.waiting, startsOn: '2026-11-01' },
        { taskId: 2, taskPlanName: '普查', status: TaskStatus.code.underWay, startsOn: '2026-09-01' },
      ],
    })
    await user.click(dialog.getByRole('button', { name: '涉及 2 个筛查任务' }))
    const notice = within(await screen.findByRole('dialog', { name: '筛查任务同步提示' }))
    expect(notice.getByText('将于 2026-11-01 同步')).toBeTruthy()
    expect(notice.getByText('进行中，请在任务详情中同步名单')).toBeTruthy()
  })
})
