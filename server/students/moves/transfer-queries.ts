import { sql } from 'kysely'
import type { z } from 'zod'
import { ApprovalStatus } from '#contract/core/codes.ts'
import type { SchoolSearchQuery } from '#contract/schools/schemas.ts'
import type { Db, Tx } from '../../core/db/connect.ts'
import { paged, pageOf, totalCount } from '../../core/db/paging.ts'
import { likePattern } from '../../core/db/text.ts'
import { classesWithSchool } from '../../schools/roster-queries.ts'

/** Every open school of a province by name: where a child can go is no secret, who is there is. */
export async function selectSchoolsOfProvince(
  db: Db,
  provinceId: string,
  query: z.output<typeof SchoolSearchQuery>,
) {
  let matching = db
    .selectFrom('org')
    .innerJoin('school', 'school.orgId', 'org.id')
    .where('org.provinceId', '=', provinceId)
    .where('org.status', '=', ApprovalStatus.code.passed)
  if (query.keyword) matching = matching.where('org.name', 'like', likePattern(query.keyword))
  const { id } = query
  if (id) {
    matching = matching.where((eb) => eb.or([eb('org.cityId', '=', id), eb('org.regionId', '=', id)]))
  }
  const counting = matching.select(totalCount.as('total'))
  const rows = matching
    .select(['org.id as orgId', 'org.name as orgName', 'org.provinceId', 'org.cityId', 'org.regionId'])
    .select(['school.stages', counting.as('total')])
    .orderBy('org.id')
  const list = await paged(rows, query).execute()
  return pageOf(query, list, () => counting.executeTakeFirstOrThrow())
}

/** The open classes of any open school of the province, by name only. */
export function selectTargetClasses(db: Db, provinceId: string, orgId: number) {
  return targets(db, provinceId)
    .where('class.orgId', '=', orgId)
    .orderBy('grade.stage')
    .orderBy('grade.gradeNo')
    .orderBy('class.classNo')
    .execute()
}
export type TargetClass = Awaited<ReturnType<typeof selectTargetClasses>>[number]

export function selectTargetClass(
  db: Db,
  provinceId: string,
  classId: number,
): Promise<TargetClass | undefined> {
  return targets(db, provinceId).where('class.id', '=', classId).executeTakeFirst()
}

function targets(db: Db, provinceId: string) {
  return classesWithSchool(db)
    .where('org.provinceId', '=', provinceId)
    .where('org.status', '=', ApprovalStatus.code.passed)
    .where('class.closedOn', 'is', null)
    .select(['class.id as classId', 'class.name as className', 'class.orgId', 'org.name as orgName'])
    .select(['grade.id as gradeId', 'grade.gradeNo', 'grade.stage as prefix', 'school.schoolSystem'])
}

/** The student that an application is about, wherever it is, locked until the transaction ends. */
export function lockStudent(db: Tx, studentId: number) {
  return db.selectFrom('student').selectAll().where('id', '=', studentId).forUpdate().executeTakeFirst()
}

export async function isClassOpen(db: Tx, classId: number, orgId: number): Promise<boolean> {
  const row = await db
    .selectFrom('class')
    .select(sql<boolean>`closed_on is null`.as('open'))
    .where('id', '=', classId)
    .where('orgId', '=', orgId)
    .executeTakeFirst()
  return row?.open === true
}

/**
 * Whether the student is waiting for this school already. Locks the student, so that concurrent calls run one after
 * another.
 */
export async function hasOpenApplication(db: Tx, studentId: number, toOrgId: number): Promise<boolean> {
  await db.selectFrom('student').select('id').where('id', '=', studentId).forUpdate().execute()
  const open = db.selectFrom('approval').select('id').where('studentId', '=', studentId)
  const row = await open
    .where('toOrgId', '=', toOrgId)
    .where('status', '=', ApprovalStatus.code.pending)
    .executeTakeFirst()
  return row !== undefined
}
