import { sql } from 'kysely'
import type { SchoolStage, SchoolSystem } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { Db } from '../../core/db/connect.ts'
import { withinRoster } from '../../core/db/scope.ts'
import type { Scope } from '../../core/scope.ts'
import {
  and,
  headCount,
  type ListedStudent,
  type PersonFilter,
  placeFilter,
  type StudentFilter,
  studentConditions,
} from '../../students/student-list-queries.ts'
import type { StoredNumber } from './export-source.ts'
import type { ClassPart } from './place-batches.ts'

const PLACE_ORDER = sql`class.org_id, grade.stage, grade.grade_no, class.class_no, class.id`
const AREA_NAME = sql`(select full_name from area
  where area.id = coalesce(org.region_id, org.city_id, org.province_id))`

/** The classes that are asked for; their counters say how many students each has. */
export async function selectStudentPlaces(db: Db, scope: Scope, filter: StudentFilter): Promise<ClassPart[]> {
  const { rows } = await sql<ClassPart>`
    select class.id as class_id, class.org_id, ${headCount(filter.sex, 'class')} as rows
    from class join grade on grade.id = class.grade_id join org on org.id = class.org_id
    where class.student_count > 0 and ${withinRoster(scope)} and ${placeFilter(filter)}
    order by ${PLACE_ORDER}`.execute(db)
  return rows
}

/** Those who match, at most so many: a vague name must not read the whole province. */
function hits(scope: Scope, filter: StudentFilter, person: PersonFilter, limit: number | null) {
  return sql`
    select student.id from student join class on class.id = student.class_id join org on org.id = student.org_id
    where ${and([withinRoster(scope), placeFilter(filter), ...studentConditions(scope, filter, person)])}
    limit ${limit}`
}

/** Without a person to look for the counters answer. */
export async function countStudents(
  db: Db,
  scope: Scope,
  filter: StudentFilter,
  person: PersonFilter | undefined,
  limit: number | null,
): Promise<number> {
  const { rows } = person
    ? await sql<{ n: number }>`
        select count(*)::int as n from (${hits(scope, filter, person, limit)}) hit`.execute(db)
    : await sql<{ n: number }>`
        select coalesce(sum(${headCount(filter.sex, 'class')}), 0)::int as n
        from class join org on org.id = class.org_id
        where ${withinRoster(scope)} and ${placeFilter(filter)}`.execute(db)
  return rows[0]?.n ?? 0
}

/** Those with a name or number, which an index finds wherever they are; in the order of the list. */
export async function selectFoundStudents(
  db: Db,
  scope: Scope,
  filter: StudentFilter,
  person: PersonFilter,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with hit as materialized (${hits(scope, filter, person, limit)})
    select student.id from hit join student on student.id = hit.id
      join class on class.id = student.class_id join grade on grade.id = class.grade_id
    order by ${PLACE_ORDER}, student.id`.execute(db)
  return rows.map(({ id }) => id)
}

export type StudentExportRow = ListedStudent & {
  idCard: StoredNumber
  passport: StoredNumber
  studentNo: StoredNumber
  parentPhone: StoredNumber
  nation: string | null
  nativePlace: string | null
  parentName: string | null
  orgName: string
  areaName: string | null
  prefix: CodeOf<typeof SchoolStage>
  gradeNo: number
  schoolSystem: CodeOf<typeof SchoolSystem>
  className: string
}

const MASKED = sql`student.id_card_mask as id_card, student.passport_mask as passport,
  student.student_no_mask as student_no, student.parent_phone_mask as parent_phone`
const SEALED = sql`student.id_card_enc as id_card, student.passport_enc as passport,
  student.student_no_enc as student_no, student.parent_phone_enc as parent_phone`

/** One batch: range and filter hold here as in the list, whatever ids are asked for. */
export async function selectStudentRows(
  db: Db,
  scope: Scope,
  filter: StudentFilter,
  person: PersonFilter | undefined,
  batch: { classIds: number[] } | { studentIds: number[] },
  personal: boolean,
): Promise<StudentExportRow[]> {
  const those =
    'classIds' in batch
      ? sql<boolean>`student.class_id = any(${batch.classIds}::bigint[])`
      : sql<boolean>`student.id = any(${batch.studentIds}::bigint[])`
  const { rows } = await sql<StudentExportRow>`
    select student.id as student_id, student.name, student.sex, student.birth_date, student.student_type,
      student.status, student.nation, student.native_place, student.parent_name, ${personal ? SEALED : MASKED},
      org.name as org_name, ${AREA_NAME} as area_name, grade.stage as prefix, grade.grade_no,
      school.school_system, class.name as class_name
    from student join class on class.id = student.class_id join grade on grade.id = class.grade_id
      join org on org.id = student.org_id join school on school.org_id = student.org_id
    where ${and([
      those,
      withinRoster(scope),
      placeFilter(filter),
      ...studentConditions(scope, filter, person ?? {}),
    ])}
    order by ${PLACE_ORDER}, student.id`.execute(db)
  return rows
}
