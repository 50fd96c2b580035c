import { type SqlBool, sql } from 'kysely'
import { RoleType } from '#contract/core/codes.ts'
import { type IndicatorName, WarningScope } from '#contract/warning/rules.ts'
import { WarningStatus } from '#contract/warning/warning-schemas.ts'
import { codeLiterals } from '../core/db/code-literals.ts'
import type { Db, Tx } from '../core/db/connect.ts'
import { TODAY } from '../core/db/today.ts'
import type { NoticeGroup } from './notice-queries.ts'

const { student } = codeLiterals(WarningScope)
const { closed } = codeLiterals(WarningStatus)
const { admin } = codeLiterals(RoleType)

const REMINDERS_MAX = 5
const DAYS_BETWEEN = 7
const NOT_VISITED: IndicatorName = 'notVisited'

/** Children of the school still without a visit, of whom nobody was reminded lately. */
const DUE = sql<SqlBool>`(w.scope = ${student} and w.ended is null and w.status < ${closed}
  and ${NOT_VISITED} = any (w.indicators) and w.reminders < ${REMINDERS_MAX}
  and (w.reminded_on is null or w.reminded_on <= ${TODAY} - ${DAYS_BETWEEN}::int)
  and exists (select from student where student.id = w.student_id and student.org_id = w.school_org_id
    and student.class_id is not null))`

export async function selectSchoolsToRemind(db: Db): Promise<number[]> {
  const { rows } = await sql<{ orgId: number }>`
    select distinct w.school_org_id as org_id from warning as w where ${DUE} order by 1`.execute(db)
  return rows.map(({ orgId }) => orgId)
}

export type ReminderGroup = Pick<
  NoticeGroup,
  | 'planId'
  | 'schoolName'
  | 'schoolSystem'
  | 'classId'
  | 'stage'
  | 'gradeNo'
  | 'className'
  | 'students'
  | 'userIds'
>

/** Counts a reminder for each child that is due; the teachers of a class, else the administrators, get one message. */
export async function updateAutoReminded(db: Tx, schoolIds: readonly number[]): Promise<ReminderGroup[]> {
  const due = await sql<{ id: number }>`
    select w.id from warning as w where w.school_org_id = any (${[...schoolIds]}::bigint[]) and ${DUE}
    order by w.student_id, w.plan_id for no key update`.execute(db)
  const { rows } = await sql<ReminderGroup>`
    with reminded as (
      update warning as w set reminders = w.reminders + 1, reminded_on = ${TODAY}, version = w.version + 1, changed_at = now()
      where w.id = any (${due.rows.map(({ id }) => id)}::bigint[])
      returning w.id, w.plan_id, w.class_id, w.school_org_id, w.reminders),
    noted as (
      insert into warning_event (warning_id, kind, detail)
      select id, 'autoRemind', jsonb_build_object('nth', reminders) from reminded order by id),
    g as (select plan_id, class_id, school_org_id, count(*)::int as students from reminded group by 1, 2, 3)
    select g.plan_id, org.name as school_name, school.school_system, g.class_id, c.stage, c.grade_no, c.class_name,
      g.students, to_jsonb(coalesce(
        (select array_agg(u.id order by u.id) from app_user as u where u.enabled and (
          exists (select from user_class as t where t.user_id = u.id and t.class_id = g.class_id)
          or exists (select from user_grade as t where t.user_id = u.id and t.grade_id = class.grade_id))),
        array(select u.id from app_user as u where u.org_id = g.school_org_id and u.role_type = ${admin} and u.enabled
          order by u.id))) as user_ids
    from g join org on org.id = g.school_org_id join school on school.org_id = org.id join class on class.id = g.class_id
      left join task_class as c on c.plan_id = g.plan_id and c.class_id = g.class_id
    order by g.plan_id, g.class_id`.execute(db)
  return rows
}
