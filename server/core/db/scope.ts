import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Scope } from '../scope.ts'
import type { Param } from './prepared.ts'

/** The columns of a table (or alias) that say where a row belongs. */
export type ScopeColumns = { province: string; city: string; region: string; org: string }

export const ORG_COLUMNS: ScopeColumns = {
  province: 'org.provinceId',
  city: 'org.cityId',
  region: 'org.regionId',
  org: 'org.id',
}

/** The one place where a data range becomes SQL. */
export function withinScope(scope: Scope, columns: ScopeColumns): RawBuilder<SqlBool> {
  switch (scope.kind) {
    case 'province':
      return sql<SqlBool>`${sql.ref(columns.province)} = ${scope.provinceId}`
    case 'city':
      return sql<SqlBool>`${sql.ref(columns.city)} = ${scope.cityId}`
    case 'region':
      return sql<SqlBool>`${sql.ref(columns.region)} = ${scope.regionId}`
    case 'org':
      return sql<SqlBool>`${sql.ref(columns.org)} = ${scope.orgId}`
    case 'nothing':
      return sql<SqlBool>`false`
  }
}

/** Where a class or a student of it stands; `classId` and `gradeId` are the class's. */
export type RosterColumns = ScopeColumns & { class: string; grade: string }

export const ROSTER_COLUMNS: RosterColumns = { ...ORG_COLUMNS, class: 'class.id', grade: 'class.gradeId' }

/** As `withinScope` for what belongs to classes: teachers and grade heads see no others than their own. */
export function withinRoster(scope: Scope, columns: RosterColumns = ROSTER_COLUMNS): RawBuilder<SqlBool> {
  const inSchool = withinScope(scope, columns)
  const only = scope.kind === 'org' ? scope.only : undefined
  if (!only) return inSchool
  const own =
    only.by === 'class'
      ? sql`${sql.ref(columns.class)} in (select class_id from user_class where user_id = ${only.userId})`
      : sql`${sql.ref(columns.grade)} in (select grade_id from user_grade where user_id = ${only.userId})`
  return sql<SqlBool>`(${inSchool} and ${own})`
}

/** For prepared queries: the id a scope names, whatever its kind. */
export type ScopeValues = { scopeId: string | number }

export function scopeValues(scope: Scope): ScopeValues {
  switch (scope.kind) {
    case 'province':
      return { scopeId: scope.provinceId }
    case 'city':
      return { scopeId: scope.cityId }
    case 'region':
      return { scopeId: scope.regionId }
    case 'org':
      return { scopeId: scope.orgId }
    case 'nothing':
      return { scopeId: '' }
  }
}

/** A scope of the same kind whose id is the query's parameter. */
export function preparedScope({ kind }: Scope, param: Param<ScopeValues>): Scope {
  const id = param('scopeId') as never
  return { kind, provinceId: id, cityId: id, regionId: id, orgId: id }
}
