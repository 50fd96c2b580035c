import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Glasses } from '#contract/core/codes.ts'
import { AbsenceReason } from '#contract/eyesight/reading.ts'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { classGrid, FakeClass, THREE_RECORDS, waitingRecord } from '#web/testing/samples/screening.ts'
import { userOf } from '#web/testing/samples/users.ts'

const ADDRESS = '/eyesight/class-details?taskId=31&classId=111'
const { saveRecords } = recordEndpoints

async function openClass(grid = classGrid()) {
  const api = fakeApi()
  const server = new FakeClass(api, grid)
  const rendered = await renderScreen(ADDRESS, { api, as: userOf('HS') })
  await screen.findByRole('table', { name: '一年级1班的筛查结果' })
  return { ...rendered, api, server }
}

const cell = (name: string, column: string) => screen.getByLabelText<HTMLInputElement>(`${name} ${column}`)
const rowOf = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }))
const messageAt = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent ?? null
const saved = (name: string) => waitFor(() => expect(rowOf(name).getByText('已保存')).toBeTruthy())

describe('typing a reading', () => {
  it('is understood without point and sign, and saved when the row is left', async () => {
    const { api, server, user } = await openClass()
    await user.type(cell('陈一诺', '裸眼视力（右）'), '49')
    await user.type(cell('陈一诺', '球镜（右）'), '-150')
    await user.type(cell('陈一诺', '柱镜（右）'), '.75')
    await user.click(cell('林小宇', '裸眼视力（右）'))
    await saved('陈一诺')
    expect(server.fieldsOf(1)).toMatchObject({ nakedRight: 4.9, sphereRight: -1.5, cylinderRight: -0.75 })
    expect(api.calls(saveRecords)[0]?.taskId).toBe(31)
  })

  it('is shown as people write it once the cell is left', async () => {
    const { user } = await openClass()
    await user.type(cell('陈一诺', '裸眼视力（右）'), '49')
    await user.tab()
    expect(cell('陈一诺', '裸眼视力（右）').value).toBe('4.9')
  })

  it('is sent with what stood there before, so that nobody is overwritten', async () => {
    const { api, user } = await openClass(classGrid({ rows: [waitingRecord({ fields: { nakedRight: 5 } })] }))
    const field = cell('陈一诺', '裸眼视力（右）')
    await user.clear(field)
    await user.type(field, '48')
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() =>
      expect(api.calls(saveRecords)).toMatchObject([
        { rows: [{ recordId: 1, changes: { nakedRight: { from: 5, to: 4.8 } } }] },
      ]),
    )
  })

  it('is saved by itself when the typing pauses', async () => {
    const { server, user } = await openClass()
    await user.type(cell('陈一诺', '裸眼视力（右）'), '49')
    await saved('陈一诺')
    expect(server.fieldsOf(1).nakedRight).toBe(4.9)
  })

  it('concludes at once, before anything is saved', async () => {
    const { api, user } = await openClass()
    api.hold(saveRecords)
    await user.selectOptions(cell('陈一诺', '戴镜类型'), String(Glasses.code.none))
    for (const [column, text] of [
      ['裸眼视力（右）', '47'],
      ['裸眼视力（左）', '47'],
      ['球镜（右）', '-200'],
      ['球镜（左）', '-200'],
      ['柱镜（右）', '0'],
      ['柱镜（左）', '0'],
    ] as const) {
      await user.type(cell('陈一诺', column), text)
    }
    const row = rowOf('陈一诺')
    expect(row.getAllByText('-2.000').length).toBeGreaterThan(0)
    expect(row.getByText(/近视/)).toBeTruthy()
  })

  it('goes back to what stood there with Esc', async () => {
    const { user } = await openClass(classGrid({ rows: [waitingRecord({ fields: { nakedRight: 5 } })] }))
    const field = cell('陈一诺', '裸眼视力（右）')
    await user.clear(field)
    await user.type(field, '41{Escape}')
    expect(field.value).toBe('5.0')
  })
})

describe('a value that cannot be', () => {
  it('is named while it is typed and not sent', async () => {
    const { api, user } = await openClass()
    const field = cell('陈一诺', '裸眼视力（右）')
    await user.type(field, '59')
    expect(messageAt(field)).toContain('裸眼视力（右）应在 3.3 至 5.3 之间')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    await user.click(cell('林小宇', '裸眼视力（右）'))
    expect(await rowOf('陈一诺').findByText('有误未保存')).toBeTruthy()
    expect(api.calls(saveRecords)).toEqual([])
  })

  it('does not keep the other cells of its row from being saved', async () => {
    const { server, user } = await openClass()
    await user.type(cell('陈一诺', '裸眼视力（右）'), '59')
    await user.type(cell('陈一诺', '裸眼视力（左）'), '50')
    await user.click(cell('林小宇', '裸眼视力（右）'))
    await waitFor(() => expect(server.fieldsOf(1)).toMatchObject({ nakedRight: null, nakedLeft: 5 }))
  })

  it('is not called wrong while it can still become right', async () => {
    const { user } = await openClass()
    const field = cell('陈一诺', '裸眼视力（右）')
    await user.type(field, '4.')
    expect(messageAt(field)).toBeNull()
    await user.clear(field)
    await user.type(field, '9')
    expect(messageAt(field)).not.toBeNull()
  })

  it.each([
    ['轴位（右）', '181', '轴位（右）应在 0 至 180 之间'],
    ['球镜（左）', '-1.30', '球镜（左）应以 0.25 为一档'],
    ['裸眼视力（左）', '好', '裸眼视力（左）应为数字'],
  ])('%s takes no %s', async (column, text, message) => {
    const { user } = await openClass()
    const field = cell('陈一诺', column)
    await user.type(field, text)
    await user.tab()
    expect(messageAt(field)).toContain(message)
  })

  it('a vision with glasses below the naked one is asked about and saved all the same', async () => {
    const fields = { glasses: Glasses.code.frame, nakedRight: 4.8 }
    const { server, user } = await openClass(classGrid({ rows: [waitingRecord({ fields })] }))
    const field = cell('陈一诺', '戴镜视力（右）')
    await user.type(field, '45')
    expect(messageAt(field)).toBe('右眼戴镜视力低于裸眼视力，请核对')
    await waitFor(() => expect(server.fieldsOf(1).correctedRight).toBe(4.5))
  })
})

describe('what does not go together', () => {
  it('who wears no glasses has no cell for the vision with glasses', async () => {
    const { user } = await openClass()
    await user.selectOptions(cell('陈一诺', '戴镜类型'), String(Glasses.code.none))
    expect(cell('陈一诺', '戴镜视力（右）').disabled).toBe(true)
    await user.selectOptions(cell('陈一诺', '戴镜类型'), String(Glasses.code.frame))
    expect(cell('陈一诺', '戴镜视力（右）').disabled).toBe(false)
  })

  it('a result and a reason for being absent', async () => {
    const { api, user } = await openClass(classGrid({ rows: [waitingRecord({ fields: { nakedRight: 5 } })] }))
    const field = cell('陈一诺', '未检原因')
    await user.selectOptions(field, String(AbsenceReason.code.leave))
    expect(messageAt(field)).toBe('已有检查结果，不能再填未检原因')
    await user.keyboard('{Control>}s{/Control}')
    expect(api.calls(saveRecords)).toEqual([])
  })
})

describe('by keyboard alone', () => {
  it('Enter and the arrows go down and up the column', async () => {
    const { user } = await openClass()
    await user.click(cell('陈一诺', '裸眼视力（右）'))
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(cell('林小宇', '裸眼视力（右）'))
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(cell('吴思远', '裸眼视力（右）'))
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(cell('吴思远', '裸眼视力（右）'))
    await user.keyboard('{ArrowUp}')
    expect(document.activeElement).toBe(cell('林小宇', '裸眼视力（右）'))
  })

  it('the arrows go sideways, over cells that are closed', async () => {
    const { user } = await openClass()
    await user.click(cell('陈一诺', '戴镜类型'))
    await user.keyboard('1{ArrowRight}')
    expect(document.activeElement).toBe(cell('陈一诺', '裸眼视力（右）'))
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(document.activeElement).toBe(cell('陈一诺', '球镜（右）'))
    await user.keyboard('{ArrowLeft}')
    expect(document.activeElement).toBe(cell('陈一诺', '裸眼视力（左）'))
  })

  it('a digit chooses in a list and Delete empties it', async () => {
    const { user } = await openClass()
    const field = cell('陈一诺', '戴镜类型')
    await user.click(field)
    await user.keyboard('2')
    expect(field.value).toBe(String(Glasses.code.frame))
    await user.keyboard('{Delete}')
    expect(field.value).toBe('')
  })

  it('Ctrl+Enter goes to the first cell of the next student', async () => {
    const { user } = await openClass()
    await user.click(cell('陈一诺', '球镜（右）'))
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(document.activeElement).toBe(cell('林小宇', '戴镜类型'))
  })

  it('F8 goes to the next student who is not done', async () => {
    const done = waitingRecord({ fields: { absence: AbsenceReason.code.leave } })
    const { user } = await openClass(classGrid({ rows: [done, ...THREE_RECORDS.slice(1)] }))
    await user.keyboard('{F8}')
    expect(document.activeElement).toBe(cell('林小宇', '戴镜类型'))
  })

  it('F8 says so where everybody is done', async () => {
    const rows = THREE_RECORDS.map((row) =>
      waitingRecord({ ...row, fields: { absence: AbsenceReason.code.leave } }),
    )
    const { user } = await openClass(classGrid({ rows }))
    await user.keyboard('{F8}')
    expect(await screen.findByText('没有未完成的学生')).toBeTruthy()
  })
})

describe('everybody else marked as absent at once', () => {
  it('leaves those alone who have a result', async () => {
    const first = waitingRecord({ fields: { glasses: Glasses.code.none, nakedRight: 5, nakedLeft: 5 } })
    const { server, user } = await openClass(classGrid({ rows: [first, ...THREE_RECORDS.slice(1)] }))
    await user.click(screen.getByRole('button', { name: '其余标为未检' }))
    const dialog = within(await screen.findByRole('dialog', { name: '其余学生标为未检' }))
    expect(dialog.getByText(/林小宇、吴思远/)).toBeTruthy()
    await user.click(dialog.getByRole('radio', { name: '请假' }))
    await user.click(dialog.getByRole('button', { name: '标记 2 名学生' }))
    await waitFor(() => expect(server.fieldsOf(3).absence).toBe(AbsenceReason.code.leave))
    expect(server.fieldsOf(2).absence).toBe(AbsenceReason.code.leave)
    expect(server.fieldsOf(1).absence).toBeNull()
  })

  it('needs a reason', async () => {
    const { api, user } = await openClass()
    await user.click(screen.getByRole('button', { name: '其余标为未检' }))
    await user.click(await screen.findByRole('button', { name: '标记 3 名学生' }))
    expect(await screen.findByText('请选择未检原因')).toBeTruthy()
    expect(api.calls(saveRecords)).toEqual([])
  })
})
