// The screens around the roster: what stands in the address, what each role sees, the keyboard, photos.
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { addStudent, classNamed, colleague, idCardOf, schoolNamed, studentsOf } from './support/api.ts'
import {
  addressOf,
  arriveAt,
  chooseOption,
  enter,
  goInside,
  notice,
  settle,
  shownPage,
  useBrowser,
} from './support/browser.ts'

const browser = useBrowser()
const SCHOOLS = '/schools/schools-manage'
const STUDENTS = '/schools/students-manage'
const SCHOOL = '西湖实验小学'
const ANY_NUMBER = /\d{17}[\dX]/

let orgId: number
let pupil: { studentId: number; name: string; idCard: string }
let otherClassId: number

beforeAll(async () => {
  const region = await colleague('region01')
  orgId = await schoolNamed(region, SCHOOL)
  otherClassId = await classNamed(region, orgId, '一年级1班')
  const classId = await classNamed(region, orgId, '三年级1班')
  pupil = await addStudent(region, { name: '顾清扬', idCard: idCardOf('2017-12-24', 201), classId })
})

const dialog = (page: Page) => page.getByRole('dialog')
const rowOf = (page: Page, text: string) => page.getByRole('row', { name: new RegExp(text) })
const inTree = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '年级班级' }).getByTitle(name, { exact: true })
const firstRow = (page: Page) => shownPage(page).locator('.ant-table-row').first()
const actionsOf = (page: Page) => firstRow(page).locator('td').last().locator('a, button').allTextContents()
const textOf = (page: Page) => page.locator('body').textContent()

test('filters live in the address, numbers never', async () => {
  const page = await browser.open()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await enter(page, 'region01', `${STUDENTS}?orgId=${orgId}`)
  await inTree(page, '三年级').click()
  await arriveAt(page, new RegExp(`^${STUDENTS}\\?orgId=${orgId}&gradeId=\\d+$`))
  await page.getByRole('search').getByLabel('性别').click()
  await chooseOption(page, '男')
  await arriveAt(page, /&sex=1$/)
  const withSex = addressOf(page)
  await page.getByLabel('姓名').fill(pupil.name)
  await page.getByLabel('姓名').press('Enter')
  await arriveAt(page, `${withSex}&name=${encodeURIComponent(pupil.name)}`)
  await rowOf(page, pupil.name).waitFor()

  await page.reload()
  await rowOf(page, pupil.name).waitFor()
  expect(await page.getByLabel('姓名').inputValue()).toBe(pupil.name)
  expect(await page.getByRole('search').textContent()).toContain('男')
  await page.goBack()
  await arriveAt(page, withSex)
  await expect.poll(() => page.getByLabel('姓名').inputValue()).toBe('')

  await inTree(page, '全部学生').click()
  await page.getByRole('button', { name: '清空筛选' }).click()
  await arriveAt(page, `${STUDENTS}?orgId=${orgId}`)
  await page.getByLabel('证件号').fill(pupil.idCard)
  await page.getByLabel('证件号').press('Enter')
  await expect.poll(() => shownPage(page).locator('.ant-table-row').count()).toBe(1)
  await rowOf(page, pupil.name).getByText('330106********').waitFor()
  expect(await textOf(page)).not.toMatch(ANY_NUMBER)
  expect(asked.filter((url) => ANY_NUMBER.test(url))).toEqual([])
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]),
  )
  expect(kept).not.toMatch(ANY_NUMBER)
})

const NOTHING = { add: false, import: false, grade: false, promote: false, ticks: 0 }
const EVERYTHING = {
  add: true,
  import: true,
  grade: true,
  promote: true,
  ticks: 1,
  row: ['查看', '编辑', '更多'],
}
const ALL_MORE = ['更名', '调班', '转学申请', '转出/毕业', '删除']
const ROLES = [
  { account: 'province01', schools: ['学生', '编辑', '删除'], students: { ...NOTHING, row: ['查看'] } },
  { account: 'region01', schools: ['学生', '导入', '编辑', '删除'], students: EVERYTHING, more: ALL_MORE },
  { account: 'school01', schools: ['学生', '导入', '机构信息'], students: EVERYTHING, more: ALL_MORE },
  {
    account: 'teacher01',
    schools: ['学生', '机构信息'],
    students: { ...NOTHING, row: ['查看', '编辑', '更多'] },
    more: ['更名'],
  },
]

test('everybody sees what the role may do, and nothing else', async () => {
  const page = await browser.open()
  const has = async (name: string) => (await shownPage(page).getByRole('button', { name }).count()) > 0
  for (const { account, schools, students, more } of ROLES) {
    await enter(page, account, `${SCHOOLS}?keyword=${SCHOOL}`)
    await firstRow(page).waitFor()
    expect(await actionsOf(page), account).toEqual(schools)
    expect(await has('新增学校'), account).toBe(schools.includes('编辑'))
    await firstRow(page).getByRole('link', { name: SCHOOL, exact: true }).click()
    await inTree(page, '三年级').waitFor()
    await firstRow(page).getByRole('link', { name: '查看' }).waitFor()
    const seen = {
      add: await has('新增学生'),
      import: await has('导入名单'),
      grade: await has('新增年级'),
      promote: await has('学年升级'),
      ticks: await firstRow(page).getByRole('checkbox').count(),
      row: await actionsOf(page),
    }
    expect(seen, account).toEqual(students)
    if (!more) continue
    await firstRow(page).getByRole('button', { name: '更多操作' }).click()
    await expect.poll(() => page.locator('.ant-dropdown-menu-item').allTextContents()).toEqual(more)
  }
  await expectOwnClasses(page)
})

/** A class teacher comes to no other class, by whatever address. */
async function expectOwnClasses(page: Page) {
  const [stranger] = await studentsOf(await colleague('region01'), otherClassId)
  await goInside(page, `${STUDENTS}?classId=${otherClassId}`)
  await arriveAt(page, STUDENTS)
  const names = page.getByRole('navigation', { name: '年级班级' }).locator('[class*="roster-text"]')
  await expect.poll(() => names.allTextContents()).toEqual(['全部学生', '小学', '三年级', '1班', '2班'])
  await goInside(page, `/schools/student-info?studentId=${stranger}`)
  await page.getByText('档案无法打开').waitFor()
  await goInside(page, `/schools/student-info?studentId=${pupil.studentId}`)
  await page.getByRole('heading', { name: pupil.name }).waitFor()
  expect(await page.getByRole('button', { name: '查看完整信息' }).count()).toBe(0)
  expect(await page.getByRole('tab', { name: '查看记录' }).count()).toBe(0)
}

test('the roster by keyboard: arrows through the tree, Enter sends a form, Escape closes it', async () => {
  const page = await browser.open()
  await enter(page, 'school01', STUDENTS)
  await inTree(page, '三年级').focus()
  await page.keyboard.press('ArrowRight')
  await inTree(page, '1班').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await arriveAt(page, /\?classId=\d+$/)
  await inTree(page, '1班').and(page.locator(':focus[aria-current]')).waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowLeft')
  await inTree(page, '1班').waitFor({ state: 'detached' })

  await page.getByLabel('姓名').fill(pupil.name)
  await page.getByLabel('姓名').press('Enter')
  const edit = rowOf(page, pupil.name).getByRole('button', { name: '编辑' })
  await edit.press('Enter')
  const place = dialog(page).getByLabel('籍贯')
  await place.fill('浙江')
  await settle(page)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  await expect.poll(() => edit.evaluate((button) => button === document.activeElement)).toBe(true)
  await edit.press('Enter')
  await place.fill('浙江杭州')
  await place.press('Enter')
  await notice(page, '学生信息已保存').waitFor()
  await dialog(page).waitFor({ state: 'detached' })
})

test('a photo is taken only with consent, and looked at only when asked for', async () => {
  const page = await browser.open()
  await enter(page, 'school01', `/schools/student-info?studentId=${pupil.studentId}`)
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
