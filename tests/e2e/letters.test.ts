// A result letter: printed by the school, opened on a phone with its code, acknowledged, seen by the school.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { colleague, ownAddress } from './support/api.ts'
import { enter, goInside, picture, useBrowser } from './support/browser.ts'

const browser = useBrowser()
const PHONE = { width: 390, height: 844 }
const PAGE_BYTES_MAX = 60 * 1024
type Tasks = { list: { taskId: number; planId: number }[] }
type Detail = { classes: { classId: number }[] }
type Students = { list: { birthDate: string }[] }

/** The first letter with a code: whose it is, and its ticket in the two lines under the code. */
async function firstLetter(paper: Page) {
  const letter = paper.getByRole('img', { name: /^结果告知书 / }).first()
  const name = (await letter.getAttribute('aria-label'))?.split(' ').at(-1) ?? ''
  const texts = await letter.locator('text').allTextContents()
  return { name, ticket: texts.filter((text) => /^[0-9A-Z]{13}$/.test(text)).join('') }
}

test('a family opens and acknowledges the letter that the school printed', async () => {
  const office = await colleague('school01')
  const { list } = await office.get<Tasks>('/manager/task/pageList', { pageNum: '1', pageSize: '10' })
  const [task] = list
  const { classes } = await office.get<Detail>('/manager/task/detail', { taskId: String(task?.taskId) })
  const place = `taskId=${task?.taskId}&classId=${classes[0]?.classId}`
  const page = await browser.open()
  await enter(page, 'school01', `/eyesight/class-details?${place}`)
  const [paper] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: '打印' }).click(),
  ])
  await paper.locator('.ant-card', { hasText: '结果告知书' }).getByRole('button', { name: '打开' }).click()
  await paper.getByRole('button', { name: '生成并预览' }).click()
  await paper.getByText(/\d+ 份，共 \d+ 页，A4 纵向/).waitFor()
  await picture(paper, 'print-letters')
  const { name, ticket } = await firstLetter(paper)
  const shown = await paper.getByRole('img', { name: /^结果告知书 / }).count()
  const printed = (await paper.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(printed.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(shown)

  const found = await office.get<Students>('/basicweb/student/v3/studentPageList', {
    pageNum: '1',
    pageSize: '1',
    name,
    classId: String(classes[0]?.classId),
  })
  const phone = await browser.open({ size: PHONE })
  await phone.goto(`/letter#${ticket}`)
  const bytes = await phone.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .map((entry) => (entry as PerformanceResourceTiming).encodedBodySize)
      .reduce((sum, size) => sum + size, 0),
  )
  expect(bytes).toBeGreaterThan(1_000)
  expect(bytes).toBeLessThan(PAGE_BYTES_MAX)
  await phone.getByLabel(/出生日期/).fill('20010101')
  await phone.getByRole('button', { name: '查看结果' }).click()
  await phone.getByText(/编号或出生日期不正确/).waitFor()
  await phone.getByLabel(/出生日期/).fill(found.list[0]?.birthDate.replaceAll('-', '') ?? '')
  await phone.getByRole('button', { name: '查看结果' }).click()
  await phone.getByText('裸眼视力与屈光').waitFor()
  await picture(phone, 'letter-on-a-phone')
  const text = await phone.locator('main').textContent()
  expect(text).not.toContain(name)
  expect(await phone.title()).toBe('视力筛查结果')
  expect(phone.url()).toBe(`${ownAddress()}/letter#${ticket}`)
  await phone.getByRole('button', { name: '我已知晓' }).click()
  await phone.getByText('已确认知晓，学校已收到。').waitFor()

  await goInside(page, `/letters/letter-tracking?planId=${task?.planId}&${place}`)
  await page.getByRole('row', { name }).getByText('家长已知晓').waitFor()
})
