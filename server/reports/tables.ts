import type { ColumnType, Generated } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from '../core/db/column-types.ts'

export type ReportTables = {
  reportDesign: {
    id: Generated<number>
    orgId: number
    ownerId: number
    name: string
    shared: Generated<boolean>
    design: Json
    version: Generated<number>
    createdAt: Timestamp
    updatedAt: Timestamp
  }
  reportText: {
    id: Generated<number>
    planId: number
    areaId: string | null
    schoolOrgId: number | null
    stage: number | null
    gradeNo: number | null
    classId: number | null
    orgId: number
    work: string
    problems: string
    next: string
    revision: Generated<number>
    savedBy: number
    savedByName: string
    savedAt: Timestamp
  }
  frozenSeries: { series: string; lastNo: Generated<number> }
  frozenReport: {
    id: Generated<number>
    reportNo: string
    kind: string
    title: string
    unitName: string
    planId: number
    planName: string
    lastPlanId: number | null
    provinceId: string
    cityId: string | null
    regionId: string | null
    schoolOrgId: number | null
    stage: number | null
    gradeNo: number | null
    gradeId: number | null
    classId: number | null
    request: ColumnType<object, string, never>
    content: ColumnType<string, string, never>
    contentVersion: ColumnType<number, number | undefined, never>
    sha256: ColumnType<string, string, never>
    /** The checksum that the trail names, if a mask in the content was shortened later. */
    sha256AsFrozen: ColumnType<string | null, undefined, never>
    figuresSha256: ColumnType<string, string, never>
    toldAll: boolean
    rangeKind: string
    frozenBy: number
    frozenByName: string
    orgId: number
    orgName: string
    frozenAt: Timestamp
    withdrawnAt: NullableTimestamp
    withdrawnBy: number | null
    withdrawnByName: string | null
    withdrawnReason: string | null
  }
}
