// Of whom a file is, for the trail: what an entry names is found for each child of it.
import type { ExportKey } from '#contract/exports/export-key.ts'
import type { Scope } from '../core/scope.ts'

/** Those with a line for each child. */
export const OF_CHILDREN: ReadonlySet<ExportKey> = new Set<ExportKey>([
  'students',
  'history',
  'results',
  'national',
  'healthText',
  'healthCode',
  'healthRec',
  'letters',
  'warnings',
])

/** What filters have in common that say where; a grade of a plan is one of its school. */
export type ExportedPlace = Partial<
  Record<'planId' | 'taskId' | 'orgId' | 'gradeId' | 'classId', number> &
    Record<'areaId' | 'regionId' | 'cityId' | 'provinceId', string>
>

/** The narrowest that is named, else the range of who exports. */
export function exportedUnit(place: ExportedPlace, scope: Scope): string | undefined {
  const { classId, gradeId, taskId, orgId } = place
  if (classId) return `class:${classId}`
  if (gradeId) return `grade:${gradeId}`
  if (taskId) return `task:${taskId}`
  if (orgId) return `org:${orgId}`
  const area = place.areaId ?? place.regionId ?? place.cityId ?? place.provinceId
  return area ? `area:${area}` : unitOfScope(scope)
}

function unitOfScope(scope: Scope): string | undefined {
  switch (scope.kind) {
    case 'province':
      return `area:${scope.provinceId}`
    case 'city':
      return `area:${scope.cityId}`
    case 'region':
      return `area:${scope.regionId}`
    case 'org':
      return `org:${scope.orgId}`
    case 'nothing':
      return undefined
  }
}
