import type { ColumnType, Generated } from 'kysely'
import type { JudgementProfile } from '#contract/eyesight/judgement/profile.ts'
import type { PlanItems } from '#contract/eyesight/plan-schemas.ts'
import type { DateColumn, NullableTimestamp, Timestamp } from '../../core/db/column-types.ts'

export type PlanTables = {
  plan: {
    id: Generated<number>
    name: string
    status: Generated<number>
    ownerOrgId: number
    startsOn: DateColumn
    endsOn: DateColumn
    createdAt: Timestamp
    schoolYear: number | null
    season: number | null
    kind: Generated<number>
    includeDirect: Generated<number>
    stages: Generated<number[]>
    items: ColumnType<PlanItems, string | undefined, string>
    profile: ColumnType<JudgementProfile, string | undefined, string>
    lastPlanId: number | null
    retestRatio: Generated<number>
    errorCap: Generated<number>
    targetRate: Generated<number>
    schoolMayAdd: Generated<boolean>
    remark: string | null
    clientKey: string | null
    createdBy: number | null
    publishedAt: NullableTimestamp
    endedAt: NullableTimestamp
    archivedAt: NullableTimestamp
    updatedAt: Timestamp
    version: Generated<number>
    rangeStored: Generated<boolean>
  }
  planEndSchool: {
    planId: number
    orgId: number
    provinceId: string
    cityId: string | null
    regionId: string | null
    stages: number[]
    begun: Generated<boolean>
    hasTask: boolean
  }
  planEndClass: {
    planId: number
    classId: number
    schoolOrgId: number
    provinceId: string
    cityId: string | null
    regionId: string | null
    stage: number
    gradeId: number
    gradeNo: number
    className: string
    classNo: number
    taskId: number | null
    executorOrgId: number | null
    male: number
    female: number
  }
  planListed: { planId: number; schoolOrgId: number; stage: number; classes: number }
  planRangeSchool: {
    planId: number
    orgId: number
    reached: Generated<boolean>
    tasks: Generated<number>
    begun: Generated<number>
    apart: Generated<number>
  }
  planArea: {
    planId: number
    areaId: string
    provinceId: string
    cityId: string | null
    regionId: string | null
  }
  planPlaceMove: { tx: Generated<string>; planId: number; areaId: number }
  planPlace: {
    planId: number
    areaId: number
    provinceId: string
    cityId: string | null
    regionId: string | null
    schools: number
    waiting: number
    underWay: number
    completed: number
  }
}
