import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  type SchoolStage,
  type SchoolSystem,
  Sex,
  type StudentStatus,
  type StudentType,
  YesNo,
} from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { countLimit, type StudentPageQuery } from '#contract/students/schemas.ts'
import type { Db } from '../core/db/connect.ts'
import { maskedNamePatterns, seesNamesMasked } from '../core/db/name-search.ts'
import { ORG_COLUMNS, withinRoster, withinScope } from '../core/db/scope.ts'
import { likePattern } from '../core/db/text.ts'
import { TODAY } from '../core/db/today.ts'
import type { Scope } from '../core/scope.ts'
import { inArea } from '../orgs/org-queries.ts'

export type ListedStudent = {
  studentId: number
  name: string
  sex: CodeOf<typeof Sex>
  birthDate: string
  studentType: CodeOf<typeof StudentType>
  status: CodeOf<typeof StudentStatus>
}
export type StudentListRow = ListedStudent & {
  idCard: string | null
  passportNo: string | null
  studentNo: string | null
  nation: string | null
  parentName: string | null
  parentPhone: string | null
  faceCollected: 0 | 1
  orgId: number
  orgName: string
  prefix: CodeOf<typeof SchoolStage>
  gradeId: number
  gradeNo: number
  schoolSystem: CodeOf<typeof SchoolSystem>
  classId: number
  className: string
  version: number
}
type Listed = { rows: StudentListRow[]; total: number }

const STUDENT_COLUMNS = sql`student.id as student_id, student.name, student.sex, student.birth_date,
  student.student_type, student.status, student.id_card_mask as id_card, student.passport_mask as passport_no,
  student.student_no_mask as student_no, student.nation, student.parent_name,
  student.parent_phone_mask as parent_phone, student.face_collected, student.org_id, org.name as org_name,
  grade.stage as prefix, grade.id as grade_id, grade.grade_no, school.school_system, class.id as class_id,
  class.name as class_name, student.version`
const STUDENT_PLACE = sql`join class on class.id = student.class_id join grade on grade.id = class.grade_id
  join org on org.id = student.org_id join school on school.org_id = student.org_id`

/** Filters in addition to place and sex; numbers come as hashes. */
export type PersonFilter = Pick<
  StudentPageQuery,
  'name' | 'studentType' | 'status' | 'faceCollected' | 'screened'
> & {
  documentHashes?: { idCard: Buffer; passport: Buffer }
  studentNoHash?: Buffer
}

export const and = (conditions: (RawBuilder<SqlBool> | false | undefined)[]): RawBuilder<SqlBool> => {
  const given = conditions.filter((condition) => condition !== undefined && condition !== false)
  return given.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(given, sql` and `)}`
}

/** Which students are asked for, whatever page of them. */
export type StudentFilter = Omit<StudentPageQuery, 'pageNum' | 'pageSize'>

/** Which classes are asked for. */
export function placeFilter(query: StudentFilter): RawBuilder<SqlBool> {
  return and([
    inArea(query),
    query.orgId !== undefined && sql`class.org_id = ${query.orgId}`,
    query.prefix !== undefined && sql`class.stage = ${query.prefix}`,
    query.gradeId !== undefined && sql`class.grade_id = ${query.gradeId}`,
    query.classId !== undefined && sql`class.id = ${query.classId}`,
  ])
}

export function headCount(sex: number | undefined, table: 's' | 'class') {
  const students = sql.ref(`${table}.studentCount`)
  const males = sql.ref(`${table}.maleCount`)
  if (sex === Sex.code.male) return males
  // In brackets: it is subtracted itself.
  return sex === Sex.code.female ? sql`(${students} - ${males})` : students
}

/**
 * A page of all students of a place, in the order school, grade, class. The counters of schools and classes say where
 * the page begins: only the classes it touches are read, whether it is the first page or the two-thousandth.
 */
export async function selectByPlace(db: Db, scope: Scope, query: StudentPageQuery): Promise<Listed> {
  const from = (query.pageNum - 1) * query.pageSize
  const to = from + query.pageSize
  const narrow =
    (scope.kind === 'org' && scope.only !== undefined) ||
    query.gradeId !== undefined ||
    query.classId !== undefined
  const picked = narrow ? classesAtOnce(scope, query) : classesBySchool(scope, query, from, to)
  const sex = query.sex === undefined ? sql`true` : sql`student.sex = ${query.sex}`
  const { rows } = await sql<StudentListRow & { total: number }>`
    with ${picked},
    touched as (select * from placed_class where before < ${to} and before + n > ${from}),
    found as (
      select student.id, touched.before + row_number() over (partition by student.class_id order by student.id) - 1
        as position
      from student join touched on touched.id = student.class_id where ${sex})
    select ${STUDENT_COLUMNS}, (select n from total) as total
    from total left join (found join student on student.id = found.id ${STUDENT_PLACE})
      on found.position >= ${from} and found.position < ${to}
    order by found.position`.execute(db)
  return { rows: rows.filter(({ studentId }) => studentId !== null), total: rows[0]?.total ?? 0 }
}

/** As an array the planner takes them for the few they are; joined, it would read every class of the province. */
const FEW_SCHOOLS = sql`array(select org_id from picked)`

/** Province, city, district, school: first the schools the page touches, then their classes. */
function classesBySchool(scope: Scope, query: StudentPageQuery, from: number, to: number) {
  const schools = and([
    withinScope(scope, ORG_COLUMNS),
    inArea(query),
    query.orgId !== undefined && sql`org.id = ${query.orgId}`,
    query.prefix !== undefined && sql`s.stage = ${query.prefix}`,
  ])
  return sql`
    school_total as (
      select s.org_id, sum(${headCount(query.sex, 's')})::int as n
      from school_stage s join org on org.id = s.org_id
      where ${schools} group by s.org_id),
    total as (select coalesce(sum(n), 0)::int as n from school_total),
    placed_school as (select org_id, n, sum(n) over (order by org_id) - n as before from school_total),
    picked as materialized (select * from placed_school where before < ${to} and before + n > ${from}),
    placed_class as (
      select class.id, ${headCount(query.sex, 'class')} as n,
        (select min(before) from picked) + sum(${headCount(query.sex, 'class')}) over everything
          - ${headCount(query.sex, 'class')} as before
      from class join grade on grade.id = class.grade_id
      where class.org_id = any (${FEW_SCHOOLS}) and grade.org_id = any (${FEW_SCHOOLS})
        and ${query.prefix === undefined ? sql`true` : sql`class.stage = ${query.prefix}`}
      window everything as (order by class.org_id, grade.stage, grade.grade_no, class.class_no, class.id))`
}

/** One grade, one class, or a teacher's own classes: few enough to be placed at once. */
function classesAtOnce(scope: Scope, query: StudentPageQuery) {
  return sql`
    placed_class as (
      select class.id, ${headCount(query.sex, 'class')} as n,
        sum(${headCount(query.sex, 'class')}) over everything - ${headCount(query.sex, 'class')} as before
      from class join grade on grade.id = class.grade_id join org on org.id = class.org_id
      where ${withinRoster(scope)} and ${placeFilter(query)}
      window everything as (order by class.org_id, grade.stage, grade.grade_no, class.class_no, class.id)),
    total as (select coalesce(sum(n), 0)::int as n from placed_class)`
}

/** A page of those who match; so many at most are looked at, so that a vague filter cannot read the whole province. */
export async function selectByPerson(
  db: Db,
  scope: Scope,
  query: StudentPageQuery,
  person: PersonFilter,
): Promise<Listed> {
  const { rows } = await sql<StudentListRow & { total: number }>`
    with hit as materialized (
      select student.id from student join class on class.id = student.class_id join org on org.id = student.org_id
      where ${and([withinRoster(scope), placeFilter(query), ...studentConditions(scope, query, person)])}
      limit ${countLimit(query) + 1}),
    total as (select count(*)::int as n from hit),
    page as (select id from hit order by id limit ${query.pageSize} offset ${(query.pageNum - 1) * query.pageSize})
    select ${STUDENT_COLUMNS}, (select n from total) as total
    from total left join (page join student on student.id = page.id ${STUDENT_PLACE}) on true
    order by student.id`.execute(db)
  return { rows: rows.filter(({ studentId }) => studentId !== null), total: rows[0]?.total ?? 0 }
}

/** A district or less: its students are fewer than those of a whole province who have one character in common. */
const isSmall = (scope: Scope, query: StudentFilter): boolean =>
  scope.kind === 'region' || scope.kind === 'org' || Boolean(query.regionId ?? query.orgId ?? query.classId)

/** What is asked of the students themselves. */
export const studentConditions = (scope: Scope, query: StudentFilter, person: PersonFilter) => [
  query.sex !== undefined && sql<SqlBool>`student.sex = ${query.sex}`,
  ...personConditions(scope, person, isSmall(scope, query)),
]

function personConditions(
  scope: Scope,
  person: PersonFilter,
  small: boolean,
): (RawBuilder<SqlBool> | false)[] {
  const { documentHashes: documents, studentNoHash } = person
  return [
    ...(seesNamesMasked(scope) ? maskedNameConditions : nameConditions)(person.name, small),
    documents !== undefined &&
      sql`(student.id_card_hash = ${documents.idCard} or student.passport_hash = ${documents.passport})`,
    studentNoHash !== undefined && sql`student.student_no_hash = ${studentNoHash}`,
    person.studentType !== undefined && sql`student.student_type = ${person.studentType}`,
    person.status !== undefined && sql`student.status = ${person.status}`,
    person.faceCollected !== undefined && sql`student.face_collected = ${person.faceCollected}`,
    person.screened !== undefined && screenedThisYear(person.screened),
  ]
}

/** A school year begins with September. */
const screenedThisYear = (screened: CodeOf<typeof YesNo>): RawBuilder<SqlBool> => {
  const began = sql`(date_trunc('year', ${TODAY} - interval '8 months') + interval '8 months')::date`
  const since = sql<SqlBool>`exists (
    select from student_screened where student_screened.student_id = student.id and last_on >= ${began})`
  return screened === YesNo.code.yes ? since : sql<SqlBool>`not ${since}`
}

/**
 * In a large place the index leads to those who have the shown letters; longer names would be too many to look at. It is a
 * condition of its own: together with a pattern the grams of every name that is found would be made anew.
 */
function maskedNameConditions(name: string | undefined, small: boolean): RawBuilder<SqlBool>[] {
  if (!name) return []
  const found = maskedNamePatterns(name.toLowerCase(), small)
  const patterns = found.map(({ pattern }) => pattern)
  const compared = sql<SqlBool>`lower(student.name) like any (${patterns}::text[])`
  if (small) return [compared]
  const indexed = found.map(({ shown }) => sql`name_grams(student.name) @> ${shown}::text[]`)
  return [sql<SqlBool>`(${sql.join(indexed, sql` or `)})`, compared]
}

/** The index knows single characters and pairs; longer names are then compared as a whole. */
function nameConditions(name: string | undefined, small: boolean): RawBuilder<SqlBool>[] {
  if (!name) return []
  const letters = [...name.toLowerCase()]
  const compared = sql<SqlBool>`lower(student.name) like ${likePattern(name.toLowerCase())}`
  if (letters.length === 1 && small) return [compared]
  const pairs =
    letters.length === 1 ? letters : letters.slice(1).map((letter, index) => letters[index] + letter)
  const indexed = sql<SqlBool>`name_grams(student.name) @> ${pairs}::text[]`
  if (letters.length < 3) return [indexed]
  return [indexed, compared]
}
