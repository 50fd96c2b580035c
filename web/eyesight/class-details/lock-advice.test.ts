import { expect, it } from 'vitest'
import { lockAdvice } from './lock-advice.ts'

const NOTHING = {
  edit: false,
  delete: false,
  start: false,
  complete: false,
  reopen: false,
  sync: false,
  enter: false,
  retest: false,
}
type Task = Parameters<typeof lockAdvice>[0]
const task = (more: Partial<Omit<Task, 'can'>>, can: Partial<Task['can']> = {}): Task => ({
  status: 1,
  planStatus: 2,
  startsOn: '2026-11-20',
  executorName: '西湖人民医院',
  schoolName: '西湖实验小学',
  ...more,
  can: { ...NOTHING, ...can },
})
const next = (of: Task, correctable = false) => lockAdvice(of, '原因', correctable).next

it('tells a user who can unlock how to do it', () => {
  expect(next(task({ status: 2 }), true)).toContain('申请更正')
  expect(next(task({ status: 2 }, { reopen: true }))).toContain('可以在任务详情中重新开启任务')
  expect(next(task({ status: 0 }, { start: true }))).toBe('可以在任务详情中提前开始。')
})

it('names who can unlock to a user who cannot', () => {
  const done = lockAdvice(task({ status: 2 }), '任务已完成，修改检查结果请申请更正', false)
  expect(done.title).not.toContain('请申请更正')
  expect(done.next).toBe('更正由西湖人民医院，或西湖实验小学的管理员、筛查员申请，教育或卫健部门审核。')
  expect(next(task({ status: 0 }))).toBe(
    '任务在 2026-11-20 自动开始；也可由主管部门、承担机构或学校的管理员提前开始。',
  )
  expect(next(task({ status: 0, planStatus: 1 }))).toBe('任务在 2026-11-20 自动开始。')
  expect(next(task({ planStatus: 3 }))).toContain('由发起单位重新开启')
  expect(next(task({}))).toContain('西湖人民医院')
  expect(next(task({ executorName: '西湖实验小学' }))).toBe('由西湖实验小学的管理员或筛查员录入。')
})

it('nothing can be done about an archived plan', () => {
  expect(lockAdvice(task({ status: 2, planStatus: 4 }), '已归档', false)).toEqual({ title: '已归档' })
})
