import type { TestApp } from '../app.ts'
import { orgIdOf } from '../rows.ts'

/** The arguments of a helper after the application. */
export type Rest<Helper> = Helper extends (app: TestApp, ...rest: infer Given) => unknown ? Given : never

const ALL = {
  ...{ expected: 1000, screened: 1000, valid: 1000, poor: 400 },
  ...{ ortho_k: 0, referral: 0, visited: 0, rated: 0, myopia: 0 },
}

/** What was counted at a school, as if so many children had been examined. */
export async function countAt(
  app: TestApp,
  plan: number,
  school: string,
  some: Partial<typeof ALL> = {},
  stage = 2,
): Promise<void> {
  const orgId = await orgIdOf(app, school)
  const given = { ...ALL, ...some }
  await app.sql(`delete from figure where plan_id = ${plan} and place_id = ${orgId} and stage = ${stage};
    insert into figure (plan_id, level, place_id, parent_id, province_id, city_id, region_id, stage, grade_no, sex, age,
      ${Object.keys(given).join(', ')})
    select ${plan}, 2, id, region_id::bigint, province_id, city_id, region_id, ${stage}, 0, 1, 0,
      ${Object.values(given).join(', ')} from org where id = ${orgId}`)
}

/** Second examinations of so many children of a plan, four items each. */
export const retestSome = (app: TestApp, planId: number, done: number, errors: number): Promise<void> =>
  app.sql(`delete from retest;
    insert into retest (record_id, plan_id, task_id, school_org_id, items, errors, entered_at)
    select r.id, r.plan_id, r.task_id, t.school_org_id, 4, case when row_number() over (order by r.id) <= ${errors} then 1 else 0 end, now()
    from screening_record r join task t on t.id = r.task_id and t.plan_id = ${planId} order by t.id, r.id limit ${done}`)

/** What is known of so many children of one class who were not myopic a year before, and of nobody else. */
export async function knowChildren(
  app: TestApp,
  planId: number,
  school: string,
  { atRisk, incident }: { atRisk: number; incident: number },
): Promise<void> {
  await app.sql(`delete from class_at_risk;
    insert into class_at_risk (plan_id, task_id, class_id, at_risk, incident)
    select t.plan_id, t.id, (select min(class_id) from task_class c where c.task_id = t.id), ${atRisk}, ${incident}
    from task t where t.plan_id = ${planId} and t.school_org_id = ${await orgIdOf(app, school)}`)
}
