import type { z } from 'zod'
import { StudentPageQuery } from '#contract/students/schemas.ts'

/** What the address holds. Numbers never stand there: a national student number contains the id number. */
export const RosterQuery = StudentPageQuery.omit({ idCard: true, studentNo: true })
export type RosterQuery = z.output<typeof RosterQuery>
export type ChangeQuery = (patch: Partial<RosterQuery>, options?: { replace?: boolean }) => void

/** Kept by the page while it lives. */
export type NumberFilters = Pick<StudentPageQuery, 'idCard' | 'studentNo'>

export const NO_AREA = {
  provinceId: undefined,
  cityId: undefined,
  regionId: undefined,
} satisfies Partial<RosterQuery>
export const NO_FILTERS = {
  ...NO_AREA,
  name: undefined,
  sex: undefined,
  studentType: undefined,
  status: undefined,
  faceCollected: undefined,
  screened: undefined,
} satisfies Partial<RosterQuery>

export const isFiltered = (query: RosterQuery, numbers: NumberFilters): boolean =>
  Object.keys(NO_FILTERS).some((key) => query[key as keyof typeof NO_FILTERS] !== undefined) ||
  Object.values(numbers).some(Boolean)
