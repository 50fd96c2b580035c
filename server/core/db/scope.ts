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
