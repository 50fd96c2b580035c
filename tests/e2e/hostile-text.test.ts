// Text that looks like a page is text, wherever it is shown.
import { expect, test } from 'vitest'
import { otherUser } from './support/api.ts'
import { enter, goInside, notice, picture, shownPage, useBrowser, userButton } from './support/browser.ts'

const browser = useBrowser()
const NAME = '<img src=x onerror=alert(1)>医院'
const ADDRESS = '<b>x</b>路1号"><svg onload=alert(2)>'

test('an organisation with a hostile name and address is shown as it was typed', async () => {
  const page = await browser.open()
  const opened: string[] = []
  page.on('dialog', (alert) => {
    opened.push(alert.message())
    void alert.dismiss()
  })
  const { account } = otherUser('hospital', 2)
  await enter(page, account, '/account/organization-information')
  await page.getByRole('button', { name: '编辑' }).click()
  const drawer = page.getByRole('dialog', { name: '编辑机构信息' })
  await drawer.getByLabel('联系人').fill('<i>张</i>')
  await drawer.getByRole('button', { name: '保存' }).click()
  await drawer.getByText('请输入2-15个中文或英文字符').waitFor()
  await drawer.getByLabel('联系人').fill('张三')
  await drawer.getByLabel('机构全称').fill(NAME)
  await drawer.getByLabel('详细地址').fill(ADDRESS)
  await drawer.getByRole('button', { name: '保存' }).click()
  await notice(page, '操作成功').waitFor()
  await page.getByRole('cell', { name: NAME, exact: true }).waitFor()
  await page.getByRole('cell', { name: ADDRESS, exact: true }).waitFor()

  await page.reload()
  for (const path of ['/account/organization-information', '/account/account-management', '/home']) {
    await goInside(page, path)
    await expect.poll(() => userButton(page).textContent()).toContain(NAME)
    await shownPage(page).getByText(NAME).first().waitFor()
    expect(await page.locator('img[src="x"], main b, main svg[onload]').count()).toBe(0)
    expect(await page.locator('.shell > div[style*="data:image/png"]').count()).toBe(1)
  }
  await picture(page, 'hostile-text')

  await goInside(page, `/authority/authority-manage?keyword=${encodeURIComponent(NAME)}`)
  await expect.poll(() => page.getByLabel('账号或姓名').inputValue()).toBe(NAME)
  expect(opened).toEqual([])
})
