import { sql } from 'kysely'
import type { z } from 'zod'
import { ApprovalStatus } from '#contract/core/codes.ts'
import { TaskStatus } from '#contract/plans/statuses.ts'
import type { SchoolFilter, SchoolPageQuery, SchoolSearchQuery } from '#contract/schools/schemas.ts'
import { codeLiterals } from '../core/db/code-literals.ts'
import type { Db, Tx } from '../core/db/connect.ts'
import { paged, pageOf, totalCount } from '../core/db/paging.ts'
import { ORG_COLUMNS, withinScope } from '../core/db/scope.ts'
import { likePattern } from '../core/db/text.ts'
import type { Scope } from '../core/scope.ts'
import { inArea } from '../orgs/org-queries.ts'
import { FigureLevel } from '../plans/figure-level.ts'
import { stageFigures } from './roster-queries.ts'

const figureLevel = codeLiterals(FigureLevel)

export function schoolsMatching(db: Db, scope: Scope, filter: z.output<typeof SchoolFilter>) {
  const { stage } = filter
  let matching = db
    .selectFrom('org')
    .innerJoin('school', 'school.orgId', 'org.id')
    .where(withinScope(scope, ORG_COLUMNS))
    .where(inArea(filter))
  if (stage !== undefined) matching = matching.where(sql<boolean>`${stage} = any(school.stages)`)
  if (filter.schoolType !== undefined) matching = matching.where('school.schoolType', '=', filter.schoolType)
  if (filter.status !== undefined) matching = matching.where('org.status', '=', filter.status)
  if (filter.keyword) matching = matching.where('org.name', 'like', likePattern(filter.keyword))
  return matching
}

const countOf = (scope: Scope, column: 'class_count' | 'student_count') =>
  sql<number>`coalesce((select sum(${sql.ref(`s.${column}`)})::int from ${stageFigures(scope)} s
    where s.org_id = org.id), 0)`

export function schoolFields(schools: ReturnType<typeof schoolsMatching>, scope: Scope) {
  return schools
    .select(['org.id as orgId', 'org.name as orgName', 'org.property as orgProperty', 'org.status'])
    .select(['org.regionId', 'org.cityId', 'org.provinceId', 'org.contactName', 'org.contactPhoneEnc'])
    .select([
      'org.expiresOn',
      'org.enabled',
      'org.version',
      'school.stages',
      'school.schoolType',
      'school.schoolLevel',
    ])
    .select(['school.cityProperty', countOf(scope, 'class_count').as('classCount')])
    .select(countOf(scope, 'student_count').as('studentCount'))
    .select(LAST_SCREENED.as('lastScreenedOn'))
}

/** The last day on which somebody was screened there, whatever the plan. */
const LAST_SCREENED = sql<string | null>`(select max(figure_day.day) from figure_day
  where figure_day.level = ${figureLevel.school} and figure_day.screened > 0 and figure_day.place_id = org.id)`

export async function selectSchools(db: Db, scope: Scope, query: SchoolPageQuery) {
  const matching = schoolsMatching(db, scope, query)
  const counting = matching.select(totalCount.as('total'))
  let rows = schoolFields(matching, scope).select(counting.as('total'))
  if (query.sort === 'name') rows = rows.orderBy('org.name')
  if (query.sort === 'students') rows = rows.orderBy('studentCount', 'desc')
  if (query.sort === 'newest') rows = rows.orderBy('org.id', 'desc')
  const list = await paged(rows.orderBy('org.id'), query).execute()
  return pageOf(query, list, () => counting.executeTakeFirstOrThrow())
}

/** Sums of the counters, never of students: one row per stage, and one for schools that have not named theirs yet. */
export function selectStageTotals(db: Db, scope: Scope, filter: z.output<typeof SchoolFilter>) {
  const schools = schoolsMatching(db, scope, filter).select(['org.id', 'school.stages'])
  return db
    .with('matching', () => schools)
    .selectFrom('matching')
    .leftJoin(sql<{ stage: number }>`unnest(matching.stages)`.as<'offered'>(sql`offered(stage)`), (join) =>
      join.onTrue(),
    )
    .leftJoin(stageFigures(scope).as<'s'>(sql`s`), (join) =>
      join.onRef('s.orgId', '=', 'matching.id').on(sql<boolean>`s.stage = offered.stage`),
    )
    .select(sql<1 | 2 | 3 | 4 | 5 | 6 | 7 | null>`offered.stage`.as('stage'))
    .select(sql<number>`count(*)::int`.as('schools'))
    .select(sql<number>`coalesce(sum(s.class_count), 0)::int`.as('classes'))
    .select(sql<number>`coalesce(sum(s.student_count), 0)::int`.as('students'))
    .select(sql<number>`coalesce(sum(s.male_count), 0)::int`.as('males'))
    .select((eb) => eb.selectFrom('matching as m').select(totalCount.as('n')).as('allSchools'))
    .groupBy(sql`offered.stage`)
    .orderBy(sql`offered.stage`)
    .execute()
}

export function selectOrgCities(db: Db, scope: Scope, orgType: number | undefined) {
  let rows = db
    .selectFrom('org')
    .innerJoin('area', 'area.id', 'org.cityId')
    .where(withinScope(scope, ORG_COLUMNS))
    .select(['area.id as cityId', 'area.name as cityName', totalCount.as('orgCount')])
    .groupBy(['area.id', 'area.name'])
    .orderBy('area.id')
  if (orgType !== undefined) rows = rows.where('org.orgType', '=', orgType as 10)
  return rows.execute()
}

/** Approved schools by name, for choosing one. */
export async function searchSchools(db: Db, scope: Scope, query: z.output<typeof SchoolSearchQuery>) {
  let matching = schoolsMatching(db, scope, { keyword: query.keyword, status: ApprovalStatus.code.passed })
  const { id } = query
  if (id) {
    matching = matching.where((eb) =>
      eb.or([eb('org.provinceId', '=', id), eb('org.cityId', '=', id), eb('org.regionId', '=', id)]),
    )
  }
  const counting = matching.select(totalCount.as('total'))
  const rows = matching
    .select(['org.id as orgId', 'org.name as orgName', 'org.regionId', 'org.cityId', 'org.provinceId'])
    .select(['school.stages', counting.as('total')])
    .orderBy('org.id')
  const list = await paged(rows, query).execute()
  return pageOf(query, list, () => counting.executeTakeFirstOrThrow())
}

export type OrgUse = {
  id: number
  name: string
  students: number
  past: number
  runningPlan: string | null
  tasks: number
}

/** What would be lost with an organisation. */
export function selectOrgUse(db: Tx, orgIds: number[]): Promise<OrgUse[]> {
  return db
    .selectFrom('org')
    .where('org.id', 'in', orgIds)
    .select(['org.id', 'org.name'])
    .select((eb) => [
      eb
        .selectFrom('student')
        .whereRef('student.orgId', '=', 'org.id')
        .select(totalCount.as('n'))
        .as('students'),
      eb
        .selectFrom('enrolment')
        .whereRef('enrolment.orgId', '=', 'org.id')
        .select(totalCount.as('n'))
        .as('past'),
      eb
        .selectFrom('task')
        .where((task) =>
          task.or([
            task('task.schoolOrgId', '=', task.ref('org.id')),
            task('task.orgId', '=', task.ref('org.id')),
          ]),
        )
        .select(totalCount.as('n'))
        .as('tasks'),
      eb
        .selectFrom('task')
        .innerJoin('plan', 'plan.id', 'task.planId')
        .where('task.status', '=', TaskStatus.code.underWay)
        .where((task) =>
          task.or([
            task('task.schoolOrgId', '=', task.ref('org.id')),
            task('task.orgId', '=', task.ref('org.id')),
          ]),
        )
        .select('plan.name')
        .limit(1)
        .as('runningPlan'),
    ])
    .execute() as Promise<OrgUse[]>
}

/** Its accounts stay, bound to nothing and shut; everything else that hangs on it goes with it. */
export async function deleteOrgRows(db: Tx, orgIds: number[]): Promise<number> {
  await db
    .deleteFrom('session')
    .where('userId', 'in', (eb) => eb.selectFrom('appUser').select('id').where('orgId', 'in', orgIds))
    .execute()
  await db
    .updateTable('appUser')
    .set({ orgId: null, enabled: false, version: sql<number>`version + 1` })
    .where('orgId', 'in', orgIds)
    .execute()
  await db
    .deleteFrom('classPeriod')
    .where('classId', 'in', (eb) => eb.selectFrom('class').select('id').where('orgId', 'in', orgIds))
    .execute()
  await db.deleteFrom('class').where('orgId', 'in', orgIds).execute()
  await db.deleteFrom('grade').where('orgId', 'in', orgIds).execute()
  const { numDeletedRows } = await db.deleteFrom('org').where('id', 'in', orgIds).executeTakeFirst()
  return Number(numDeletedRows)
}
