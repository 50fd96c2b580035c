// Screening tasks: one school inside one plan, carried out by one organisation.
import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { page } from '../core/envelope.ts'
import { AreaId } from '../core/fields.ts'
import { OrgId } from '../orgs/schemas.ts'
import { PlanId, TaskId } from './plan-schemas.ts'
import {
  AddTasks,
  EditTasks,
  SyncNotice,
  SyncPreview,
  TaskDetail,
  TaskIds,
  TaskNumbers,
  TaskPageQuery,
  TaskRow,
  TasksAdded,
  TaskVersion,
} from './task-schemas.ts'

const read = { method: 'GET', scoped: true, audit: null } as const
const write = { method: 'POST', scoped: true } as const
const Saved = z.object({ version: z.number() })
/** Not begun yet where a list is so long that the worker makes it. */
const Started = Saved.extend({ begun: z.boolean() })
const Changed = z.object({ changed: z.number() })

export const taskEndpoints = {
  taskPageList: endpoint({
    ...read,
    path: '/manager/task/pageList',
    summary: '筛查任务列表',
    access: ['tasks', 'tasksTakingPart', 'taskNumbers', 'taskNumbersTakingPart'],
    input: TaskPageQuery,
    output: page(TaskRow),
  }),
  taskDetail: endpoint({
    ...read,
    path: '/manager/task/detail',
    summary: '筛查任务详情与班级进度',
    access: ['taskDetail', 'taskDetailTakingPart'],
    input: z.object({ taskId: TaskId }),
    output: TaskDetail,
  }),
  addTasks: endpoint({
    ...write,
    path: '/manager/task/add',
    summary: '为一所、多所或全部学校新增任务',
    access: ['taskAdd'],
    audit: 'task.add',
    input: AddTasks,
    output: TasksAdded,
  }),
  editTasks: endpoint({
    ...write,
    path: '/manager/task/edit',
    summary: '批量调整任务的承担机构与日期',
    access: ['taskEdit'],
    audit: 'task.edit',
    input: EditTasks,
    output: Changed,
  }),
  deleteTasks: endpoint({
    ...write,
    path: '/manager/task/delete',
    summary: '删除没有结果的任务',
    access: ['taskEdit'],
    audit: 'task.delete',
    input: TaskIds,
    output: Changed,
  }),
  startTask: endpoint({
    ...write,
    path: '/manager/task/start',
    summary: '提前开始任务，名单随之固定',
    access: ['taskRun'],
    audit: 'task.start',
    input: TaskVersion,
    output: Started,
  }),
  completeTask: endpoint({
    ...write,
    path: '/manager/task/complete',
    summary: '完成任务，此后更正须经审核',
    access: ['taskRun'],
    audit: 'task.complete',
    input: TaskVersion,
    output: Saved,
  }),
  reopenTask: endpoint({
    ...write,
    path: '/manager/task/reopen',
    summary: '重新开启已完成的任务',
    access: ['taskEdit'],
    audit: 'task.reopen',
    input: TaskVersion,
    output: Saved,
  }),
  syncNotice: endpoint({
    ...read,
    path: '/manager/task/syncNotice',
    summary: '名单变动会影响的筛查任务',
    access: ['students', 'tasks', 'tasksTakingPart'],
    input: z.object({ orgId: OrgId }),
    output: SyncNotice,
  }),
  syncTasks: endpoint({
    ...write,
    path: '/manager/task/sync',
    summary: '把名单变动同步到进行中的任务，有结果的学生不会移除',
    access: ['taskRun', 'rosterManage'],
    audit: 'task.sync',
    input: TaskIds.extend({
      /** Only these students; absent: all of the task's classes. */
      stuIds: z.array(z.number().int().positive()).max(5000).optional(),
      operatorType: z.number().int().optional(),
    }),
    output: SyncPreview,
  }),
  taskNumbers: endpoint({
    ...read,
    path: '/manager/task/numbers',
    summary: '任务数，按状态、区域与承担机构',
    access: ['taskNumbers', 'taskNumbersTakingPart', 'planDetail', 'planDetailTakingPart'],
    input: z.object({ planId: PlanId, areaId: AreaId.optional() }),
    output: TaskNumbers,
  }),
}
