// What the tests of screening know about readings and figures.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { UploadTaskKind } from '#contract/core/codes.ts'
import { maskName } from '#contract/core/mask.ts'
import type { RecordFields, RecordRow } from '#contract/eyesight/record-schemas.ts'
import { columnsOf } from '#server/imports/row-rules/columns.ts'
import { notice, PATIENT, shownPage } from './browser.ts'

export const dialog = (page: Page) => page.getByRole('dialog')
export const rowOf = (page: Page, text: string) =>
  shownPage(page).getByRole('row', { name: new RegExp(text) })
/** The row of a student as readers above the school see it: with a masked name. */
export const listed = (within: Locator, name: string, text = '') =>
  within.getByRole('row', { name: new RegExp(`${maskName(name).replaceAll('*', '.')}.*${text}`) }).first()
/** What is concluded of a student, in a row of the grid. */
export const conclusionOf = (row: Locator) => row.locator('[class*="grid-conclusion"]')
/** A cell of the grid. */
export const cell = (page: Page, name: string, label: string) =>
  page.getByLabel(`${name} ${label}`, { exact: true })

/** Presses a button and says yes to what it asks. */
export async function confirmed(page: Page, button: string, yes = button) {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('tooltip').getByRole('button', { name: yes, exact: true }).click()
}

const KEYS = ['Enter', 'Tab', 'ArrowUp', 'F8', 'Control+Enter', 'Control+s']

/** What the fingers do: keys by their names, anything else is typed. */
export async function keys({ keyboard }: Page, ...given: readonly string[]) {
  for (const each of given) await (KEYS.includes(each) ? keyboard.press(each) : keyboard.type(each))
}

/** What is typed, from the glasses to the axis, without what the type of glasses closes. */
export const TYPED = [
  {
    keys: ['1', '49', '48', '-150', '-75', '50', '0', '180'],
    se: ['-1.750', '-0.750'],
    says: '低度近视、散光',
  },
  {
    keys: ['2', '43', '4.4', '50', '50', '-650', '-625', '0', '0'],
    se: ['-6.500', '-6.250'],
    says: '高度近视',
  },
  { keys: ['1', '50', '51', '25', '+.5', '0', '0'], se: ['+0.250', '+0.500'], says: '视力正常' },
] as const

/** Every third of a class that is not entered by hand is short-sighted. */
export const reading = (nth: number) => ({
  glasses: 1,
  ...(nth % 3 === 0
    ? { nakedRight: 4.7, nakedLeft: 4.8, sphereRight: -2, sphereLeft: -1.5 }
    : { nakedRight: 5, nakedLeft: 5, sphereRight: 0.25, sphereLeft: 0.25 }),
  cylinderRight: 0,
  cylinderLeft: 0,
})
export const isValid = ({ conclusion }: RecordRow) => conclusion.state === 2
export const isMyopic = (row: RecordRow) => isValid(row) && row.conclusion.myopia
export const isAbsent = ({ fields }: RecordRow) => fields.absence !== null

/** The line of the sheet with what was measured. */
export function fillRow(
  header: readonly unknown[],
  cells: readonly unknown[],
  measured: Record<string, number>,
) {
  return header.map((title, nth) => {
    const column = columnsOf(UploadTaskKind.code.screening).find(
      (each) => each.title === String(title).replace(/\*/g, '').trim(),
    )
    return measured[column?.key ?? ''] ?? String(cells[nth] ?? '')
  })
}

/** Examines the next one again, and finds the right eye's vision this much lower. */
export async function retest(page: Page, all: readonly RecordRow[], lower: number) {
  const row = page.locator('tr[data-record]', { has: page.locator('select:enabled') }).first()
  const recordId = Number(await row.getAttribute('data-record'))
  const first = all.find((each) => each.recordId === recordId)
  if (!first) throw new Error('nobody to examine')
  const { fields, studentName } = first
  expect(await row.textContent()).not.toContain(String(fields.sphereRight))
  await row.locator('select').first().focus()
  const keys = ['naked', 'corrected', 'sphere', 'cylinder', 'axis'] as const
  await page.keyboard.type(String(fields.glasses))
  for (const at of keys.flatMap((key) => [`${key}Right`, `${key}Left`] as const)) {
    const value = fields[at as keyof RecordFields]
    if (at.startsWith('corrected') && fields.glasses === 1) continue
    await page.keyboard.press('Tab')
    const said = at === 'nakedRight' ? Number(value) - lower : value
    if (value !== null)
      await page.keyboard.type(typeof said === 'number' ? String(Number(said.toFixed(2))) : '')
  }
  const save = page.getByRole('button', { name: `保存${studentName}的复测` })
  await save.click()
  await notice(page, lower === 0 ? `${studentName}的复测已保存，各项都在允许误差内` : '1 项超差').waitFor()
  // Those who are done stand in another table.
  await save.waitFor({ state: 'detached' })
}

const shareOf = (rows: readonly RecordRow[], has: (row: RecordRow) => boolean) =>
  `${((rows.filter(has).length * 100) / rows.length).toFixed(2)}%`

/** A row of the table against what was entered. */
export async function expectRates(page: Page, name: string, rows: readonly RecordRow[]) {
  const number = (label: string) => page.getByRole('button', { name: new RegExp(`^${name}${label}：`) })
  await expect.poll(() => number('有效人数').textContent(), PATIENT).toBe(String(rows.length))
  expect(await number('近视率').textContent()).toBe(shareOf(rows, isMyopic))
  expect(await number('高度近视率').textContent()).toBe(
    shareOf(rows, ({ conclusion }) => conclusion.myopiaDegree === 3),
  )
  expect(await number('视力不良率').textContent()).toBe(
    shareOf(rows, ({ conclusion }) => conclusion.poorVision),
  )
}
