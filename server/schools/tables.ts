import type { ColumnType, Generated } from 'kysely'
import type {
  AreaGrade,
  CityProperty,
  SchoolLevel,
  SchoolNewType,
  SchoolStage,
  SchoolSystem,
} from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { PlainDate, Timestamp } from '../core/db/column-types.ts'

/** Schools with their grades and classes, and who teaches them. */
export type SchoolTables = {
  school: {
    orgId: number
    stages: Generated<CodeOf<typeof SchoolStage>[]>
    schoolSystem: Generated<CodeOf<typeof SchoolSystem>>
    schoolType: CodeOf<typeof SchoolNewType> | null
    schoolLevel: CodeOf<typeof SchoolLevel> | null
    cityProperty: CodeOf<typeof CityProperty> | null
    areaGrade: CodeOf<typeof AreaGrade> | null
  }
  grade: {
    id: Generated<number>
    orgId: number
    stage: CodeOf<typeof SchoolStage>
    gradeNo: number
    version: Generated<number>
    createdAt: Timestamp
  }
  class: {
    id: Generated<number>
    orgId: number
    stage: CodeOf<typeof SchoolStage>
    gradeId: number
    name: string
    classNo: number
    entryYear: number
    /** Maintained by triggers; never written by hand. */
    studentCount: ColumnType<number, never, never>
    maleCount: ColumnType<number, never, never>
    closedOn: PlainDate | null
    version: Generated<number>
    createdAt: Timestamp
    updatedAt: Timestamp
  }
  classPeriod: {
    classId: number
    gradeId: number
    schoolYear: number
    fromOn: PlainDate
    toOn: PlainDate | null
  }
  schoolStage: {
    orgId: number
    stage: CodeOf<typeof SchoolStage>
    classCount: ColumnType<number, never, never>
    studentCount: ColumnType<number, never, never>
    maleCount: ColumnType<number, never, never>
  }
  userClass: { userId: number; classId: number }
  userGrade: { userId: number; gradeId: number }
}
