import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Scope } from '../scope.ts'

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
