import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { YesNo } from '#contract/core/codes.ts'
import { BizError } from '#contract/core/error-codes.ts'
import { exportEndpoints } from '#contract/exports/endpoints.ts'
import type { ExportTask } from '#contract/exports/export-task-schemas.ts'
import { PaperForm } from '#contract/exports/paper-filter.ts'
import { paperEndpoints } from '#contract/print/endpoints.ts'
import type { PaperSheet } from '#contract/print/paper-schemas.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { currentAddress, renderScreen } from '#web/testing/render-screen.tsx'
import { userOf } from '#web/testing/samples/users.ts'
import { watchSavedFiles } from '#web/testing/saved-files.ts'

const exportTask = (): ExportTask => ({
  recordId: 5,
  item: 'papers',
  title: '打印用表',
  fileName: '档案.pdf',
  reason: '打印档案',
  personal: false,
  state: 'queued',
  total: 2_900,
  currentProgress: 0,
  isEnd: YesNo.code.no,
  isSuccessExport: YesNo.code.no,
  isShowInOutside: YesNo.code.yes,
  errorMsg: null,
  cancelling: false,
  createdAt: '2026-10-09T01:00:00.000Z',
  finishedAt: null,
  expireTime: '2026-10-10T01:00:00.000Z',
})

const { paperSheets, paperFile, paperStudents } = paperEndpoints
const PRIMARY = { students: 46, stages: [{ stage: 2, students: 46 }] } as const
const CHOSEN = 'planId=21&taskId=31&classId=111'

const sheet = (bookmark: string, rows: number): PaperSheet => ({
  bookmark,
  subtitle: '2026学年秋季学生视力筛查',
  head: [[{ label: '学校', value: '文一路小学' }], [{ label: '检查人', value: null }]],
  rows: Array.from({ length: rows }, (_, nth) => ({
    name: `学生${nth + 1}`,
    cells: [String(nth + 1), null],
  })),
  foot: [[{ label: '应检', value: `${rows}人` }]],
})

async function open(address: string, sheets: PaperSheet[]) {
  const api = fakeApi()
    .answer(paperSheets, sheets)
    .answer(paperStudents, { ...PRIMARY, stages: [...PRIMARY.stages] })
  const rendered = await renderScreen(address, { api, as: userOf('HS') })
  return { ...rendered, api }
}
const pages = () => screen.getAllByRole('img', { name: /第\d+页$/ })

describe('a form', () => {
  it('shows the pages of what was chosen, counts them and prints them', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    const { api, user } = await open(`/print/result-record?${CHOSEN}`, [
      sheet('一年级1班', 45),
      sheet('一年级2班', 1),
    ])
    await screen.findByText(/46 名学生，2 张表，共 3 页，A4 横向/)
    expect(api.calls(paperSheets)).toEqual([
      expect.objectContaining({ form: 'result-record', planId: 21, taskId: 31, classId: 111 }),
    ])
    expect(pages()).toHaveLength(3)
    expect(within(pages()[2] as HTMLElement).getByText('学生1')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /打印/ }))
    expect(print).toHaveBeenCalledOnce()
  })

  it('is saved as a file of the same', async () => {
    const saved = watchSavedFiles()
    const { api, user } = await open(`/print/registration?${CHOSEN}`, [sheet('一年级1班', 3)])
    api.answer(paperFile, {
      fileName: '登记表.pdf',
      contentType: 'application/pdf',
      content: new TextEncoder().encode('%PDF'),
    })
    await user.click(await screen.findByRole('button', { name: '下载 PDF' }))
    expect(await screen.findByText('PDF 已下载')).toBeTruthy()
    expect(api.calls(paperFile)).toEqual([expect.objectContaining({ form: 'registration', taskId: 31 })])
    expect(saved).toEqual(['登记表.pdf'])
  })

  it('can be blank: nothing is asked of the server', async () => {
    const { api } = await open('/print/registration?blank=true', [])
    await screen.findByText(/1 张表，共 1 页/)
    expect(api.calls(paperSheets)).toEqual([])
    expect(screen.queryByRole('button', { name: '下载 PDF' })).toBeNull()
  })

  it('of nobody, or of nothing chosen, says what to do', async () => {
    await open(`/print/registration?${CHOSEN}`, [])
    expect(await screen.findByText('没有可以打印的学生')).toBeTruthy()
  })

  it('of second examinations that nobody was drawn for says so', async () => {
    await open(`/print/retest-record?${CHOSEN}`, [])
    expect(await screen.findByText(/还没有抽取复测的学生/)).toBeTruthy()
  })

  it('without a choice leads back to the tasks', async () => {
    await open('/print/registration', [])
    expect(await screen.findByText('没有选择要打印的学生')).toBeTruthy()
    expect(screen.getByRole('link', { name: '去筛查任务' })).toBeTruthy()
  })

  it('that is refused says why and can be asked for again', async () => {
    const api = fakeApi().answer(paperSheets, () => {
      throw new BizError(700, '一次最多打印6000名学生，请按学校、年级或班级打印')
    })
    api.answer(paperStudents, { ...PRIMARY, stages: [...PRIMARY.stages] })
    await renderScreen(`/print/result-record?${CHOSEN}`, { api, as: userOf('HS') })
    expect(await screen.findByText(/一次最多打印6000名学生/)).toBeTruthy()
    expect(screen.getByRole('button', { name: /重\s*试/ })).toBeTruthy()
  })
})

describe('a form about one child', () => {
  const child = (person: string): PaperSheet => ({
    ...sheet('文一幼儿园 大班1班', 0),
    person,
    head: [[{ label: '性别', value: '男' }]],
    foot: [],
    curves: [{ age: 5, nakedRight: 5, nakedLeft: 4.9, seRight: 0.5, seLeft: null }],
  })

  it('has pages for each, upright, and says who is missing', async () => {
    await open('/print/student-report?studentIds=1,2,3', [child('陈一诺'), child('陈一诺')])
    expect(
      await screen.findByText(/2 名学生，2 张表，共 2 页，A4 纵向；另有 1 名所选学生没有可打印的内容/),
    ).toBeTruthy()
    expect(
      screen.getAllByRole('img', { name: '学生视力健康档案 文一幼儿园 大班1班 陈一诺 第1页' }),
    ).toHaveLength(2)
    // Two eyes of one screening, less the one that was not measured, and four in the legends.
    expect(pages()[0]?.querySelectorAll('circle')).toHaveLength(3 + 4)
  })

  it('of too many for the screen can be saved as a file', async () => {
    const api = fakeApi().refuse(paperSheets, 700, '一次最多300名，或者生成 PDF')
    api.answer(paperStudents, { students: 2_900, stages: [{ stage: 1, students: 400 }] })
    await renderScreen('/print/child?orgId=7', { api, as: userOf('SA') })
    expect(await screen.findByText(/一次最多300名/)).toBeTruthy()
    expect(await screen.findByRole('button', { name: '下载 PDF' })).toBeTruthy()
  })

  it('of more than a file that is made at once is made in the background', async () => {
    const api = fakeApi().refuse(paperSheets, 700, '一次最多300名，或者生成 PDF')
    api.answer(paperStudents, { students: 2_900, stages: [{ stage: 2, students: 2_900 }] })
    api.answer(exportEndpoints.exportProgress, []).answer(exportEndpoints.startExport, exportTask())
    const { user } = await renderScreen('/print/student-report?orgId=7', { api, as: userOf('SA') })
    await user.click(await screen.findByRole('button', { name: '后台生成 PDF' }))
    expect(await screen.findByText(/已开始在后台生成/)).toBeTruthy()
    expect(api.calls(exportEndpoints.startExport)).toMatchObject([
      { item: 'papers', form: 'student-report', orgId: 7, reason: '打印学生视力健康档案' },
    ])
    expect(screen.queryByRole('button', { name: '下载 PDF' })).toBeNull()
  })
})

describe('the way to the forms', () => {
  const cards = () => screen.getAllByRole('button', { name: /打\s*开/ }).length
  const titles = () =>
    [...document.querySelectorAll('.ant-card-head-title')].map(({ textContent }) => textContent)

  it('hands on what was chosen', async () => {
    const { user } = await open(`/print/print-bridge?${CHOSEN}`, [sheet('一年级1班', 1)])
    expect(await screen.findByText(/共 46 名学生/)).toBeTruthy()
    const card = (await screen.findByText('视力筛查复测记录表')).closest('.ant-card') as HTMLElement
    await user.click(within(card).getByRole('button', { name: /打\s*开/ }))
    await screen.findByText(/1 张表，共 1 页/)
    expect(currentAddress()).toBe(`/print/retest-record?${CHOSEN}`)
  })

  it('shows forms that fit the choice, and to nobody what they may not print', async () => {
    const { api } = await open('/print/print-bridge?studentIds=1,2', [])
    await screen.findByText(/共 46 名学生/)
    // Of primary school, without a plan: a screener of a hospital has results only.
    expect(titles()).toEqual(['视力筛查结果记录表', '视力调查记录表', '学生视力监测表'])
    expect(cards()).toBe(3)
    expect(api.calls(paperStudents)).toEqual([expect.objectContaining({ studentIds: [1, 2] })])
  })

  it('of kindergartens has the form of small children, alone where it is asked for', async () => {
    const api = fakeApi().answer(paperStudents, { students: 9, stages: [{ stage: 1, students: 9 }] })
    await renderScreen('/print/print-bridge?orgId=7', { api, as: userOf('SA') })
    await screen.findByText(/共 9 名学生/)
    expect(titles()).toEqual([
      '视力筛查登记表',
      '视力筛查结果记录表',
      '视力调查记录表',
      '0~6岁儿童眼保健及视力检查记录表',
      '学生视力健康档案',
    ])
  })

  it('offers a file made in the background where there are too many for a page', async () => {
    const api = fakeApi().answer(paperStudents, { students: 2_900, stages: [{ stage: 2, students: 2_900 }] })
    await renderScreen('/print/print-bridge?orgId=7', { api, as: userOf('SA') })
    const title = await screen.findByText('学生视力健康档案')
    const card = within(title.closest('.ant-card') as HTMLElement)
    expect(card.getByRole('button', { name: '后台生成 PDF' })).toBeTruthy()
    expect(card.queryByRole('button', { name: /打\s*开/ })).toBeNull()
    // A table holds all of them.
    expect(screen.getAllByRole('button', { name: '后台生成 PDF' })).toHaveLength(1)
  })

  it('without a choice offers blank forms', async () => {
    await open('/print/print-bridge', [])
    expect(await screen.findByText(/没有选择学生/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /打\s*开/ })).toBeNull()
    expect(screen.getAllByRole('button', { name: '空白表' })).toHaveLength(PaperForm.codes.length - 1)
  })
})
