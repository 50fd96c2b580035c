import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { areaEndpoints } from '#contract/areas/endpoints.ts'
import { Sex, YesNo } from '#contract/core/codes.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { permissionId } from '#contract/core/permissions.ts'
import { EXPORT_ITEMS } from '#contract/exports/catalogue.ts'
import { exportEndpoints } from '#contract/exports/endpoints.ts'
import type { ExportKey } from '#contract/exports/export-key.ts'
import type { ExportTask } from '#contract/exports/export-task-schemas.ts'
import { PRINT_ITEMS, PRINT_KEYS } from '#contract/exports/print-items.ts'
import { EXPORT_DIRECT_ROWS, type ExportItemRow, type PrintItemRow } from '#contract/exports/schemas.ts'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { fill, renderScreen } from '#web/testing/render-screen.tsx'
import { AREA_TREE } from '#web/testing/samples/areas.ts'
import { planChoice } from '#web/testing/samples/plans.ts'
import { answerRoster } from '#web/testing/samples/rosters.ts'
import { pageOf } from '#web/testing/samples/schools.ts'
import { ORG_IDS, userOf } from '#web/testing/samples/users.ts'
import { watchSavedFiles } from '#web/testing/saved-files.ts'
import { confirm } from '#web/testing/screen-actions.ts'
import { ImportList } from '../import/task-list/import-list.tsx'

const ADDRESS = '/schools/students-manage'
const {
  cancelExport,
  checkExport,
  deleteExport,
  exportFile,
  exportItems,
  exportProgress,
  exportSize,
  exportStudents,
  startExport,
} = exportEndpoints
const FILE = { fileName: '学生名单.xlsx', contentType: 'application/octet-stream', content: 'file' } as never

/** An item as the server offers it to somebody who may, or may not, have the numbers in full. */
function item(key: ExportKey, personal = true): ExportItemRow {
  const { title, api, type, act, fileType, group, permission } = EXPORT_ITEMS[key]
  return { key, title, api, type, act, fileType, group, personal, resourceId: permissionId(permission) }
}

const task = (change: Partial<ExportTask> = {}): ExportTask => ({
  recordId: 71,
  item: 'students',
  title: '学生名单',
  fileName: '学生名单.xlsx',
  reason: '数据上报',
  personal: false,
  state: 'writing',
  total: 100,
  currentProgress: 40,
  isEnd: YesNo.code.no,
  isSuccessExport: YesNo.code.no,
  isShowInOutside: YesNo.code.yes,
  errorMsg: null,
  cancelling: false,
  createdAt: '2026-10-08T02:00:00.000Z',
  finishedAt: null,
  expireTime: '2026-10-09T02:00:00.000Z',
  ...change,
})
const READY = task({ state: 'done', isEnd: YesNo.code.yes, isSuccessExport: YesNo.code.yes })

function server(items = [item('students')], rows = 119, rowsLeftToday = 100_000) {
  return answerRoster(fakeApi())
    .answer(exportItems, items)
    .answer(exportSize, { rows, rowsLeftToday })
    .answer(exportStudents, FILE)
    .answer(eyesightEndpoints.planChoices, [planChoice()])
    .answer(importEndpoints.importProgress, [])
    .answer(exportProgress, [])
}

async function openDialog(api = server(), as = userOf('SA'), address = ADDRESS) {
  const saved = watchSavedFiles()
  const rendered = await renderScreen(address, { api, as, beside: <ImportList /> })
  await screen.findByRole('link', { name: '陈一诺' })
  await rendered.user.click(screen.getByRole('button', { name: /^导\s*出$/ }))
  const dialog = within(await screen.findByRole('dialog', { name: '导出数据' }))
  return { ...rendered, api, dialog, saved }
}

describe('taking data away', () => {
  it('says how many rows it is, and what there is to take', async () => {
    const { api, dialog } = await openDialog()
    expect(await dialog.findByText('按当前条件共 119 行')).toBeTruthy()
    expect(api.calls(exportSize)).toEqual([{ item: 'students', orgId: ORG_IDS.school }])
    const health = within(dialog.getByRole('group', { name: '卫健委专用' }))
    expect(health.getByText('暂无可导出的内容')).toBeTruthy()
  })

  it('needs a reason', async () => {
    const { api, dialog, user } = await openDialog()
    await dialog.findByText('按当前条件共 119 行')
    await user.click(dialog.getByRole('button', { name: /^下\s*载$/ }))
    expect(await dialog.findByText('请填写原因')).toBeTruthy()
    expect(api.calls(exportStudents)).toEqual([])
    await user.click(dialog.getByRole('button', { name: '学籍核对' }))
    await waitFor(() => expect(dialog.queryByText('请填写原因')).toBeNull())
  })

  it('masks the numbers unless they are asked for in full', async () => {
    const { api, dialog, saved, user } = await openDialog()
    await dialog.findByText('按当前条件共 119 行')
    await user.click(dialog.getByRole('button', { name: '学籍核对' }))
    await user.click(dialog.getByRole('button', { name: /^下\s*载$/ }))
    expect(await screen.findByText('文件已下载')).toBeTruthy()
    expect(api.calls(exportStudents)).toMatchObject([{ reason: '学籍核对', personal: false }])
    expect(saved).toEqual(['学生名单.xlsx'])
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '导出数据' })).toBeNull())
  })

  it('takes full numbers where they are asked for', async () => {
    const { api, dialog, user } = await openDialog()
    await dialog.findByText('按当前条件共 119 行')
    await user.click(dialog.getByRole('radio', { name: '完整号码' }))
    await fill(user, dialog.getByLabelText('导出原因'), '学籍系统对账')
    await user.click(dialog.getByRole('button', { name: /^下\s*载$/ }))
    await waitFor(() =>
      expect(api.calls(exportStudents)).toMatchObject([{ reason: '学籍系统对账', personal: true }]),
    )
  })

  it('takes what the page is narrowed down to, and nothing more', async () => {
    const { api, dialog, user } = await openDialog(server(), userOf('SA'), `${ADDRESS}?gradeId=11&sex=2`)
    await dialog.findByText('按当前条件共 119 行')
    await user.click(dialog.getByRole('button', { name: '学籍核对' }))
    await user.click(dialog.getByRole('button', { name: /^下\s*载$/ }))
    const narrowed = { orgId: ORG_IDS.school, gradeId: 11, sex: Sex.code.female }
    await waitFor(() => expect(api.calls(exportStudents)).toMatchObject([narrowed]))
    expect(api.calls(exportSize)).toEqual([{ item: 'students', ...narrowed }])
  })

  it('offers full numbers only to who may have them', async () => {
    const { dialog } = await openDialog(server([item('students', false)]))
    expect(await dialog.findByText('您只能导出脱敏的号码。')).toBeTruthy()
    expect(dialog.queryByRole('radio', { name: '完整号码' })).toBeNull()
  })

  it('is impossible where there is nothing, or more than may leave today', async () => {
    const { api, dialog, user } = await openDialog(server([item('students')], 0))
    expect(await dialog.findByText('按当前条件没有可导出的数据')).toBeTruthy()
    expect(dialog.getByRole('button', { name: /^下\s*载$/ })).toHaveProperty('disabled', true)
    await user.click(dialog.getByRole('button', { name: /^取\s*消$/ }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '导出数据' })).toBeNull())
    api.answer(exportSize, { rows: 119, rowsLeftToday: 100 })
    await user.click(screen.getByRole('button', { name: /^导\s*出$/ }))
    const again = within(await screen.findByRole('dialog', { name: '导出数据' }))
    expect(await again.findByText('按当前条件共 119 行，超过今日还可导出的 100 行')).toBeTruthy()
    expect(again.getByRole('button', { name: /^下\s*载$/ })).toHaveProperty('disabled', true)
  })

  it('of very many rows happens in the background, and opens the list', async () => {
    const api = server([item('students')], EXPORT_DIRECT_ROWS + 1).answer(startExport, task())
    const { dialog, saved, user } = await openDialog(api)
    expect(await dialog.findByText(/将在后台生成，完成后 24 小时内可在列表中下载/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: '数据上报' }))
    api.answer(exportProgress, [task()])
    await user.click(dialog.getByRole('button', { name: '后台生成' }))
    expect(await screen.findByText('已开始在后台生成，可在右下角列表中查看并下载')).toBeTruthy()
    const list = within(await screen.findByRole('dialog', { name: '导入列表' }))
    expect(await list.findByText('正在生成')).toBeTruthy()
    expect(api.calls(startExport)).toMatchObject([{ item: 'students', reason: '数据上报', personal: false }])
    expect(saved).toEqual([])
  })

  it('opens a list of exports only for who may not import', async () => {
    const api = server([item('students', false)], EXPORT_DIRECT_ROWS + 1)
      .answer(startExport, task())
      .answer(areaEndpoints.regionTree, AREA_TREE)
    const { dialog, user } = await openDialog(api, userOf('GP'))
    await user.click(await dialog.findByRole('button', { name: '数据上报' }))
    api.answer(exportProgress, [READY])
    await user.click(dialog.getByRole('button', { name: '后台生成' }))
    const list = within(await screen.findByRole('dialog', { name: '导出列表' }))
    expect(await list.findByText('可以下载')).toBeTruthy()
    expect(api.calls(importEndpoints.importProgress)).toEqual([])
  })

  it('with too many tasks under way leads to the list of them', async () => {
    const message = '您已有 3 个导出任务未完成，请等待完成或取消后再试'
    const api = server([item('students')], EXPORT_DIRECT_ROWS + 1)
      .refuse(startExport, REFUSALS.tooManyOpenExports, message)
      .answer(exportProgress, [task()])
    const { dialog, user } = await openDialog(api)
    await dialog.findByText(/将在后台生成/)
    await fill(user, dialog.getByLabelText('导出原因'), '学籍系统对账')
    await user.click(dialog.getByRole('button', { name: '后台生成' }))
    expect(await screen.findByText(message)).toBeTruthy()
    expect(dialog.getByLabelText('导出原因')).toHaveProperty('value', '学籍系统对账')
    await user.click(await dialog.findByRole('button', { name: '查看导出任务' }))
    const list = within(await screen.findByRole('dialog', { name: '导入列表' }))
    expect(await list.findByText('正在生成')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '导出数据' })).toBeNull())
  })

  it('is checked first where another system may send rows back', async () => {
    const api = server([item('national')]).answer(checkExport, ({ fault }) => ({
      rows: 119,
      faulty: 1,
      written: 118,
      notes: ['平台没有家庭住址，该列留空。'],
      faults: [{ code: 'noStudentNo', label: '没有学籍号', count: 1 }],
      page: pageOf([
        {
          recordId: 1,
          schoolName: '文一路小学',
          gradeName: '一年级',
          className: '1班',
          studentName: fault ? '林小宇' : '陈小一',
          faults: ['没有学籍号'],
        },
      ]),
    }))
    const { dialog, user } = await openDialog(api)
    await user.click(await dialog.findByRole('button', { name: '导出前检查' }))
    expect(await dialog.findByText('共 119 行，1 行会被退回，不列入文件；导出其余 118 行')).toBeTruthy()
    expect(dialog.getByText('陈小一')).toBeTruthy()
    await user.click(dialog.getByText('没有学籍号 1'))
    expect(await dialog.findByText('林小宇')).toBeTruthy()
    expect(api.calls(checkExport).at(-1)).toMatchObject({
      item: 'national',
      planId: 21,
      fault: 'noStudentNo',
    })
  })

  it('of the national return is in full, and a file for each school', async () => {
    const { exportNational } = exportEndpoints
    const api = server([item('national')])
      .answer(exportNational, FILE)
      .answer(areaEndpoints.regionTree, AREA_TREE)
    const { dialog, user } = await openDialog(api, userOf('GD'), `${ADDRESS}`)
    expect(await dialog.findByText(/^每所学校一个文件，打包为一个压缩文件。/)).toBeTruthy()
    expect(dialog.queryByRole('radio', { name: '脱敏' })).toBeNull()
    await user.click(dialog.getByRole('button', { name: '数据上报' }))
    const download = dialog.getByRole('button', { name: /^下\s*载$/ })
    // Until the rows are counted nothing can be taken.
    await waitFor(() => expect(download).toHaveProperty('disabled', false))
    await user.click(download)
    await waitFor(() => expect(api.calls(exportNational)).toMatchObject([{ personal: true }]))
  })

  it('of the national return names who can make it to who may not have it in full', async () => {
    const api = server([item('national', false)]).answer(areaEndpoints.regionTree, AREA_TREE)
    const { dialog } = await openDialog(api, userOf('GC'))
    expect(await dialog.findByText(/请由学校管理员（本校）或区县管理员（本区县）导出上报/)).toBeTruthy()
    expect(dialog.getByRole('button', { name: /^下\s*载$/ })).toHaveProperty('disabled', true)
    expect(await dialog.findByRole('button', { name: '导出前检查' })).toBeTruthy()
  })

  it('leads to forms on paper with the place in sight', async () => {
    const forms: PrintItemRow[] = PRINT_KEYS.map((key) => ({
      key,
      title: PRINT_ITEMS[key].title,
      api: PRINT_ITEMS[key].api,
      type: key,
      act: 'open',
      resourceId: permissionId('students'),
    }))
    const api = server().answer(exportItems, [item('students'), ...forms])
    const { dialog } = await openDialog(api, userOf('SA'), `${ADDRESS}?classId=111`)
    const link = await dialog.findByRole('link', { name: '打印筛查表格' })
    expect(link.getAttribute('href')).toBe(`/print/print-bridge?orgId=${ORG_IDS.school}&classId=111`)
    expect(link.getAttribute('target')).toBe('_blank')
    const child = dialog.getByRole('link', { name: '打印0~6岁儿童检查表' })
    expect(child.getAttribute('href')).toBe(
      `/print/print-bridge?form=child&orgId=${ORG_IDS.school}&classId=111`,
    )
  })

  it('is not for a class teacher', async () => {
    await renderScreen(ADDRESS, { api: answerRoster(fakeApi()), as: userOf('ST') })
    await screen.findByRole('link', { name: '陈一诺' })
    expect(screen.queryByRole('button', { name: /^导\s*出$/ })).toBeNull()
    expect(screen.queryByRole('button', { name: '导入名单' })).toBeNull()
  })
})

describe('a file made in the background', () => {
  async function openList(tasks: ExportTask[]) {
    const api = server().answer(exportProgress, tasks)
    const saved = watchSavedFiles()
    const rendered = await renderScreen('/schools/import-details', {
      api,
      as: userOf('SA'),
      beside: <ImportList />,
    })
    await rendered.user.click(await screen.findByRole('button', { name: '打开导入列表' }))
    const list = within(await screen.findByRole('dialog', { name: '导入列表' }))
    const card = within(await list.findByRole('listitem', { name: '学生名单.xlsx' }))
    return { ...rendered, api, card, saved }
  }

  it('is fetched from the list', async () => {
    const { api, card, saved, user } = await openList([READY])
    expect(card.getByText('可以下载')).toBeTruthy()
    expect(card.getByText('学生名单 · 号码脱敏 · 数据上报')).toBeTruthy()
    api.answer(exportFile, FILE)
    await user.click(card.getByRole('button', { name: /^下\s*载$/ }))
    await waitFor(() => expect(saved).toEqual(['学生名单.xlsx']))
    expect(api.calls(exportFile)).toEqual([{ recordId: 71 }])
  })

  it('is deleted after a question', async () => {
    const { api, card, user } = await openList([READY])
    api.answer(deleteExport, { recordId: 71 }).answer(exportProgress, [])
    await confirm(user, card.getByRole('button', { name: /^删\s*除$/ }))
    expect(await screen.findByText('任务已删除')).toBeTruthy()
    expect(api.calls(deleteExport)).toEqual([{ recordId: 71 }])
    await waitFor(() => expect(screen.queryByRole('listitem', { name: '学生名单.xlsx' })).toBeNull())
  })

  it('at work says how far it is and can be given up', async () => {
    const { api, card, user } = await openList([task()])
    expect(card.getByText('40%')).toBeTruthy()
    api.answer(cancelExport, { recordId: 71 })
    await user.click(card.getByRole('button', { name: /^取\s*消$/ }))
    const question = within(await screen.findByRole('tooltip'))
    await user.click(question.getByRole('button', { name: '取消导出' }))
    await waitFor(() => expect(api.calls(cancelExport)).toEqual([{ recordId: 71 }]))
  })

  it('that failed says why', async () => {
    const { card } = await openList([task({ state: 'failed', isEnd: YesNo.code.yes, errorMsg: '磁盘已满' })])
    expect(card.getByText('生成失败')).toBeTruthy()
    expect(card.getByText('磁盘已满')).toBeTruthy()
  })
})
