import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SchoolSystem } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { Db } from '../../core/db/connect.ts'
import { inAreaOf, type Stage } from '../figures/figure-queries.ts'
import type { AreaLevel } from '../figures/unit.ts'

export type FeedRow = {
  classId: number
  stage: Stage
  gradeNo: number
  className: string
  schoolSystem: CodeOf<typeof SchoolSystem>
  schoolName: string
  /** Who got their first result in it lately, one soon after the other. */
  students: number
  /** When the last of them did. */
  at: Date
}

export type FeedPlace = { level: AreaLevel; areaId: string } | { level: 'school'; orgId: number }

/** The classes of a place in which results were written last, the latest first. */
export async function selectFeed(
  db: Db,
  place: FeedPlace,
  planId: number,
  limit: number,
): Promise<FeedRow[]> {
  const here: RawBuilder<SqlBool> =
    'areaId' in place ? inAreaOf(place) : sql`f.school_org_id = ${place.orgId}`
  const { rows } = await sql<FeedRow>`
    select f.class_id, task_class.stage, task_class.grade_no, task_class.class_name, school.school_system,
      org.name as school_name, f.students, f.at
    from (
        select * from class_feed as f where f.plan_id = ${planId} and ${here} and f.students > 0
        order by f.listed_at desc, f.class_id limit ${limit}) as f
      join task_class on task_class.task_id = f.task_id and task_class.class_id = f.class_id
      join org on org.id = f.school_org_id join school on school.org_id = f.school_org_id
    order by f.at desc, f.class_id`.execute(db)
  return rows
}
