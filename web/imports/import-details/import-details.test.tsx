import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Sex } from '#contract/core/codes.ts'
import { RowOutcome } from '#contract/core/import-states.ts'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import type { ImportResult, ImportRow, ImportTask } from '#contract/imports/schemas.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { currentAddress, fill, renderScreen } from '#web/testing/render-screen.tsx'
import { importCounts, importResult, importTask } from '#web/testing/samples/imports.ts'
import { userOf } from '#web/testing/samples/users.ts'
import { findRow } from '#web/testing/screen-actions.ts'

const ADDRESS = '/schools/import-details?recordId=51'
const { commitImport, correctRows, importRowCells, importRows, readImport } = importEndpoints
const { applyTransferOfRow, cancelImport, recheckImport, undoImport } = importEndpoints
const COLUMNS = [
  { index: 0, title: '*姓名', key: 'name', personal: false },
  { index: 1, title: '*身份证号', key: 'idCard', personal: true },
]

const sheetRow = (
  row: number,
  outcome: ImportRow['outcome'],
  change: Partial<ImportRow> = {},
): ImportRow => ({
  row,
  outcome,
  cells: [`学生${row}`, '330106************'],
  issues: [],
  changes: [],
  conclusion: null,
  written: false,
  studentId: null,
  name: `学生${row}`,
  sex: Sex.code.male,
  ...change,
})
const wrongRow = (row: number) =>
  sheetRow(row, RowOutcome.code.error, {
    issues: [
      { code: 3, column: '*身份证号', value: '33', message: '身份证号格式错误', advice: '请核对 18 位号码' },
    ],
  })
const ROWS = [wrongRow(3), wrongRow(5), sheetRow(6, RowOutcome.code.insert)]

type Given = { task?: ImportTask; rows?: ImportRow[]; result?: Partial<ImportResult> }

function server({ task = importTask('preview'), rows = ROWS, result = {} }: Given = {}) {
  return fakeApi()
    .answer(importEndpoints.importTask, task)
    .answer(readImport, importResult({ state: task.state, ...result }))
    .answer(importRows, ({ outcome, pageNum, pageSize }) => {
      const list = rows.filter((row) => outcome === undefined || row.outcome === outcome)
      return { columns: COLUMNS, list, total: list.length, pageNum, pageSize }
    })
    .answer(importRowCells, { cells: ['学生', '33'] })
}

async function open(given: Given = {}, address = ADDRESS, as = userOf('SA')) {
  const api = server(given)
  const rendered = await renderScreen(address, { api, as })
  await screen.findByRole('heading', { name: '一年级名单.xlsx' })
  return { ...rendered, api }
}
const lastQuery = (api: ReturnType<typeof fakeApi>) => api.calls(importRows).at(-1)

describe('the preview', () => {
  it('says that nothing is written yet', async () => {
    await open()
    expect(screen.getByText('尚未写入：请核对以下内容，确认后写入。有错误的行可以在此更正。')).toBeTruthy()
    expect(screen.getByText('等待确认')).toBeTruthy()
  })

  it('shows what is wrong with a row and what to do', async () => {
    await open()
    const row = await findRow('学生3')
    expect(row.getByText('身份证号格式错误')).toBeTruthy()
    expect(row.getByText('请核对 18 位号码')).toBeTruthy()
    expect(row.getByText('有错误')).toBeTruthy()
  })

  it('shows an update with the value it replaces', async () => {
    const changes = [
      { field: '联系电话', from: '138****0001', to: '139****0002' },
      { field: '籍贯', from: '', to: '杭州' },
    ]
    await open({ rows: [sheetRow(7, RowOutcome.code.update, { changes })] })
    const row = await findRow('学生7')
    expect(row.getByText('138****0001').closest('del')).toBeTruthy()
    expect(row.getByText('139****0002')).toBeTruthy()
    expect(row.getByText('杭州').closest('del')).toBeNull()
  })

  it('names columns that were not read and those that are missing', async () => {
    await open({ result: { unknownColumns: ['爱好'], absentColumns: ['籍贯', '民族'] } })
    expect(await screen.findByText('以下列未能识别，没有读取：爱好')).toBeTruthy()
    expect(screen.getByText('表中没有以下列：籍贯、民族')).toBeTruthy()
  })

  it('is written after the consequence was read', async () => {
    const { api, user } = await open()
    api.answer(commitImport, { recordId: 51 })
    await user.click(screen.getByRole('button', { name: '确认写入' }))
    const question = within(await screen.findByRole('tooltip'))
    expect(question.getByText('确认写入到“文一路小学”？')).toBeTruthy()
    expect(question.getByText('将新增 30 人，更新 5 人。2 行有错误，不写入，可更正后再写入。')).toBeTruthy()
    expect(api.calls(commitImport)).toEqual([])
    await user.click(question.getByRole('button', { name: '确认写入' }))
    expect(await screen.findByText('已开始写入')).toBeTruthy()
    expect(api.calls(commitImport)).toEqual([{ recordId: 51 }])
  })

  it('is thrown away after a question', async () => {
    const { api, user } = await open()
    api.answer(cancelImport, { recordId: 51 })
    await user.click(screen.getByRole('button', { name: '取消导入' }))
    const question = within(await screen.findByRole('tooltip'))
    expect(question.getByText('尚未写入任何数据。取消后如需导入，请重新上传文件。')).toBeTruthy()
    expect(api.calls(cancelImport)).toEqual([])
    await user.click(question.getByRole('button', { name: '取消导入' }))
    expect(await screen.findByText('导入任务已取消')).toBeTruthy()
  })

  it('that cannot be written says why', async () => {
    const { api, user } = await open()
    api.refuse(commitImport, 700, '学校的筛查计划未完成，结束后才能导入名单')
    await user.click(screen.getByRole('button', { name: '确认写入' }))
    await user.click(within(await screen.findByRole('tooltip')).getByRole('button', { name: '确认写入' }))
    expect(await screen.findByText('学校的筛查计划未完成，结束后才能导入名单')).toBeTruthy()
  })
})

describe('rows by outcome', () => {
  const card = (name: RegExp) =>
    within(screen.getByRole('group', { name: '按结果筛选' })).getByRole('button', { name })

  it('add up to all of them', async () => {
    await open({ task: importTask('preview', { counts: importCounts({ elsewhere: 1, back: 4 }) }) })
    const texts = within(screen.getByRole('group', { name: '按结果筛选' }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
    expect(texts).toEqual([
      '全部40',
      '新增26',
      '恢复在校4',
      '更新5',
      '无变化3',
      '需转学1',
      '不可覆盖0',
      '有错误1',
    ])
  })

  it('are chosen by a click, and the address says which', async () => {
    const { api, user } = await open()
    await findRow('学生6')
    await user.click(card(/有错误/))
    await waitFor(() => expect(lastQuery(api)).toMatchObject({ outcome: RowOutcome.code.error }))
    expect(currentAddress()).toBe(`${ADDRESS}&outcome=0`)
    expect(card(/有错误/).getAttribute('aria-pressed')).toBe('true')
    await waitFor(() => expect(screen.queryByText('学生6')).toBeNull())
  })

  it('without any of a kind say so', async () => {
    await open({}, `${ADDRESS}&outcome=4`)
    expect(await screen.findByText('没有这样的行')).toBeTruthy()
    expect(screen.getByText('可点击上方其他结果查看')).toBeTruthy()
  })
})

describe('correcting a row', () => {
  async function edit() {
    const opened = await open()
    opened.api.answer(correctRows, ({ rows }) => ({
      list: rows.map(({ row }) => sheetRow(row, RowOutcome.code.insert)),
      counts: importCounts({ error: 1 }),
    }))
    await opened.user.click((await findRow('学生3')).getByRole('button', { name: '更正' }))
    const editor = within(await screen.findByRole('group', { name: '更正第 3 行' }))
    return { ...opened, editor }
  }

  it('asks for the wrong cell only, the others on demand', async () => {
    const { editor, user } = await edit()
    expect(editor.getAllByRole('textbox')).toHaveLength(1)
    expect(editor.getByText('身份证号格式错误，请核对 18 位号码')).toBeTruthy()
    await user.click(editor.getByRole('button', { name: '显示其他列' }))
    expect(editor.getAllByRole('textbox')).toHaveLength(2)
  })

  it('is sent cell by cell, and the row is right in its place', async () => {
    const { api, editor, user } = await edit()
    expect(editor.getByRole('button', { name: '保存并检查' })).toHaveProperty('disabled', true)
    await fill(user, editor.getByRole('textbox'), '330106201903011234')
    expect(screen.getByText('已修改 1 行，尚未保存')).toBeTruthy()
    await user.click(editor.getByRole('button', { name: '保存并检查' }))
    expect(await screen.findByText('已更正 1 行，检查通过')).toBeTruthy()
    expect(api.calls(correctRows)).toEqual([
      { recordId: 51, rows: [{ row: 3, cells: { 1: '330106201903011234' } }] },
    ])
    await waitFor(() => expect(screen.queryByRole('group', { name: '更正第 3 行' })).toBeNull())
  })

  it('goes on to the next wrong row with Enter', async () => {
    const { editor, user } = await edit()
    await fill(user, editor.getByRole('textbox'), '330106201903011234')
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('group', { name: '更正第 5 行' })).toBeTruthy()
    expect(screen.queryByRole('group', { name: '更正第 3 行' })).toBeNull()
  })

  it('is left with Escape, and nothing is sent', async () => {
    const { api, editor, user } = await edit()
    await fill(user, editor.getByRole('textbox'), '330106201903011234')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('group', { name: '更正第 3 行' })).toBeNull())
    expect(api.calls(correctRows)).toEqual([])
    const button = (await findRow('学生3')).getByRole('button', { name: '更正' })
    await waitFor(() => expect(document.activeElement).toBe(button))
  })

  it('that is still wrong stays open and says so', async () => {
    const { api, editor, user } = await edit()
    api.answer(correctRows, { list: [wrongRow(3)], counts: importCounts() })
    await fill(user, editor.getByRole('textbox'), '331')
    await user.click(editor.getByRole('button', { name: '保存并检查' }))
    expect(await screen.findByText('1 行已检查，其中 1 行仍有错误')).toBeTruthy()
    expect(editor.getByRole('textbox')).toHaveProperty('value', '331')
  })

  it('that the line loses keeps what was typed', async () => {
    const { api, editor, user } = await edit()
    api.disconnect(correctRows)
    await fill(user, editor.getByRole('textbox'), '330106201903011234')
    await user.click(editor.getByRole('button', { name: '保存并检查' }))
    expect(await screen.findByText('您的网络不稳定，请检查后重试！')).toBeTruthy()
    expect(editor.getByRole('textbox')).toHaveProperty('value', '330106201903011234')
  })
})

it('a child of another school is applied for', async () => {
  const { api, user } = await open({ rows: [sheetRow(8, RowOutcome.code.elsewhere)] })
  api.answer(applyTransferOfRow, { applicationId: 9 })
  await user.click((await findRow('学生8')).getByRole('button', { name: '申请转学' }))
  const question = within(await screen.findByRole('tooltip'))
  expect(question.getByText('为“学生8”申请转入“文一路小学”？')).toBeTruthy()
  await user.click(question.getByRole('button', { name: '提交申请' }))
  expect(await screen.findByText('转学申请已提交，请联系区域管理员审核')).toBeTruthy()
  expect(api.calls(applyTransferOfRow)).toEqual([{ recordId: 51, row: 8 }])
})

describe('an import that is written', () => {
  it('is taken back after the consequence was read', async () => {
    const { api, user } = await open({ task: importTask('done', { undoable: true }) })
    api.answer(undoImport, { recordId: 51 })
    await user.click(screen.getByRole('button', { name: '撤销导入' }))
    const question = within(await screen.findByRole('tooltip'))
    expect(
      question.getByText(/^本次新增的 30 名学生将移除，更新的 5 名学生恢复为导入前的内容。/),
    ).toBeTruthy()
    await user.click(question.getByRole('button', { name: '撤销导入' }))
    await waitFor(() => expect(api.calls(undoImport)).toEqual([{ recordId: 51 }]))
  })

  it('that cannot be taken back offers no such thing', async () => {
    await open({ task: importTask('done') })
    expect(screen.queryByRole('button', { name: '撤销导入' })).toBeNull()
    expect(screen.getByRole('button', { name: '查看结果' })).toBeTruthy()
  })

  it('marks rows corrected since, which are written on their own', async () => {
    await open({ task: importTask('done', { counts: importCounts({ waiting: 1 }) }) })
    expect((await findRow('学生6')).getByText('待写入')).toBeTruthy()
    expect(screen.getByRole('button', { name: '写入更正的行' })).toBeTruthy()
  })

  it('that was taken back can be checked anew', async () => {
    const { api, user } = await open({ task: importTask('undone') })
    api.answer(recheckImport, { recordId: 51 })
    expect(screen.getByText('本次导入已撤销，数据已恢复为导入前的内容。')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '重新检查' }))
    await user.click(within(await screen.findByRole('tooltip')).getByRole('button', { name: '重新检查' }))
    expect(await screen.findByText('已开始重新检查')).toBeTruthy()
  })
})

describe('other states', () => {
  it('one that failed says why, and lists no rows', async () => {
    const { api } = await open({ task: importTask('failed', { errorMsg: '文件已加密，无法读取' }) })
    expect(screen.getByText('文件已加密，无法读取')).toBeTruthy()
    expect(api.calls(importRows)).toEqual([])
  })

  it('one at work shows how far it is and is followed to its end', async () => {
    const { api } = await open({ task: importTask('reading', { remainingSeconds: 17 }) })
    expect(screen.getByText('约 20 秒')).toBeTruthy()
    expect(screen.getByText('25%')).toBeTruthy()
    api.answer(importEndpoints.importTask, importTask('preview'))
    document.dispatchEvent(new Event('visibilitychange'))
    expect(await screen.findByText('学生3')).toBeTruthy()
  })

  it('one that is gone says where to look', async () => {
    await renderScreen(ADDRESS, {
      api: fakeApi().refuse(importEndpoints.importTask, 650),
      as: userOf('SA'),
    })
    expect(await screen.findByText('没有找到导入任务')).toBeTruthy()
    expect(screen.getByText('任务可能已删除或到期，请从导入列表打开')).toBeTruthy()
  })
})
