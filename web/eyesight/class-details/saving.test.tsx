import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import { type ClassGrid, RecordSource } from '#contract/eyesight/record-schemas.ts'
import { TaskStatus } from '#contract/plans/statuses.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { choose, currentAddress, fill, renderScreen } from '#web/testing/render-screen.tsx'
import { classGrid, FakeClass, taskRow, waitingRecord } from '#web/testing/samples/screening.ts'
import { userOf } from '#web/testing/samples/users.ts'

const ADDRESS = '/eyesight/class-details?taskId=31&classId=111'
const { saveRecords } = recordEndpoints
const COMPLETED = {
  task: taskRow({ status: TaskStatus.code.completed }),
  lockedReason: '任务已完成',
  correctable: true,
} satisfies Partial<ClassGrid>

async function openClass(grid = classGrid(), profile: 'HS' | 'SA' | 'GD' | 'ST' = 'HS', address = ADDRESS) {
  const api = fakeApi()
  const server = new FakeClass(api, grid)
  const rendered = await renderScreen(address, { api, as: userOf(profile) })
  await screen.findByRole('heading', { name: '文一路小学 一年级1班' })
  return { ...rendered, api, server }
}

const cell = (name: string, column: string) => screen.getByLabelText<HTMLInputElement>(`${name} ${column}`)
const rowOf = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }))
const NAKED = '裸眼视力（右）'

describe('saving', () => {
  it('says that it is under way, and when all is saved', async () => {
    const { api, user } = await openClass()
    const release = api.hold(saveRecords)
    await user.type(cell('陈一诺', NAKED), '49')
    await user.keyboard('{Control>}s{/Control}')
    expect(await rowOf('陈一诺').findByText('保存中…')).toBeTruthy()
    release()
    expect(await rowOf('陈一诺').findByText('已保存')).toBeTruthy()
    expect(screen.getAllByText('已全部保存').length).toBeGreaterThan(0)
  })

  it('sends what was typed meanwhile afterwards, one request at a time', async () => {
    const { api, server, user } = await openClass()
    const release = api.hold(saveRecords)
    await user.type(cell('陈一诺', NAKED), '49')
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(api.calls(saveRecords)).toHaveLength(1))
    await user.type(cell('林小宇', NAKED), '50')
    await user.keyboard('{Control>}s{/Control}')
    expect(api.calls(saveRecords)).toHaveLength(1)
    release()
    await waitFor(() => expect(server.fieldsOf(2).nakedRight).toBe(5))
    expect(api.calls(saveRecords)).toHaveLength(2)
  })

  it('goes on by itself after the line was down', async () => {
    const { api, server, user } = await openClass()
    api.disconnect(saveRecords)
    await user.type(cell('陈一诺', NAKED), '49')
    await user.keyboard('{Control>}s{/Control}')
    expect(await rowOf('陈一诺').findByText('未保存，将自动重试')).toBeTruthy()
    expect(cell('陈一诺', NAKED).value).toBe('49')
    server.answerSaves()
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(server.fieldsOf(1).nakedRight).toBe(4.9))
    expect(await rowOf('陈一诺').findByText('已保存')).toBeTruthy()
  })

  it('that the server refuses says why, and can be tried again', async () => {
    const { api, server, user } = await openClass()
    api.refuse(saveRecords, REFUSALS.notInThisState, '任务刚刚完成')
    await user.type(cell('陈一诺', NAKED), '49')
    await user.keyboard('{Control>}s{/Control}')
    await user.click(await rowOf('陈一诺').findByRole('button', { name: '未能保存' }))
    expect(await screen.findByText('任务刚刚完成')).toBeTruthy()
    server.answerSaves()
    await user.click(screen.getByRole('button', { name: '重试' }))
    await waitFor(() => expect(server.fieldsOf(1).nakedRight).toBe(4.9))
  })

  it('that the server refuses can be given up', async () => {
    const { api, server, user } = await openClass()
    api.refuse(saveRecords, REFUSALS.notInThisState, '任务刚刚完成')
    await user.type(cell('陈一诺', NAKED), '49')
    await user.keyboard('{Control>}s{/Control}')
    await user.click(await rowOf('陈一诺').findByRole('button', { name: '未能保存' }))
    await user.click(await screen.findByRole('button', { name: '放弃未保存的修改' }))
    await waitFor(() => expect(cell('陈一诺', NAKED).value).toBe(''))
    expect(server.fieldsOf(1).nakedRight).toBeNull()
  })
})

describe('two people at the same cell', () => {
  async function clash() {
    const opened = await openClass()
    opened.server.write(1, { nakedRight: 4.5 })
    await opened.user.type(cell('陈一诺', NAKED), '49')
    await opened.user.keyboard('{Control>}s{/Control}')
    await opened.user.click(await screen.findByRole('button', { name: '陈一诺 与他人的修改冲突，处理' }))
    const dialog = within(await screen.findByRole('dialog', { name: '陈一诺：同一项被两人修改' }))
    return { ...opened, dialog }
  }

  it('nothing is overwritten, and it is told who the other is', async () => {
    const { server, dialog } = await clash()
    expect(server.fieldsOf(1).nakedRight).toBe(4.5)
    expect(dialog.getByText(/李护士/)).toBeTruthy()
  })

  it('the own value can be insisted on', async () => {
    const { server, dialog, user } = await clash()
    await user.click(dialog.getByRole('button', { name: '用我的：4.9' }))
    await waitFor(() => expect(server.fieldsOf(1).nakedRight).toBe(4.9))
  })

  it("the other's value can be taken", async () => {
    const { server, dialog, user } = await clash()
    await user.click(dialog.getByRole('button', { name: '保留对方：4.5' }))
    await waitFor(() => expect(cell('陈一诺', NAKED).value).toBe('4.5'))
    expect(server.fieldsOf(1).nakedRight).toBe(4.5)
  })

  it('another cell of the same student is no conflict', async () => {
    const { server, user } = await openClass()
    server.write(1, { nakedLeft: 4.5 })
    await user.type(cell('陈一诺', NAKED), '49')
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(server.fieldsOf(1)).toMatchObject({ nakedLeft: 4.5, nakedRight: 4.9 }))
    await waitFor(() => expect(cell('陈一诺', '裸眼视力（左）').value).toBe('4.5'))
  })
})

describe('a class where nothing can be entered', () => {
  it('of a completed task says why and how a result is changed all the same', async () => {
    await openClass(classGrid(COMPLETED))
    expect(screen.getByText('任务已完成')).toBeTruthy()
    expect(screen.getByText(/申请更正/)).toBeTruthy()
    expect(screen.queryByLabelText(`陈一诺 ${NAKED}`)).toBeNull()
    expect(screen.queryByRole('button', { name: '其余标为未检' })).toBeNull()
  })

  it('shows an officer the results, and who enters them', async () => {
    const rows = [waitingRecord({ fields: { nakedRight: 4.6 }, source: RecordSource.code.hand })]
    await openClass(classGrid({ rows }), 'GD')
    expect(screen.getByText('您可以查看，录入由承担任务的机构进行')).toBeTruthy()
    expect(rowOf('陈一诺').getByText('4.6')).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('that does not exist any more says so and can be asked for again', async () => {
    const api = fakeApi()
      .refuse(recordEndpoints.classGrid, 650)
      .answer(recordEndpoints.gridStamp, { stamp: '1' })
    const { user } = await renderScreen(ADDRESS, { api, as: userOf('HS') })
    expect(await screen.findByText('班级无法打开')).toBeTruthy()
    new FakeClass(api)
    await user.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByRole('table', { name: '一年级1班的筛查结果' })).toBeTruthy()
  })

  it('without an address leads to the tasks', async () => {
    await renderScreen('/eyesight/class-details', { api: fakeApi(), as: userOf('HS') })
    expect((await screen.findByRole('link', { name: '去筛查任务' })).getAttribute('href')).toBe(
      '/eyesight/task-list',
    )
  })
})

describe('a correction after the end', () => {
  async function openCorrection() {
    const rows = [waitingRecord({ fields: { nakedRight: 4.6 } })]
    const opened = await openClass(classGrid({ ...COMPLETED, rows }))
    opened.api.answer(recordEndpoints.applyCorrection, { approvalId: 5 })
    await opened.user.click(screen.getByRole('button', { name: '陈一诺的更多操作' }))
    await opened.user.click(await screen.findByRole('menuitem', { name: '申请更正' }))
    const dialog = within(await screen.findByRole('dialog', { name: '申请更正陈一诺的检查结果' }))
    return { ...opened, dialog }
  }

  it('is applied for with the old value, the new one and the reason', async () => {
    const { api, dialog, user } = await openCorrection()
    await fill(user, dialog.getByLabelText(NAKED), '48')
    await fill(user, dialog.getByLabelText('更正原因'), '录入时看错')
    await user.click(dialog.getByRole('button', { name: '提交申请' }))
    expect(await screen.findByText('陈一诺的更正申请已提交，审核通过后生效')).toBeTruthy()
    expect(api.calls(recordEndpoints.applyCorrection)).toEqual([
      { recordId: 1, changes: { nakedRight: { from: 4.6, to: 4.8 } }, reason: '录入时看错' },
    ])
  })

  it('needs a reason', async () => {
    const { api, dialog, user } = await openCorrection()
    await fill(user, dialog.getByLabelText(NAKED), '48')
    await user.click(dialog.getByRole('button', { name: '提交申请' }))
    expect(await dialog.findByText('请填写更正原因')).toBeTruthy()
    expect(api.calls(recordEndpoints.applyCorrection)).toEqual([])
  })

  it('that changes nothing is not sent', async () => {
    const { api, dialog, user } = await openCorrection()
    await fill(user, dialog.getByLabelText('更正原因'), '录入时看错')
    await user.click(dialog.getByRole('button', { name: '提交申请' }))
    expect(await screen.findByText('没有改动任何内容')).toBeTruthy()
    expect(api.calls(recordEndpoints.applyCorrection)).toEqual([])
  })
})

describe('around the grid', () => {
  it('the rows that want something are counted and can be shown alone', async () => {
    const rows = [
      waitingRecord({ fields: { absence: 1 } }),
      waitingRecord({ recordId: 2, studentName: '林小宇', openConflictId: 9 }),
    ]
    const { user } = await openClass(classGrid({ rows }))
    expect(screen.getByText('全部 2')).toBeTruthy()
    await user.click(screen.getByText('冲突 1'))
    await waitFor(() => expect(screen.queryByRole('row', { name: /陈一诺/ })).toBeNull())
    expect(rowOf('林小宇').getByText('数据不一致')).toBeTruthy()
    expect(currentAddress()).toBe(`${ADDRESS}&show=conflict`)
  })

  it('a filter that fits nobody says so', async () => {
    await openClass(classGrid(), 'HS', `${ADDRESS}&show=conflict`)
    expect(await screen.findByText('没有这样的学生')).toBeTruthy()
  })

  it('the next class is one click away', async () => {
    const { api, user } = await openClass()
    expect(screen.getByRole('button', { name: '上一个班' })).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('button', { name: '下一个班' }))
    await waitFor(() =>
      expect(api.calls(recordEndpoints.classGrid).at(-1)).toEqual({ taskId: 31, classId: 112 }),
    )
    expect(currentAddress()).toContain('classId=112')
  })

  it('any class of the task can be chosen', async () => {
    const { api, user } = await openClass()
    await choose(user, screen.getByRole('combobox', { name: '班级' }), '一年级2班')
    await waitFor(() => expect(api.calls(recordEndpoints.classGrid).at(-1)?.classId).toBe(112))
  })

  it('a class without students says where they come from', async () => {
    await openClass(classGrid({ rows: [] }))
    expect(await screen.findByText('本班没有学生')).toBeTruthy()
  })

  it('a student who has left keeps his row and is marked', async () => {
    await openClass(classGrid({ rows: [waitingRecord({ left: true })] }))
    expect(rowOf('陈一诺').getByText('已离班')).toBeTruthy()
  })

  it('who changed what is shown on demand', async () => {
    const { api, user } = await openClass()
    api.answer(recordEndpoints.recordChanges, [
      {
        at: '2026-10-08T02:00:00.000Z',
        byName: '李护士',
        orgName: '西湖眼科医院',
        source: RecordSource.code.hand,
        deviceName: null,
        fields: [{ label: '裸眼视力（右）', before: '4.5', after: '4.9' }],
      },
    ])
    await user.click(screen.getByRole('button', { name: '陈一诺的更多操作' }))
    await user.click(await screen.findByRole('menuitem', { name: '修改经过' }))
    expect(await screen.findByText(/李护士/)).toBeTruthy()
    expect(api.calls(recordEndpoints.recordChanges)).toEqual([{ recordId: 1 }])
  })
})
