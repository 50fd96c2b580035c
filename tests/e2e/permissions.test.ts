// What one may do follows the server at once, without loading the page again.
import { expect, test } from 'vitest'
import {
  PERMISSION_NAMES,
  PERMISSIONS,
  type PermissionName,
  permissionId,
} from '#contract/core/permissions.ts'
import { changePermissions, colleague } from './support/api.ts'
import { arriveAt, enter, mainMenu, picture, useBrowser } from './support/browser.ts'

const browser = useBrowser()
const LIST = '/authority/authority-manage'
/** Those that the administrator of a school has. */
const withButtons = (menu: PermissionName): number[] =>
  PERMISSION_NAMES.filter(
    (name) =>
      (name === menu || PERMISSIONS[name].parent === menu) && PERMISSIONS[name].holders.includes('SA'),
  ).map(permissionId)
const AUTHORITY = withButtons('authority')

test('a permission taken away closes the open page, and one given back opens it again', async () => {
  const page = await browser.open()
  const region = await colleague('region01')
  await page.clock.install()
  await enter(page, 'school01')
  const entry = mainMenu(page).getByRole('menuitem', { name: '权限管理' })
  await entry.click()
  await page.getByRole('row', { name: /teacher01/ }).waitFor()
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  try {
    await changePermissions(region, 'school01', { take: AUTHORITY })
    await page.getByRole('button', { name: '刷新' }).click()
    await arriveAt(page, '/401')
    await page.getByText('您没有权限访问该页面').waitFor()
    await entry.waitFor({ state: 'detached' })
    await picture(page, 'permission-taken')

    await changePermissions(region, 'school01', { give: AUTHORITY })
    await mainMenu(page).getByRole('menuitem', { name: '首页' }).click()
    await entry.waitFor()
    await entry.click()
    await page.getByRole('row', { name: /teacher01/ }).waitFor()
    await arriveAt(page, LIST)

    // Nobody touches anything: the page asks by itself.
    await changePermissions(region, 'school01', { take: AUTHORITY })
    await page.clock.fastForward(61_000)
    await arriveAt(page, '/401')
    await entry.waitFor({ state: 'detached' })
  } finally {
    await changePermissions(region, 'school01', { give: AUTHORITY })
  }
  await page.clock.fastForward(61_000)
  await entry.waitFor()
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})
