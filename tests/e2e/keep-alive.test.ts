// Pages that are left keep their state, each address its own, at most ten (spec §2, §9).
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { arriveAt, enter, goInside, mainMenu, signIn, useBrowser } from './support/browser.ts'

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

test('each address keeps its own state', async () => {
  const page = await browser.open()
  await enter(page, 'province01')
  for (const [query, typed] of [
    ['?orgType=10', 'schools'],
    ['?orgType=20', 'hospitals'],
  ] as const) {
    await goInside(page, LIST + query)
    await search(page).fill(typed)
    await goHome(page)
  }
  await goInside(page, `${LIST}?orgType=10`)
  await expect.poll(() => search(page).inputValue()).toBe('schools')
  await goHome(page)
  await goInside(page, `${LIST}?orgType=20`)
  await expect.poll(() => search(page).inputValue()).toBe('hospitals')
})

test('the eleventh page pushes out the one left longest ago', async () => {
  const page = await browser.open()
  const nothing = {
    success: true,
    code: 200,
    message: '',
    data: { list: [], total: 0, pageNum: 1, pageSize: 20 },
  }
  await page.route('**/manager/account/pageList*', (route) => route.fulfill({ json: nothing }))
  await enter(page, 'province01')
  for (let number = 1; number <= 11; number++) {
    await goInside(page, `${LIST}?keyword=${number}`)
    await search(page).waitFor()
    await search(page).fill(`typed ${number}`)
    await goInside(page, '/home')
    await search(page).waitFor({ state: 'detached' })
  }
  // Ten lists, and the start page in front of them.
  expect(await page.locator('.page-box').count()).toBe(11)
  await goInside(page, `${LIST}?keyword=11`)
  await expect.poll(() => search(page).inputValue()).toBe('typed 11')
  expect(await page.locator('.page-box').count()).toBe(10)
  await goInside(page, '/home')
  await goInside(page, `${LIST}?keyword=1`)
  await expect.poll(() => search(page).inputValue()).toBe('1')
})

test('nothing of it is left for the next user', async () => {
  const page = await browser.open()
  await enter(page, 'province01')
  await goInside(page, `${LIST}?orgType=10`)
  await search(page).fill('secret')
  await page.getByRole('banner').getByRole('button').click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page.getByLabel('用户名').waitFor()
  await signIn(page, 'region01')
  await open(page, '权限管理')
  await arriveAt(page, LIST)
  expect(await search(page).inputValue()).toBe('')
})
