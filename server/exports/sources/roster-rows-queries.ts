import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SchoolStage, SchoolSystem, Sex } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { PaperFilter } from '#contract/exports/paper-filter.ts'
import type { Db } from '../../core/db/connect.ts'
import { withinRoster } from '../../core/db/scope.ts'
import type { Scope } from '../../core/scope.ts'

export type RosterPart = Partial<
  Pick<PaperFilter, 'orgId' | 'prefix' | 'gradeNo' | 'classId' | 'stage'> & { studentIds: readonly number[] }
>

/** Students at school (as `student`, `class`, `grade` and `org`), inside the caller's range whatever is named. */
function onRoster(scope: Scope, part: RosterPart): RawBuilder<SqlBool> {
  const { orgId, prefix, gradeNo, classId, stage, studentIds } = part
  const conditions = [
    withinRoster(scope),
    orgId !== undefined && sql`student.org_id = ${orgId}`,
    prefix !== undefined && sql`grade.stage = ${prefix}`,
    stage !== undefined && sql`grade.stage = ${stage}`,
    gradeNo !== undefined && sql`grade.grade_no = ${gradeNo}`,
    classId !== undefined && sql`class.id = ${classId}`,
    studentIds !== undefined && sql`student.id = any (${[...studentIds]}::bigint[])`,
  ].filter((condition) => condition !== false)
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}
const ROSTER = sql`student join class on class.id = student.class_id join grade on grade.id = class.grade_id
  join org on org.id = student.org_id join school on school.org_id = student.org_id`

export type RosterRow = {
  studentId: number
  studentName: string
  sex: CodeOf<typeof Sex>
  birthDate: string
  studentNo: string | null
  idCard: string | null
  passport: string | null
  nation: string | null
  areaName: string | null
  schoolName: string
  schoolSystem: CodeOf<typeof SchoolSystem>
  stage: CodeOf<typeof SchoolStage>
  gradeNo: number
  classId: number
  className: string
}

/** Only of children at school: who cares for them. */
export type RosterChild = RosterRow & { parentName: string | null; parentPhone: string | null }

/** School by school, class by class, numbers masked. */
export async function selectRoster(db: Db, scope: Scope, part: RosterPart): Promise<RosterChild[]> {
  const { rows } = await sql<RosterChild>`
    select student.id as student_id, student.name as student_name, student.sex, student.birth_date,
      student.student_no_mask as student_no, student.id_card_mask as id_card, student.passport_mask as passport,
      student.nation, student.parent_name, student.parent_phone_mask as parent_phone,
      org.name as school_name, school.school_system, grade.stage, grade.grade_no, class.id as class_id,
      class.name as class_name,
      (select full_name from area
        where area.id = coalesce(org.region_id, org.city_id, org.province_id)) as area_name
    from ${ROSTER}
    where ${onRoster(scope, part)}
    order by student.org_id, grade.stage, grade.grade_no, class.class_no, class.id, student.id`.execute(db)
  return rows
}

/** How many of each stage. */
export async function countRoster(db: Db, scope: Scope, part: RosterPart) {
  const { rows } = await sql<{ stage: RosterRow['stage']; students: number }>`
    select grade.stage, count(*)::int as students from ${ROSTER}
    where ${onRoster(scope, part)} group by grade.stage order by grade.stage`.execute(db)
  return rows
}

/** In the order of `selectRoster`. */
export async function selectRosterClasses(db: Db, scope: Scope, part: RosterPart): Promise<number[]> {
  const { rows } = await sql<{ classId: number }>`
    select class.id as class_id from ${ROSTER} where ${onRoster(scope, part)}
    group by student.org_id, grade.stage, grade.grade_no, class.class_no, class.id
    order by student.org_id, grade.stage, grade.grade_no, class.class_no, class.id`.execute(db)
  return rows.map(({ classId }) => classId)
}
