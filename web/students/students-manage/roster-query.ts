import type { z } from 'zod'
import { StudentPageQuery } from '#contract/students/schemas.ts'

/** The query in the address, without numbers: a national student number contains the id number. */
export const RosterQuery = StudentPageQuery.omit({ idCard: true, studentNo: true })
export type RosterQuery = z.output<typeof RosterQuery>

/** School, grade and class, chosen in the header and the tree; clearing the filters leaves them. */
export const PLACE = ['orgId', 'prefix', 'gradeId', 'classId'] as const

/** Held by the page as long as it lives. */
export type NumberFilters = Pick<StudentPageQuery, 'idCard' | 'studentNo'>

export const NO_AREA = {
  provinceId: undefined,
  cityId: undefined,
  regionId: undefined,
} satisfies Partial<RosterQuery>
