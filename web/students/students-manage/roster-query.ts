import type { z } from 'zod'
import { StudentPageQuery } from '#contract/students/schemas.ts'

/** What the address holds. Numbers never stand there: a national student number contains the id number. */
export const RosterQuery = StudentPageQuery.omit({ idCard: true, studentNo: true })
export type RosterQuery = z.output<typeof RosterQuery>

/** What is looked at, chosen in the header and the tree; clearing the filters leaves it. */
export const PLACE = ['orgId', 'prefix', 'gradeId', 'classId'] as const

/** Held by the page as long as it lives. */
export type NumberFilters = Pick<StudentPageQuery, 'idCard' | 'studentNo'>

export const NO_AREA = {
  provinceId: undefined,
  cityId: undefined,
  regionId: undefined,
} satisfies Partial<RosterQuery>
