// Paper: from the class to the printer, as many pages as are shown, each of them A4.
import { expect, test } from 'vitest'
import { colleague } from './support/api.ts'
import { enter, picture, useBrowser } from './support/browser.ts'

const browser = useBrowser()
type Tasks = { list: { taskId: number; planId: number }[] }
type Detail = { classes: { classId: number }[] }

test('the results of a class are printed as they are shown', async () => {
  const office = await colleague('school01')
  const { list } = await office.get<Tasks>('/manager/task/pageList', { pageNum: '1', pageSize: '10' })
  const task = list.at(-1)
  const { classes } = await office.get<Detail>('/manager/task/detail', { taskId: String(task?.taskId) })
  const [first] = classes
  const page = await browser.open()
  await enter(page, 'school01', `/eyesight/class-details?taskId=${task?.taskId}&classId=${first?.classId}`)
  const [paper] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: '打印' }).click(),
  ])
  await paper
    .locator('.ant-card', { hasText: '视力筛查结果记录表' })
    .getByRole('button', { name: '打开' })
    .click()
  const pages = paper.getByRole('img', { name: /视力筛查结果记录表/ })
  await pages.first().waitFor()
  await picture(paper, 'print-result-record')
  const shown = await pages.count()
  expect(shown).toBeGreaterThan(0)
  const printed = (await paper.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(printed.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(shown)
  expect(new Set(printed.match(/\/MediaBox \[[^\]]+\]/g))).toEqual(
    new Set(['/MediaBox [0 0 841.91998 594.95996]']),
  )
})
