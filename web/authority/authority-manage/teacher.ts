import type { AccountRow } from '#contract/authority/schemas.ts'
import { OrgType, RoleType } from '#contract/core/codes.ts'

const TEACHING: readonly number[] = [RoleType.code.gradeHead, RoleType.code.classTeacher]

/** Whether an account sees students by the classes or grades that are assigned to it. */
export const isTeacher = ({ orgType, roleType }: Pick<AccountRow, 'orgType' | 'roleType'>): boolean =>
  orgType === OrgType.code.school && TEACHING.includes(roleType)
