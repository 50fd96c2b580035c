// How far screening is, which rosters and schools ask for as well.
import { codeEnum } from '../core/enums.ts'

export const PlanStatus = codeEnum({
  draft: [0, '草稿'],
  published: [1, '未开始'],
  underWay: [2, '进行中'],
  ended: [3, '已结束'],
  archived: [4, '已归档'],
})
export const TaskStatus = codeEnum({
  waiting: [0, '未开始'],
  underWay: [1, '进行中'],
  completed: [2, '已完成'],
})
