import { sql } from 'kysely'
import { HistoryStatus, type Sex, type StudentStatus, type StudentType } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { HistoryPageQuery } from '#contract/students/schemas.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db, Tx } from '../../core/db/connect.ts'
import { KNOWN_BIRTH_DATE, KNOWN_NAME, knownCode, knownText } from '../../core/db/known-student.ts'
import { nameFound } from '../../core/db/name-search.ts'
import { paged, pageOf, totalCount } from '../../core/db/paging.ts'
import { ORG_COLUMNS, withinPast } from '../../core/db/scope.ts'
import type { Scope } from '../../core/scope.ts'

const { transferredOut, graduated } = codeLiterals(HistoryStatus)

/** A teacher's are those who left from the own classes, or came back into them. */
const RECORD_COLUMNS = { ...ORG_COLUMNS, class: 'enrolment.classId' }

/** School years start in September: eight months earlier it is the calendar's year. */
const schoolYear = sql<number>`extract(year from enrolment.to_on - interval '8 months')::int`

/** Records of those who left and did not come back, inside the scope. The one door to them. */
function recordsInScope(db: Db, scope: Scope) {
  return db
    .selectFrom('enrolment')
    .innerJoin('student', 'student.id', 'enrolment.studentId')
    .innerJoin('class', 'class.id', 'enrolment.classId')
    .innerJoin('grade', 'grade.id', 'enrolment.gradeId')
    .innerJoin('org', 'org.id', 'enrolment.orgId')
    .innerJoin('school', 'school.orgId', 'enrolment.orgId')
    .leftJoin('leftStudent as former', (join) =>
      join
        .onRef('former.studentId', '=', 'enrolment.studentId')
        .onRef('former.orgId', '=', 'enrolment.orgId'),
    )
    .where('enrolment.historyType', 'is not', null)
    .where('enrolment.recoveredAt', 'is', null)
    .where(withinPast(scope, RECORD_COLUMNS))
}

export function recordFields(query: ReturnType<typeof recordsInScope>) {
  return query
    .select(['enrolment.id as recordId', 'enrolment.studentId', 'enrolment.orgId', 'enrolment.classId'])
    .select(['enrolment.reason', 'org.name as orgName', 'class.name as className', 'grade.gradeNo'])
    .select(['grade.stage as prefix', 'school.schoolSystem', 'class.closedOn as classClosedOn'])
    .select([KNOWN_NAME.as('name'), KNOWN_BIRTH_DATE.as('birthDate')])
    .select(knownCode<CodeOf<typeof Sex>>('sex').as('sex'))
    .select([knownText('idCardMask').as('idCard'), knownText('passportMask').as('passportNo')])
    .select(knownText('studentNoMask').as('studentNo'))
    .select(sql<10 | 20>`enrolment.history_type`.as('historyType'))
    .select(sql<string>`enrolment.to_on`.as('leftOn'))
    .select(schoolYear.as('schoolYear'))
    .select(
      sql<boolean>`student.class_id is null and student.org_id = enrolment.org_id and not exists (
        select 1 from enrolment later where later.student_id = enrolment.student_id and later.id > enrolment.id
          and later.history_type is not null and later.recovered_at is null)`.as('recoverable'),
    )
}

export type HistoryFilter = Omit<HistoryPageQuery, 'pageNum' | 'pageSize'>

export function matchingRecords(db: Db, scope: Scope, query: HistoryFilter) {
  let rows = recordsInScope(db, scope)
  if (query.orgId !== undefined) rows = rows.where('enrolment.orgId', '=', query.orgId)
  if (query.prefix !== undefined) rows = rows.where('grade.stage', '=', query.prefix)
  if (query.gradeId !== undefined) rows = rows.where('enrolment.gradeId', '=', query.gradeId)
  if (query.classId !== undefined) rows = rows.where('enrolment.classId', '=', query.classId)
  if (query.historyType !== undefined) rows = rows.where('enrolment.historyType', '=', query.historyType)
  if (query.schoolYear !== undefined) rows = rows.where(schoolYear, '=', query.schoolYear)
  if (query.name) rows = rows.where(nameFound(scope, KNOWN_NAME, query.name))
  return rows
}

export async function selectHistory(db: Db, scope: Scope, query: HistoryPageQuery) {
  const rows = matchingRecords(db, scope, query)
  const counting = rows.select(totalCount.as('total'))
  const list = await paged(
    recordFields(rows)
      .select(counting.as('total'))
      .orderBy('enrolment.toOn', 'desc')
      .orderBy('enrolment.id', 'desc'),
    query,
  ).execute()
  return pageOf(query, list, () => counting.executeTakeFirstOrThrow())
}

export function selectRecords(db: Db, scope: Scope, recordIds: number[]) {
  return recordFields(recordsInScope(db, scope).where('enrolment.id', 'in', recordIds)).execute()
}

export function selectRecordInfo(db: Db, scope: Scope, recordId: number) {
  return recordFields(recordsInScope(db, scope).where('enrolment.id', '=', recordId))
    .leftJoin('appUser as ender', 'ender.id', 'enrolment.endedBy')
    .select(knownCode<CodeOf<typeof StudentType>>('studentType').as('studentType'))
    .select(knownCode<CodeOf<typeof StudentStatus>>('status').as('status'))
    .select([knownText('nation').as('nation'), knownText('nativePlace').as('nativePlace')])
    .select([knownText('parentName').as('parentName'), knownText('parentPhoneMask').as('parentPhone')])
    .select('ender.realName as endedBy')
    .select(['org.provinceId', 'org.cityId', 'org.regionId'])
    .executeTakeFirst()
}

/** How many left from which class in which year. */
export function selectHistoryTree(db: Db, scope: Scope, orgId: number) {
  return matchingRecords(db, scope, { orgId })
    .select([schoolYear.as('schoolYear'), 'enrolment.classId', 'class.name as className'])
    .select(['grade.id as gradeId', 'grade.gradeNo', 'grade.stage as prefix', 'school.schoolSystem'])
    .select(
      sql<number>`count(*) filter (where enrolment.history_type = ${transferredOut})::int`.as(
        'transferredOut',
      ),
    )
    .select(sql<number>`count(*) filter (where enrolment.history_type = ${graduated})::int`.as('graduated'))
    .groupBy([schoolYear, 'enrolment.classId', 'class.name', 'class.classNo', 'grade.id', 'grade.gradeNo'])
    .groupBy(['grade.stage', 'school.schoolSystem'])
    .orderBy(schoolYear, 'desc')
    .orderBy('grade.stage', 'desc')
    .orderBy('grade.gradeNo', 'desc')
    .orderBy('class.classNo')
    .execute()
}

export async function markRecovered(db: Tx, recordIds: number[]) {
  await db
    .updateTable('enrolment')
    .set({ recoveredAt: sql<Date>`now()`, updatedAt: sql<Date>`clock_timestamp()` })
    .where('id', 'in', recordIds)
    .execute()
}

/** The schools of a student's history that lie in the scope. */
export function selectSchoolsOf(db: Db, scope: Scope, studentId: number) {
  return db
    .selectFrom('enrolment')
    .innerJoin('org', 'org.id', 'enrolment.orgId')
    .innerJoin('student', 'student.id', 'enrolment.studentId')
    .where('enrolment.studentId', '=', studentId)
    .where(withinPast(scope, RECORD_COLUMNS))
    .select(['org.id as orgId', 'org.name as orgName'])
    .select(sql<string>`min(enrolment.from_on)`.as('fromOn'))
    .select(
      sql<
        string | null
      >`case when bool_or(enrolment.to_on is null) then null else max(enrolment.to_on) end`.as('toOn'),
    )
    .groupBy(['org.id', 'org.name'])
    .orderBy(sql`min(enrolment.from_on)`)
    .execute()
}
