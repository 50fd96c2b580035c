import type { ColumnType, Generated } from 'kysely'
import type { TaskSelection } from '#contract/eyesight/plan-schemas.ts'
import type { DateColumn, NullableTimestamp, Timestamp } from '../../core/db/column-types.ts'

export type TaskTables = {
  task: {
    id: Generated<number>
    planId: number
    schoolOrgId: number
    orgId: number
    status: Generated<number>
    createdAt: Timestamp
    startsOn: DateColumn
    endsOn: DateColumn
    selection: ColumnType<TaskSelection | null, string | null | undefined, string | null>
    provinceId: string
    cityId: string | null
    regionId: string | null
    syncedAt: NullableTimestamp
    completedAt: NullableTimestamp
    endedWithPlan: Generated<boolean>
    createdBy: number | null
    updatedAt: Timestamp
    version: Generated<number>
  }
  taskClass: {
    taskId: number
    classId: number
    planId: number
    schoolOrgId: number
    stage: number
    gradeId: number
    gradeNo: number
    className: string
    classNo: number
    fiveFour: Generated<boolean>
  }
}
