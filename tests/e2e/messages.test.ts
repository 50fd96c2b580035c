// Messages between people, with receipts, and what the platform tells a school that was refused.
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { adminOf, colleague } from './support/api.ts'
import { enter, findOption, notice, picture, useBrowser } from './support/browser.ts'

const browser = useBrowser()
const MESSAGES = '/message/message-notify'
const SCHOOLS = '/schools/schools-manage'
/** Not the school whose unread messages other tests count. */
const READERS = [adminOf('330106-school-2'), adminOf('330106-school-4')]
const HEALTH = adminOf('330106-卫健').account
const TITLE = '关于秋季视力筛查准备工作的通知'
const BODY = '请各校于本周五前完成学生名单核对。\n联系人：李老师'
const drawer = (page: Page, name: string) => page.getByRole('dialog', { name })
const rowOf = (page: Page, text: string) => page.getByRole('row', { name: new RegExp(text) })

test('a bureau writes to two schools, one reads it, and the receipts say so', async () => {
  const page = await browser.desk('region01', MESSAGES)
  await page.getByRole('button', { name: '发送消息' }).click()
  const form = drawer(page, '发送消息')
  await form.getByText('请选择接收机构和角色').waitFor()
  for (const { orgName } of READERS) {
    await findOption(page, form.getByLabel('查找机构'), orgName ?? '')
  }
  await form.getByText('将发送给 2 个机构的 2 人').waitFor()
  await form.getByLabel('标题').fill(TITLE)
  await form.getByLabel('内容').fill(BODY)
  await picture(page, 'message-send')
  await form.getByRole('button', { name: '发送', exact: true }).click()
  await notice(page, '消息已发送给 2 人').waitFor()
  await rowOf(page, TITLE).waitFor()

  const other = await browser.open()
  await read(other, READERS[0]?.account ?? '')
  // The list is older than that: the receipts are as of now.
  await rowOf(page, TITLE).getByRole('button', { name: '查看回执' }).click()
  const receipts = drawer(page, TITLE)
  await receipts.getByText('已读（1）').waitFor()
  await receipts.getByRole('row', { name: new RegExp(`${READERS[1]?.orgName}.*未读`) }).waitFor()
  await picture(page, 'message-receipts')
})

async function read(page: Page, account: string) {
  await enter(page, account, MESSAGES)
  const message = page.getByRole('button', { name: new RegExp(TITLE) })
  await message.getByRole('img', { name: '未读' }).waitFor()
  await message.click()
  await page.getByText('请各校于本周五前完成学生名单核对。').waitFor()
  await message.getByRole('img', { name: '已读' }).waitFor()
}

test('a school that was refused learns why, is corrected, submitted again and admitted', async () => {
  const name = '西湖浣纱小学'
  await (await colleague('region01')).post('/basicweb/org/v3/addSchool', {
    orgName: name,
    orgProperty: 10,
    provinceId: '330000',
    cityId: '330100',
    regionId: '330106',
    address: '浣纱路',
    stages: [2],
    schoolSystem: 63,
    schoolType: 10,
    schoolLevel: 10,
    contactName: '方老师',
    contactPhone: '19966660103',
  })
  const page = await browser.open()
  await enter(page, HEALTH, `/approve/approve-list?kind=org&keyword=${name}`)
  await rowOf(page, name).getByRole('button', { name: '审批' }).click()
  await page.getByRole('tooltip').getByLabel('审批意见').fill('地址缺门牌号')
  await page.getByRole('tooltip').getByRole('button', { name: '拒绝' }).click()
  await notice(page, '已拒绝 1 项申请').waitFor()

  const other = await browser.desk('region01', `${SCHOOLS}?keyword=${name}`)
  await rowOf(other, name).getByText('已拒绝').waitFor()
  await rowOf(other, name).getByRole('button', { name: '编辑' }).click()
  const form = drawer(other, '编辑学校')
  await form.getByText('审核未通过：地址缺门牌号').waitFor()
  await form.getByLabel('详细地址').fill('浣纱路18号')
  await picture(other, 'org-refused')
  await form.getByRole('button', { name: '保存并重新提交' }).click()
  await notice(other, '已重新提交，等待审核').waitFor()
  await rowOf(other, name).getByText('待审核').waitFor()

  await page.getByRole('button', { name: '刷新' }).click()
  await rowOf(page, name).getByRole('button', { name: '详情' }).click()
  await page.getByRole('dialog').getByText('浣纱路18号').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '审批' }).click()
  await page.getByRole('tooltip').getByRole('button', { name: '通过' }).click()
  await notice(page, '已通过 1 项申请').waitFor()
  await other.getByRole('button', { name: '刷新' }).click()
  await rowOf(other, name).getByText('已通过').waitFor()
})
