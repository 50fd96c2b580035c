// Pages that are left keep their state (spec §2, §9); web/app/pages has which of them, how many and for whom.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { arriveAt, enter, goInside, mainMenu, useBrowser } from './support/browser.ts'

const browser = useBrowser()
const LIST = '/authority/authority-manage'
const shownBox = (page: Page) => page.locator('.page-box').filter({ visible: true })
const search = (page: Page) => shownBox(page).getByLabel('账号或姓名')
const open = (page: Page, title: string) => mainMenu(page).getByRole('menuitem', { name: title }).click()

async function goHome(page: Page) {
  await open(page, '首页')
  await arriveAt(page, '/home')
  await page.getByRole('heading', { name: /陈立群/ }).waitFor()
}

test('filter, page, scroll and what was being typed are there again', async () => {
  const page = await browser.open()
  await enter(page, 'province01')
  await goInside(page, `${LIST}?orgType=10&pageNum=2`)
  await shownBox(page).locator('.ant-table-row').first().waitFor()
  await search(page).fill('half a na')
  await shownBox(page).evaluate((box) => box.scrollTo(0, 333))
  const rows = await shownBox(page).locator('.ant-table-row').allTextContents()

  await goHome(page)
  expect(await shownBox(page).evaluate((box) => box.scrollTop)).toBe(0)
  await open(page, '权限管理')
  await arriveAt(page, `${LIST}?orgType=10&pageNum=2`)
  expect(await search(page).inputValue()).toBe('half a na')
  expect(await shownBox(page).evaluate((box) => box.scrollTop)).toBe(333)
  expect(await shownBox(page).locator('.ant-table-row').allTextContents()).toEqual(rows)
})

test('a search that was asked for in the instant of leaving is there again', async () => {
  const page = await browser.open()
  await enter(page, 'province01', LIST)
  await search(page).fill('陈')
  await search(page).evaluate(async (input) => {
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 13, bubbles: true }))
    await new Promise((resolve) => setTimeout(resolve))
    const entries = document.querySelectorAll<HTMLElement>('[role="menuitem"]')
    for (const entry of entries) if (entry.textContent === '首页') entry.click()
  })
  await arriveAt(page, '/home')
  await open(page, '权限管理')
  await arriveAt(page, `${LIST}?keyword=${encodeURIComponent('陈')}`)
  expect(await search(page).inputValue()).toBe('陈')
})
