// Changing the password against the real server; its messages, the reset and an old password: web/session (spec §4, §5).
import { expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#server/seed/demo-world.ts'
import { otherUser } from './support/api.ts'
import { arriveAt, chooseInUserMenu, enter, notice, picture, signIn, useBrowser } from './support/browser.ts'

const browser = useBrowser()

test('a password that was changed is the one that signs in again', async () => {
  const page = await browser.open()
  const { account } = otherUser('teacher', 5)
  await enter(page, account)
  await chooseInUserMenu(page, '修改密码')
  const dialog = page.getByRole('dialog', { name: '修改密码' })
  await dialog.getByLabel('初始密码').fill(DEMO_PASSWORD)
  await dialog.getByLabel('新密码', { exact: true }).fill('abc_12345')
  await dialog.getByLabel('确认密码').fill('abc_12345')
  await picture(page, 'change-password')
  expect((await dialog.boundingBox())?.width).toBe(450)
  await dialog.getByRole('button', { name: '确定' }).click()
  await notice(page, '操作成功').waitFor()
  await arriveAt(page, '/login')
  await signIn(page, account, 'abc_12345')
})
