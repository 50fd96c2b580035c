import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { HistoryStatus, Sex, StudentStatus, StudentType } from '#contract/core/codes.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { REGISTERED_ELSEWHERE } from '#contract/students/identity.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { choose, fill, renderPart, renderScreen } from '#web/testing/render-screen.tsx'
import { answerRoster, STUDENTS } from '#web/testing/samples/rosters.ts'
import { studentDetail, studentRow } from '#web/testing/samples/students.ts'
import { userOf } from '#web/testing/samples/users.ts'
import type { Task } from './task.ts'
import { TaskHost } from './task-host.tsx'

const { addStudent, applyTransfer, deleteStudents, editStudent, leaveStudents } = studentEndpoints
const { moveStudents, renameStudent, validChange } = studentEndpoints
const ADDRESS = '/schools/students-manage'
/** Of a girl born on 4 May 2019. */
const CHILD_ID = '330106201905040025'
const FREE = { valid: true, blocked: [] }

async function open(address = ADDRESS) {
  const api = answerRoster(fakeApi()).answer(validChange, FREE)
  const rendered = await renderScreen(address, { api, as: userOf('SA') })
  await screen.findByRole('link', { name: '陈一诺' })
  return { ...rendered, api }
}
type Opened = Awaited<ReturnType<typeof open>>

const nothing = () => undefined
const students = STUDENTS.slice(0, 1)

/** The dialog of a task as the page shows it, without the page: that each is opened there, one test of each shows. */
async function openAlone(task: Task, classId?: number) {
  const api = answerRoster(fakeApi()).answer(validChange, FREE)
  const place = { classId }
  const rendered = await renderPart(
    ADDRESS,
    <TaskHost
      task={task}
      open
      orgId={100}
      place={place}
      onPlace={nothing}
      onDone={nothing}
      onClose={nothing}
    />,
    { api, as: userOf('SA') },
  )
  return { ...rendered, api, dialog: within(await screen.findByRole('dialog')) }
}

/** Takes an entry of the menu of a student's row and waits for its dialog. */
async function start({ user }: Opened, student: string, action: string) {
  await user.click(screen.getByRole('button', { name: `${student}的更多操作` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
  return within(await screen.findByRole('dialog'))
}
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

describe('a new name', () => {
  it('is sent with the version that was seen', async () => {
    const opened = await open()
    opened.api.answer(renameStudent, { version: 4 })
    const dialog = await start(opened, '陈一诺', '更名')
    await fill(opened.user, dialog.getByLabelText('新姓名'), '陈诺')
    await opened.user.keyboard('{Enter}')
    expect(await screen.findByText('学生已更名')).toBeTruthy()
    expect(opened.api.calls(renameStudent)).toEqual([{ studentId: 1001, name: '陈诺', version: 3 }])
    await closed()
  })

  it('that breaks the rule is refused on leaving the field', async () => {
    const { dialog, user } = await openAlone({ kind: 'rename', student: studentRow() })
    await fill(user, dialog.getByLabelText('新姓名'), '陈1')
    await user.tab()
    expect(await dialog.findByText('请输入2-15个中文或英文字符')).toBeTruthy()
  })

  it('that is the old one sends nothing', async () => {
    const opened = await open()
    const dialog = await start(opened, '陈一诺', '更名')
    await opened.user.click(dialog.getByRole('button', { name: '保存' }))
    await closed()
    expect(opened.api.calls(renameStudent)).toEqual([])
  })
})

describe('another class', () => {
  it('is sent for all who are ticked', async () => {
    const opened = await open()
    const { api, user } = opened
    api.answer(moveStudents, { changed: 2 })
    await user.click(screen.getByRole('checkbox', { name: '全选本页' }))
    expect(screen.getByText('已选 2 人')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '批量调班' }))
    const dialog = within(await screen.findByRole('dialog', { name: '批量调班（2 人）' }))
    await choose(user, dialog.getByRole('combobox', { name: '调到' }), '一年级2班')
    await user.click(dialog.getByRole('button', { name: '确认调班' }))
    await waitFor(() =>
      expect(api.calls(moveStudents)).toEqual([{ studentIds: [1001, 1002], newClassId: 112 }]),
    )
    await waitFor(() => expect(screen.queryByText('已选 2 人')).toBeNull())
  })

  it('of another grade is warned about', async () => {
    const opened = await open()
    const dialog = await start(opened, '陈一诺', '调班')
    await choose(opened.user, dialog.getByRole('combobox', { name: '调到' }), '二年级1班')
    expect(await dialog.findByText('1 名学生将换到另一个年级（二年级）')).toBeTruthy()
  })

  it('must be chosen', async () => {
    const { api, dialog, user } = await openAlone({ kind: 'move', students })
    await user.click(dialog.getByRole('button', { name: '确认调班' }))
    expect(await dialog.findByText('请选择班级')).toBeTruthy()
    expect(api.calls(moveStudents)).toEqual([])
  })
})

describe('leaving the school', () => {
  it('is asked about first, then sent with kind, day and reason', async () => {
    const opened = await open()
    opened.api.answer(leaveStudents, { changed: 1 })
    const dialog = await start(opened, '陈一诺', '转出/毕业')
    await opened.user.click(await dialog.findByRole('radio', { name: '毕业' }))
    await opened.user.click(await dialog.findByRole('button', { name: '办理毕业' }))
    expect(await screen.findByText('已为 1 名学生办理毕业')).toBeTruthy()
    expect(opened.api.calls(validChange)).toEqual([{ studentIds: [1001], change: 'leave' }])
    expect(opened.api.calls(leaveStudents)).toEqual([
      {
        studentIds: [1001],
        historyType: HistoryStatus.code.graduated,
        leftOn: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      },
    ])
  })

  it('leaves those out who cannot, and says why', async () => {
    const { api, user } = await open()
    const blocked = [{ studentId: 1002, name: '林小宇', reason: '正在筛查任务中' }]
    api.answer(validChange, { valid: false, blocked }).answer(leaveStudents, { changed: 1 })
    await user.click(screen.getByRole('checkbox', { name: '全选本页' }))
    await user.click(screen.getByRole('button', { name: '批量转出/毕业' }))
    expect(await screen.findByText('林小宇：正在筛查任务中')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '为其余 1 人办理转出' }))
    await waitFor(() => expect(api.calls(leaveStudents)[0]?.studentIds).toEqual([1001]))
  })
})

describe('deleting', () => {
  it('needs a second yes and tells how many are gone', async () => {
    const opened = await open()
    opened.api.answer(deleteStudents, { changed: 1 })
    const dialog = await start(opened, '陈一诺', '删除')
    expect(await dialog.findByText('将删除：陈一诺')).toBeTruthy()
    expect(opened.api.calls(deleteStudents)).toEqual([])
    await opened.user.click(dialog.getByRole('button', { name: '删除' }))
    expect(await screen.findByText('已删除 1 名学生')).toBeTruthy()
    expect(opened.api.calls(deleteStudents)).toEqual([{ studentIds: [1001] }])
  })

  it('of somebody with records is impossible', async () => {
    const opened = await open()
    const blocked = [{ studentId: 1001, name: '陈一诺', reason: '已有筛查记录' }]
    opened.api.answer(validChange, { valid: false, blocked })
    const dialog = await start(opened, '陈一诺', '删除')
    expect(await dialog.findByText('陈一诺：已有筛查记录')).toBeTruthy()
    expect(dialog.getByRole('button', { name: '删除' })).toHaveProperty('disabled', true)
  })

  it('waits for the answer whether it is possible, and asks again after a fault', async () => {
    const opened = await open()
    opened.api.refuse(validChange, 503)
    const dialog = await start(opened, '陈一诺', '删除')
    expect(await dialog.findByText('检查失败')).toBeTruthy()
    opened.api.answer(validChange, FREE)
    await opened.user.click(dialog.getByRole('button', { name: '重试' }))
    expect(await dialog.findByText('将删除：陈一诺')).toBeTruthy()
  })
})

describe('a new student', () => {
  async function openDrawerAlone(classId?: number) {
    const { dialog, ...opened } = await openAlone({ kind: 'add' }, classId)
    opened.api.answer(addStudent, { studentId: 2001 })
    return { ...opened, drawer: dialog }
  }
  async function openDrawer() {
    const opened = await open(`${ADDRESS}?classId=111`)
    opened.api.answer(addStudent, { studentId: 2001 })
    await opened.user.click(screen.getByRole('button', { name: /新增学生/ }))
    const drawer = within(await screen.findByRole('dialog', { name: '新增学生' }))
    return { ...opened, drawer }
  }

  it('gets sex and birth date from the id number', async () => {
    const { api, drawer, user } = await openDrawer()
    await fill(user, drawer.getByLabelText('姓名'), '王子涵')
    await fill(user, drawer.getByLabelText('身份证号'), CHILD_ID)
    await waitFor(() => expect(drawer.getByRole('radio', { name: '女' })).toHaveProperty('checked', true))
    expect(drawer.getByLabelText('出生日期')).toHaveProperty('value', '2019-05-04')
    await user.click(drawer.getByRole('button', { name: '新增' }))
    expect(await screen.findByText('学生已新增')).toBeTruthy()
    expect(api.calls(addStudent)).toMatchObject([
      {
        name: '王子涵',
        idCard: CHILD_ID,
        studentType: StudentType.code.mainland,
        status: StudentStatus.code.own,
        classId: 111,
      },
    ])
  })

  it('without an id card is asked for sex and birth date', async () => {
    const { api, drawer, user } = await openDrawerAlone(111)
    await user.click(drawer.getByRole('radio', { name: '大陆（无身份证）' }))
    await waitFor(() => expect(drawer.queryByLabelText('身份证号')).toBeNull())
    await fill(user, drawer.getByLabelText('姓名'), '王子涵')
    await user.click(drawer.getByRole('radio', { name: '男' }))
    await fill(user, drawer.getByLabelText('出生日期'), '2019-03-02')
    await user.keyboard('{Enter}')
    await user.click(drawer.getByRole('button', { name: '新增' }))
    await waitFor(() =>
      expect(api.calls(addStudent)).toMatchObject([
        { studentType: StudentType.code.mainlandWithoutId, sex: Sex.code.male, birthDate: '2019-03-02' },
      ]),
    )
  })

  it('can be followed by the next one without closing', async () => {
    const { drawer, user } = await openDrawerAlone(111)
    await fill(user, drawer.getByLabelText('姓名'), '王子涵')
    await fill(user, drawer.getByLabelText('身份证号'), CHILD_ID)
    await user.click(drawer.getByRole('button', { name: '保存并继续新增' }))
    expect(await screen.findByText('学生已新增')).toBeTruthy()
    await waitFor(() => expect(drawer.getByLabelText('姓名')).toHaveProperty('value', ''))
    expect(screen.getByRole('dialog', { name: '新增学生' })).toBeTruthy()
  })

  it('a fault of the server stands under its field', async () => {
    const { api, drawer, user } = await openDrawerAlone(111)
    api.refuse(addStudent, 700, '学籍号已存在', [{ path: ['studentNo'], message: '学籍号已存在' }])
    await fill(user, drawer.getByLabelText('姓名'), '王子涵')
    await fill(user, drawer.getByLabelText('身份证号'), CHILD_ID)
    await user.click(drawer.getByRole('button', { name: '新增' }))
    expect(await drawer.findByText('学籍号已存在')).toBeTruthy()
  })

  it('of another school is applied for', async () => {
    const { api, drawer, user } = await openDrawer()
    api
      .refuse(addStudent, 655, REGISTERED_ELSEWHERE, [{ path: ['idCard'], message: REGISTERED_ELSEWHERE }])
      .answer(applyTransfer, { applicationId: 7 })
    await fill(user, drawer.getByLabelText('姓名'), '王子涵')
    await fill(user, drawer.getByLabelText('身份证号'), CHILD_ID)
    await user.click(drawer.getByRole('button', { name: '新增' }))
    expect(await drawer.findByText(REGISTERED_ELSEWHERE)).toBeTruthy()
    await user.click(await drawer.findByRole('button', { name: '申请转入' }))
    const application = within(await screen.findByRole('dialog', { name: '申请转入' }))
    await fill(user, application.getByLabelText('转入原因'), '家庭搬迁')
    await user.click(application.getByRole('button', { name: '提交申请' }))
    expect(await screen.findByText('已提交，请联系区域管理员审核')).toBeTruthy()
    expect(api.calls(applyTransfer)).toMatchObject([
      { idCard: CHILD_ID, name: '王子涵', newClassId: 111, reason: '家庭搬迁' },
    ])
    await closed()
  })

  it('with a wrong check digit is refused before it is sent', async () => {
    const { api, drawer, user } = await openDrawerAlone(111)
    await fill(user, drawer.getByLabelText('姓名'), '王子涵')
    await fill(user, drawer.getByLabelText('身份证号'), '110105194912310021')
    await user.click(drawer.getByRole('button', { name: '新增' }))
    expect(await drawer.findByText('身份证号格式错误')).toBeTruthy()
    expect(api.calls(addStudent)).toEqual([])
  })

  it('needs a name and a class', async () => {
    const { api, drawer, user } = await openDrawerAlone()
    await user.click(drawer.getByRole('button', { name: '新增' }))
    expect(await drawer.findByText('请输入姓名')).toBeTruthy()
    expect(drawer.getByText('请选择班级', { selector: '.ant-form-item-explain-error' })).toBeTruthy()
    expect(drawer.getByText('请输入身份证号')).toBeTruthy()
    expect(api.calls(addStudent)).toEqual([])
  })
})

describe('editing', () => {
  async function openDrawer() {
    const opened = await open()
    opened.api.answer(studentEndpoints.studentDetail, studentDetail()).answer(editStudent, { version: 4 })
    const row = within(screen.getByRole('link', { name: '陈一诺' }).closest('tr') ?? document.body)
    await opened.user.click(row.getByRole('button', { name: '编辑' }))
    const drawer = within(await screen.findByRole('dialog', { name: '编辑学生 陈一诺' }))
    await drawer.findByLabelText('姓名')
    return { ...opened, drawer }
  }

  it('leaves numbers alone that were not typed again', async () => {
    const { api, drawer, user } = await openDrawer()
    expect(drawer.getByLabelText('身份证号')).toHaveProperty('value', '')
    expect(drawer.getByLabelText('身份证号').getAttribute('placeholder')).toBe('330106************')
    await fill(user, drawer.getByLabelText('籍贯'), '浙江绍兴')
    await user.click(drawer.getByRole('button', { name: '保存' }))
    expect(await screen.findByText('学生信息已保存')).toBeTruthy()
    const [sent] = api.calls(editStudent)
    expect(sent).toMatchObject({ studentId: 1001, version: 3, nativePlace: '浙江绍兴' })
    expect(sent?.idCard).toBeUndefined()
    expect(sent?.parentPhone).toBeUndefined()
  })

  it('is sent by Enter', async () => {
    const { api, drawer, user } = await openDrawer()
    await fill(user, drawer.getByLabelText('籍贯'), '浙江杭州')
    await user.keyboard('{Enter}')
    expect(await screen.findByText('学生信息已保存')).toBeTruthy()
    expect(api.calls(editStudent)).toMatchObject([{ nativePlace: '浙江杭州' }])
    await closed()
  })

  it('is given up by Escape, which gives the focus back to where it was', async () => {
    const { api, drawer, user } = await openDrawer()
    await fill(user, drawer.getByLabelText('籍贯'), '浙江')
    await user.keyboard('{Escape}')
    await closed()
    expect(api.calls(editStudent)).toEqual([])
    await waitFor(() => expect(document.activeElement?.textContent).toBe('编辑'))
  })

  it('that somebody else was faster with reads the list again; what was typed stays and overwrites nothing', async () => {
    const { api, drawer, user } = await openDrawer()
    api
      .refuse(editStudent, REFUSALS.changedMeanwhile, '数据已被他人修改，请刷新后重试')
      .answer(studentEndpoints.studentDetail, studentDetail({ version: 4, nativePlace: '宁波' }))
    await fill(user, drawer.getByLabelText('籍贯'), '浙江绍兴')
    await user.click(drawer.getByRole('button', { name: '保存' }))
    expect(await screen.findByText('数据已被他人修改，请刷新后重试')).toBeTruthy()
    await waitFor(() => expect(api.calls(studentEndpoints.studentPageList)).toHaveLength(2))
    await waitFor(() => expect(api.calls(studentEndpoints.studentDetail)).toHaveLength(2))
    expect(drawer.getByLabelText('籍贯')).toHaveProperty('value', '浙江绍兴')
    await user.click(drawer.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(api.calls(editStudent).map(({ version }) => version)).toEqual([3, 3]))
  })
})
