// What only a real window shows of what stands around the screens: the drawn watermark, the way back to the top.
import { expect, test } from 'vitest'
import { enter, useBrowser } from './support/browser.ts'

const browser = useBrowser()

test('a page carries the watermark, and the way back to the top lies on nothing and leads there', async () => {
  const page = await browser.open()
  await enter(page, 'province01', '/authority/authority-manage')
  await expect.poll(() => page.locator('.shell > div[style*="data:image/png"]').count()).toBe(1)
  await page.getByRole('row', { name: /province01/ }).waitFor()
  const box = page.locator('.page-box').filter({ visible: true })
  const button = page.getByRole('button', { name: '回到顶部' })
  await box.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await button.waitFor()
  const [own, pager] = await Promise.all([
    button.boundingBox(),
    page.locator('.ant-pagination').boundingBox(),
  ])
  expect(own?.y).toBeGreaterThan((pager?.y ?? 0) + (pager?.height ?? 0))
  await button.click()
  await expect.poll(() => box.evaluate((element) => element.scrollTop)).toBe(0)
  await button.waitFor({ state: 'detached' })
})
