import { SchoolStage, Sex } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { gradeNameOf } from '../../schools/roster.ts'

type Listed = Parameters<typeof gradeNameOf>[0] & {
  orgName: string
  prefix: CodeOf<typeof SchoolStage>
  className: string
  name: string
  sex: CodeOf<typeof Sex>
  birthDate: string
}

/** Where a student is or was, and who it is. */
export const PLACE_AND_PERSON = {
  school: (row: Listed) => row.orgName,
  stage: (row: Listed) => SchoolStage.label(row.prefix),
  grade: (row: Listed) => gradeNameOf(row),
  class: (row: Listed) => row.className,
  name: (row: Listed) => row.name,
  sex: (row: Listed) => Sex.label(row.sex),
  birthDate: (row: Listed) => row.birthDate,
}

/** Rows with names as the file shows them. */
export const withNames = <Row extends { name: string; parentName?: string | null }>(
  rows: readonly Row[],
  nameOf: (name: string) => string,
): Row[] =>
  rows.map((row) => ({
    ...row,
    name: nameOf(row.name),
    ...(row.parentName ? { parentName: nameOf(row.parentName) } : {}),
  }))
