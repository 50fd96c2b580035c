// A wall: live without a click, from the province down to a district and back, without the console's scripts.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { COOKIE_NAME } from '#contract/core/limits.ts'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import type { RecordRow } from '#contract/eyesight/record-schemas.ts'
import { colleague, gridOf, ownAddress } from './support/api.ts'
import { addressOf, excessWidth, PATIENT, picture, useBrowser } from './support/browser.ts'

const browser = useBrowser()

type Tasks = { list: { taskId: number }[] }
type Detail = { classes: { classId: number; counts: { expected: number; screened: number } }[] }

async function openWall(account: string, address: string, viewport = { width: 1920, height: 1080 }) {
  const { token } = await colleague(account)
  const page = await browser.open({ size: viewport })
  await page.context().addCookies([{ name: COOKIE_NAME, value: token, url: ownAddress() }])
  await page.goto(address)
  await page.getByRole('region', { name: '筛查完成率' }).waitFor(PATIENT)
  return page
}

const screenedOn = async (page: Page): Promise<number> => {
  const text = page.getByRole('region', { name: '筛查完成率' }).locator('dd').nth(1)
  // The digits beside it roll.
  return Number((await text.locator('[class*=spoken]').textContent())?.replaceAll(',', ''))
}

/** Somebody of a screening organisation enters a child who has no result yet. */
async function enterOne(): Promise<void> {
  const screener = await colleague('oscreen01')
  const { list } = await screener.get<Tasks>('/manager/task/pageList', { status: '1', pageSize: '50' })
  for (const { taskId } of list) {
    const { classes } = await screener.get<Detail>('/manager/task/detail', { taskId: String(taskId) })
    for (const { classId } of classes) {
      const { rows } = await gridOf(screener, taskId, classId)
      const row = rows.find(
        (each: RecordRow) => !each.blind && each.conclusion.state === 0 && each.fields.absence === null,
      )
      if (!row) continue
      const values = {
        glasses: 1,
        nakedRight: 5,
        nakedLeft: 5,
        sphereRight: 0,
        sphereLeft: 0,
        cylinderRight: 0,
        cylinderLeft: 0,
      }
      const changes = Object.fromEntries(
        Object.entries(values).map(([field, to]) => [field, { from: null, to }]),
      )
      await screener.post(recordEndpoints.saveRecords.path, {
        taskId,
        rows: [{ recordId: row.recordId, changes }],
      })
      return
    }
  }
  throw new Error('everybody has a result')
}

test('a saved result arrives on an open wall by itself', async () => {
  const page = await openWall('province01', '/overview')
  const before = await screenedOn(page)
  await enterOne()
  await expect.poll(() => screenedOn(page), PATIENT).toBe(before + 1)
  await picture(page, 'overview-progress')
})

test('the map drills down, and Backspace and the names above lead back', async () => {
  const page = await openWall('province01', '/overview?type=6')
  // In the middle of its frame another city may lie.
  await page.getByRole('button', { name: /^杭州，/ }).press('Enter')
  await page.getByRole('heading', { level: 1, name: /杭州市/ }).waitFor(PATIENT)
  expect(addressOf(page)).toMatch(/type=1.*id=330100/)
  await page.getByRole('button', { name: '近视率', exact: true }).click()
  await page.getByRole('region', { name: '总体近视率' }).waitFor(PATIENT)
  await picture(page, 'overview-rates')
  await page.keyboard.press('Backspace')
  await page.getByRole('region', { name: '筛查完成率' }).waitFor(PATIENT)
  await page.keyboard.press('Backspace')
  await page.getByRole('heading', { level: 1, name: /浙江省/ }).waitFor(PATIENT)
  expect(addressOf(page)).toBe('/overview?type=6')
})

test.each([
  [1366, 768],
  [3840, 2160],
  [5760, 1080],
])('fits %i × %i, with no text below 12 pixels', async (width, height) => {
  const page = await openWall('province01', '/overview', { width, height })
  expect(await excessWidth(page)).toBe(0)
  const smallest = await page.evaluate(() =>
    Math.min(
      ...[...document.querySelectorAll('main *')]
        .filter((each) =>
          [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()),
        )
        .map((each) => Number.parseFloat(getComputedStyle(each).fontSize)),
    ),
  )
  // The three screens are as high as one: the design's 16 pixels.
  expect(smallest).toBeGreaterThanOrEqual(
    height === 768 ? 12 : 16 * Math.min(width / 1920, height / 1080) - 0.5,
  )
})
