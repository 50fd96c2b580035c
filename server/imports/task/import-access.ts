import { StudentType, UploadTaskKind } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { BizError } from '#contract/core/error-codes.ts'
import type { PermissionName } from '#contract/core/permissions.ts'
import type { UserCtx } from '../../core/context.ts'
import { screeningScope } from '../../eyesight/plans/access.ts'
import type { TaskViewer } from './import-task-queries.ts'

/** Each type of student has a permission of its own (spec §6). */
export const TYPE_PERMISSIONS: Record<CodeOf<typeof StudentType>, PermissionName> = {
  [StudentType.code.mainland]: 'importMainland',
  [StudentType.code.nonMainland]: 'importNonMainland',
  [StudentType.code.mainlandWithoutId]: 'importWithoutId',
}
const { classDivision, caries, screening } = UploadTaskKind.code
const KIND_PERMISSIONS = [
  [classDivision, 'importDivision'],
  [caries, 'importCaries'],
  [screening, 'importScreening'],
] as const

/** Whose tasks a caller gets: of the own organisation, in range, and of the kinds that the caller may import. */
export function taskViewer(ctx: UserCtx): TaskViewer {
  const { caller, scope } = ctx
  const may = (permission: PermissionName) => caller.permissions.has(permission)
  return {
    scope,
    screening: screeningScope(ctx),
    loginOrgId: caller.orgId ?? 0,
    kinds: KIND_PERMISSIONS.filter(([, permission]) => may(permission)).map(([kind]) => kind),
    studentTypes: StudentType.options.map(({ value }) => value).filter((type) => may(TYPE_PERMISSIONS[type])),
  }
}

/** A sheet is about a whole school: nothing for somebody who sees a few classes of it. */
export function assertWholeSchool({ scope }: UserCtx): void {
  if (scope.kind === 'org' && scope.only) throw new BizError(602)
}
