// The screens around the roster, where they need a real browser: the focus, and photos.
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { addStudent, classNamed, colleague, idCardOf, schoolNamed } from './support/api.ts'
import { notice, settle, useBrowser } from './support/browser.ts'

const browser = useBrowser()
const STUDENTS = '/schools/students-manage'
const SCHOOL = '西湖实验小学'

let pupil: { studentId: number; name: string; idCard: string }

beforeAll(async () => {
  const region = await colleague('region01')
  const classId = await classNamed(region, await schoolNamed(region, SCHOOL), '三年级1班')
  pupil = await addStudent(region, { name: '顾清扬', idCard: idCardOf('2017-12-24', 201), classId })
})

const dialog = (page: Page) => page.getByRole('dialog')

test('a form that was opened by keyboard gives the focus back when Escape closes it', async () => {
  const page = await browser.desk('school01', `${STUDENTS}?name=${pupil.name}`)
  const row = page.getByRole('row', { name: new RegExp(pupil.name) })
  const edit = row.getByRole('button', { name: '编辑' })
  await edit.press('Enter')
  await dialog(page).getByLabel('籍贯').fill('浙江')
  await settle(page)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  await expect.poll(() => edit.evaluate((button) => button === document.activeElement)).toBe(true)
})

test('a photo is taken only with consent, and looked at only when asked for', async () => {
  const page = await browser.desk('school01', `/schools/student-info?studentId=${pupil.studentId}`)
  await page.getByLabel('监护人同意采集人脸照片').click()
  await dialog(page).getByLabel('监护人姓名').fill('顾先生')
  await dialog(page).getByText('纸质同意书').click()
  await dialog(page).getByRole('button', { name: '登记同意' }).click()
  await notice(page, '已登记监护人同意').waitFor()
  const file = page.locator('input[type=file]')
  await file.setInputFiles({ name: 'face.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await notice(page, /只能上传/).waitFor()
  await file.setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await notice(page, /图片无法识别/).waitFor()
  const picture = { create: { width: 300, height: 400, channels: 3, background: '#b0c4de' } } as const
  const buffer = await sharp(picture).png().toBuffer()
  await file.setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer })
  await notice(page, '人脸照片已保存').waitFor()
  expect(await page.getByAltText(`${pupil.name}的人脸照片`).count()).toBe(0)
  await page.getByRole('button', { name: '查看照片' }).click()
  const photo = page.getByAltText(`${pupil.name}的人脸照片`)
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300)
  await page.getByRole('button', { name: '删除照片' }).click()
  await page.getByRole('tooltip').getByRole('button', { name: '删除照片' }).click()
  await notice(page, '人脸照片已删除').waitFor()
  await photo.waitFor({ state: 'detached' })
})
