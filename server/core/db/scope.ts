import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { OnlyOwn, Scope } from '../scope.ts'
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

/** Where something that belongs to a class stands; `class` is the class's id. */
export type RosterColumns = ScopeColumns & { class: string }

export const ROSTER_COLUMNS: RosterColumns = { ...ORG_COLUMNS, class: 'class.id' }

/**
 * The classes of a teacher, or those that are in a grade head's grades today. A class moves up with its children: what
 * belongs to it from earlier years is their past, and what its grade had then is the past of others.
 */
export const ownClasses = ({ userId, by }: OnlyOwn) =>
  by === 'class'
    ? sql`(select class_id from user_class where user_id = ${userId})`
    : sql`(select own.id from class as own join user_grade on user_grade.grade_id = own.grade_id
        where user_grade.user_id = ${userId} and own.closed_on is null)`

/** The grades that a teacher's classes are in, or that are assigned to a grade head. */
export const ownGrades = ({ userId, by }: OnlyOwn) =>
  by === 'class'
    ? sql`(select own.grade_id from class as own join user_class on user_class.class_id = own.id
        where user_class.user_id = ${userId})`
    : sql`(select grade_id from user_grade where user_id = ${userId})`

/** As `withinScope` for what belongs to classes: teachers and grade heads see no others than their own. */
export function withinRoster(scope: Scope, columns: RosterColumns = ROSTER_COLUMNS): RawBuilder<SqlBool> {
  return withinAnyClass(scope, columns, [columns.class])
}

/**
 * As `withinRoster` for what was noted of a child in a class of then: teachers and grade heads also see it where the
 * child is in a class of theirs today.
 */
export function withinPast(
  scope: Scope,
  columns: RosterColumns,
  classToday = 'student.classId',
): RawBuilder<SqlBool> {
  return withinAnyClass(scope, columns, [columns.class, classToday])
}

function withinAnyClass(scope: Scope, columns: ScopeColumns, classes: string[]): RawBuilder<SqlBool> {
  const inSchool = withinScope(scope, columns)
  const only = scope.kind === 'org' ? scope.only : undefined
  if (!only) return inSchool
  const own = classes.map((column) => sql`${sql.ref(column)} in ${ownClasses(only)}`)
  return sql<SqlBool>`(${inSchool} and (${sql.join(own, sql` or `)}))`
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
