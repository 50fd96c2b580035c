import { sql } from 'kysely'
import type { SchoolStage } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { Db, Tx } from '../core/db/connect.ts'
import { ORG_COLUMNS, ownGrades, ROSTER_COLUMNS, withinRoster, withinScope } from '../core/db/scope.ts'
import type { Scope } from '../core/scope.ts'

/** Classes of any school, with their grade and school. */
export const classesWithSchool = (db: Db) =>
  db
    .selectFrom('class')
    .innerJoin('grade', 'grade.id', 'class.gradeId')
    .innerJoin('org', 'org.id', 'class.orgId')
    .innerJoin('school', 'school.orgId', 'class.orgId')

/** Grades and classes of schools inside the scope; teachers see their own only. The one door to classes. */
export const classesInScope = (db: Db, scope: Scope) =>
  classesWithSchool(db).where(withinRoster(scope, ROSTER_COLUMNS))

const CLASS_FIELDS = [
  'class.id as classId',
  'class.name as className',
  'class.entryYear as classYear',
  'class.studentCount',
  'class.maleCount',
  'class.version',
  'class.gradeId',
  'class.orgId',
  'class.closedOn',
  'grade.gradeNo',
  'grade.stage as prefix',
  'school.schoolSystem',
  'org.name as orgName',
] as const

/** The open classes of a school in the order people expect. */
export function selectClasses(
  db: Db,
  scope: Scope,
  filter: { orgId: number; prefix?: number; gradeId?: number },
) {
  let rows = classesInScope(db, scope)
    .where('class.orgId', '=', filter.orgId)
    .where('class.closedOn', 'is', null)
    .select(CLASS_FIELDS)
  if (filter.prefix !== undefined) rows = rows.where('grade.stage', '=', filter.prefix as 1)
  if (filter.gradeId !== undefined) rows = rows.where('class.gradeId', '=', filter.gradeId)
  return rows
    .orderBy('grade.stage')
    .orderBy('grade.gradeNo')
    .orderBy('class.classNo')
    .orderBy('class.id')
    .execute()
}
export type ClassRecord = Awaited<ReturnType<typeof selectClasses>>[number]

export function selectClass(db: Db, scope: Scope, classId: number): Promise<ClassRecord | undefined> {
  return classesInScope(db, scope).where('class.id', '=', classId).select(CLASS_FIELDS).executeTakeFirst()
}

export function selectClassesById(db: Db, scope: Scope, classIds: number[]): Promise<ClassRecord[]> {
  return classesInScope(db, scope).where('class.id', 'in', classIds).select(CLASS_FIELDS).execute()
}

const GRADE_FIELDS = [
  'grade.id as gradeId',
  'grade.orgId',
  'grade.stage as prefix',
  'grade.gradeNo',
  'grade.version',
  'school.schoolSystem',
  'org.name as orgName',
] as const

/** A teacher sees the grades that own classes stand in, a grade head the own grades. */
export function gradesInScope(db: Db, scope: Scope) {
  const rows = db
    .selectFrom('grade')
    .innerJoin('org', 'org.id', 'grade.orgId')
    .innerJoin('school', 'school.orgId', 'grade.orgId')
    .where(withinScope(scope, ORG_COLUMNS))
  return scope.kind === 'org' && scope.only
    ? rows.where('grade.id', 'in', sql<number>`${ownGrades(scope.only)}`)
    : rows
}

export function selectGrades(db: Db, scope: Scope, filter: { orgId: number; prefix?: number }) {
  let rows = gradesInScope(db, scope).where('grade.orgId', '=', filter.orgId).select(GRADE_FIELDS)
  if (filter.prefix !== undefined) rows = rows.where('grade.stage', '=', filter.prefix as 1)
  return rows.orderBy('grade.stage').orderBy('grade.gradeNo').execute()
}
export type GradeRecord = Awaited<ReturnType<typeof selectGrades>>[number]

export function selectGrade(db: Db, scope: Scope, gradeId: number): Promise<GradeRecord | undefined> {
  return gradesInScope(db, scope).where('grade.id', '=', gradeId).select(GRADE_FIELDS).executeTakeFirst()
}

/**
 * Every change of a school's roster locks its row first: work on single students in parallel (`share`), work on the
 * whole school (promotion, undoing it) exclusively (`update`).
 */
export async function lockRosters(db: Tx, orgIds: number[], how: 'share' | 'update') {
  await sql`select 1 from school where org_id = any(${[...new Set(orgIds)]}::bigint[]) order by org_id ${
    how === 'share' ? sql`for share` : sql`for update`
  }`.execute(db)
}

export type NewClass = { gradeId: number; name: string; classNo: number }

export async function insertGrade(
  db: Tx,
  grade: { orgId: number; stage: number; gradeNo: number },
): Promise<number> {
  const { id } = await db
    .insertInto('grade')
    .values({ ...grade, stage: grade.stage as 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** New classes with their first period; `since` is the day from which they are in their grade. */
export async function insertClasses(
  db: Tx,
  grade: { orgId: number; stage: number; schoolYear: number; entryYear: number; since: string },
  classes: NewClass[],
): Promise<number[]> {
  const { orgId, entryYear } = grade
  const inserted = await db
    .insertInto('class')
    .values(classes.map((each) => ({ ...each, orgId, stage: grade.stage as 1, entryYear })))
    .returning(['id', 'gradeId'])
    .execute()
  await db
    .insertInto('classPeriod')
    .values(
      inserted.map(({ id, gradeId }) => ({
        classId: id,
        gradeId,
        schoolYear: grade.schoolYear,
        fromOn: grade.since,
      })),
    )
    .execute()
  return inserted.map(({ id }) => id)
}

/** False when somebody else saved in between. */
export async function updateGradeNo(db: Tx, gradeId: number, version: number, gradeNo: number) {
  const { numUpdatedRows } = await db
    .updateTable('grade')
    .set({ gradeNo, version: version + 1 })
    .where('id', '=', gradeId)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function updateClassName(
  db: Tx,
  classId: number,
  version: number,
  change: { name: string; classNo: number },
) {
  const { numUpdatedRows } = await db
    .updateTable('class')
    .set({ ...change, version: version + 1, updatedAt: sql<Date>`clock_timestamp()` })
    .where('id', '=', classId)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function hasEverHadStudents(db: Tx, classId: number): Promise<boolean> {
  const row = await db
    .selectFrom('enrolment')
    .select('id')
    .where('classId', '=', classId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function removeClass(db: Tx, classId: number) {
  await db.deleteFrom('class').where('id', '=', classId).execute()
}

/** A class with a past is closed, not removed: somebody was in it. */
export async function closeClass(db: Tx, classId: number, today: string) {
  await db
    .updateTable('class')
    .set({ closedOn: today, version: sql<number>`version + 1`, updatedAt: sql<Date>`clock_timestamp()` })
    .where('id', '=', classId)
    .execute()
  await db
    .updateTable('classPeriod')
    .set({ toOn: today })
    .where('classId', '=', classId)
    .where('toOn', 'is', null)
    .execute()
}

/** Classes that are or ever were in the grade, and those of them that are no longer. */
export async function selectGradeUse(db: Tx, gradeId: number) {
  return db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('class')
        .where('gradeId', '=', gradeId)
        .where('closedOn', 'is', null)
        .select(sql<number>`count(*)::int`.as('n'))
        .as('openClasses'),
      eb
        .selectFrom('classPeriod')
        .where('gradeId', '=', gradeId)
        .select(sql<number>`count(*)::int`.as('n'))
        .as('periods'),
      eb
        .selectFrom('classPeriod')
        .where('gradeId', '=', gradeId)
        .where('toOn', 'is not', null)
        .select(sql<number>`count(*)::int`.as('n'))
        .as('pastPeriods'),
    ])
    .executeTakeFirstOrThrow()
}

/** The classes of a corrected grade entered their stage in another year than was thought. */
export async function shiftEntryYears(db: Tx, gradeId: number, years: number) {
  if (years === 0) return
  await db
    .updateTable('class')
    .set({ entryYear: sql<number>`entry_year + ${years}::int`, updatedAt: sql<Date>`clock_timestamp()` })
    .where('gradeId', '=', gradeId)
    .execute()
}

export async function deleteGradeRow(db: Tx, gradeId: number) {
  await db.deleteFrom('grade').where('id', '=', gradeId).execute()
}

export function selectTeachers(db: Db, of: { classId: number } | { gradeId: number }) {
  const users = db.selectFrom('appUser').where('appUser.enabled', '=', true)
  const rows =
    'classId' in of
      ? users.where('appUser.id', 'in', (eb) =>
          eb.selectFrom('userClass').select('userId').where('classId', '=', of.classId),
        )
      : users.where('appUser.id', 'in', (eb) =>
          eb.selectFrom('userGrade').select('userId').where('gradeId', '=', of.gradeId),
        )
  return rows.select(['appUser.id as userId', 'appUser.realName']).orderBy('appUser.id').execute()
}

type StageFigures = { orgId: number; stage: number }

/**
 * Classes and students by school and stage: from stored counts, or of the own classes for callers who see no others.
 */
export function stageFigures(scope: Scope) {
  if (scope.kind !== 'org' || !scope.only) return sql<StageFigures>`school_stage`
  return sql<StageFigures>`(select class.org_id, class.stage, count(*) filter (where class.closed_on is null) as class_count,
    sum(class.student_count) as student_count, sum(class.male_count) as male_count
    from class join org on org.id = class.org_id where ${withinRoster(scope)} group by class.org_id, class.stage)`
}

export function selectStageCounts(db: Db, scope: Scope, orgId: number) {
  return db
    .selectFrom('school')
    .innerJoin(sql<{ stage: number }>`unnest(school.stages)`.as<'offered'>(sql`offered(stage)`), (join) =>
      join.onTrue(),
    )
    .leftJoin(stageFigures(scope).as<'s'>(sql`s`), (join) =>
      join.onRef('s.orgId', '=', 'school.orgId').on(sql<boolean>`s.stage = offered.stage`),
    )
    .where('school.orgId', '=', orgId)
    .select(sql<CodeOf<typeof SchoolStage>>`offered.stage`.as('prefix'))
    .select('school.schoolSystem')
    .select(sql<number>`coalesce(s.class_count, 0)::int`.as('classCount'))
    .select(sql<number>`coalesce(s.student_count, 0)::int`.as('studentCount'))
    .orderBy(sql`offered.stage`)
    .execute()
}
