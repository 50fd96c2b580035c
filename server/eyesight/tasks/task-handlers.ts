import type { taskEndpoints } from '#contract/eyesight/task-endpoints.ts'
import type { Implementation } from '../../core/http/implement.ts'
import { findSyncNotice, syncTasks } from './sync.ts'
import { addTasks } from './task-add.ts'
import { findTask } from './task-detail.ts'
import { completeTask, deleteTasks, editTasks, reopenTask, startTask } from './task-edit.ts'
import { findTaskNumbers, listTasks } from './task-list.ts'

export const taskHandlers: Implementation<typeof taskEndpoints> = {
  taskPageList: listTasks,
  taskDetail: findTask,
  addTasks,
  editTasks,
  deleteTasks,
  startTask,
  completeTask,
  reopenTask,
  syncNotice: findSyncNotice,
  syncTasks,
  taskNumbers: findTaskNumbers,
}
