import type { TestApp } from '../app.ts'
import { rowsOf } from '../rows.ts'

/** Columns of `screening_record`; without them both eyes are good. */
type Columns = Record<string, number | boolean>
const GOOD: Columns = { glasses: 1, naked_right: 50, naked_left: 50, se_right: 0, se_left: 0 }

/**
 * A valid result of a child some days ago, in a plan of its own that is like the given one; the organisation that carries
 * it out is the school itself.
 */
export async function insertResult(
  app: TestApp,
  { planId, studentId, daysAgo = 0 }: { planId: number; studentId: number; daysAgo?: number },
  columns: Columns = {},
): Promise<number> {
  const given = { ...GOOD, ...columns }
  const names = Object.keys(given)
  const [row] = await rowsOf<{ id: number }>(
    app,
    `with made as (insert into plan (name, status, owner_org_id, starts_on, ends_on, school_year, season, items, profile,
         stages, published_at)
       select '复查', 2, owner_org_id, starts_on, ends_on, school_year, season, items, profile, stages, now() from plan
       where id = $2 returning id),
     at_work as (insert into task (plan_id, school_org_id, org_id, status, starts_on, ends_on, province_id, city_id, region_id, synced_at)
       select made.id, school_org_id, school_org_id, 1, starts_on, ends_on, province_id, city_id, region_id, now() from task, made
       where plan_id = $2 returning id, plan_id),
     listed as (insert into task_class (task_id, class_id, plan_id, school_org_id, stage, grade_id, grade_no, class_name, class_no)
       select w.id, class_id, w.plan_id, school_org_id, stage, grade_id, grade_no, class_name, class_no from task_class c, at_work w
       where c.plan_id = $2 returning class_id)
     insert into screening_record (plan_id, task_id, class_id, student_id, sex, age, state, checked_on, ${names.join(', ')})
     select w.plan_id, w.id, r.class_id, r.student_id, r.sex, r.age, 2, (now() at time zone 'Asia/Shanghai')::date - $3::int,
       ${names.map((name) => String(given[name])).join(', ')}
     from screening_record r, at_work w where r.student_id = $1 and r.plan_id = $2 returning id`,
    [studentId, planId, daysAgo],
  )
  if (!row) throw new Error('no record of the child in the plan')
  return row.id
}
