import type { ColumnType, Generated } from 'kysely'
import type * as codes from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { DateColumn, Timestamp } from '../core/db/column-types.ts'

/** Schools with their grades and classes, and who teaches them. */
export type SchoolTables = {
  school: {
    orgId: number
    stages: Generated<CodeOf<typeof codes.SchoolStage>[]>
    schoolSystem: Generated<CodeOf<typeof codes.SchoolSystem>>
    schoolType: CodeOf<typeof codes.SchoolNewType> | null
    schoolLevel: CodeOf<typeof codes.SchoolLevel> | null
    cityProperty: CodeOf<typeof codes.CityProperty> | null
    areaGrade: CodeOf<typeof codes.AreaGrade> | null
    monitoringCode: string | null
  }
  grade: {
    id: Generated<number>
    orgId: number
    stage: CodeOf<typeof codes.SchoolStage>
    gradeNo: number
    version: Generated<number>
    createdAt: Timestamp
  }
  class: {
    id: Generated<number>
    orgId: number
    stage: CodeOf<typeof codes.SchoolStage>
    gradeId: number
    name: string
    classNo: number
    entryYear: number
    /** Maintained by triggers; never written by hand. */
    studentCount: ColumnType<number, never, never>
    maleCount: ColumnType<number, never, never>
    closedOn: DateColumn | null
    version: Generated<number>
    createdAt: Timestamp
    updatedAt: Timestamp
  }
  classPeriod: {
    classId: number
    gradeId: number
    schoolYear: number
    fromOn: DateColumn
    toOn: DateColumn | null
  }
  schoolStage: {
    orgId: number
    stage: CodeOf<typeof codes.SchoolStage>
    classCount: ColumnType<number, never, never>
    studentCount: ColumnType<number, never, never>
    maleCount: ColumnType<number, never, never>
  }
  userClass: { userId: number; classId: number }
  userGrade: { userId: number; gradeId: number }
}
