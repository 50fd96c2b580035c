import { type SqlBool, sql } from 'kysely'
import { PlanStatus, TaskStatus } from '#contract/plans/statuses.ts'
import { codeLiterals } from '../core/db/code-literals.ts'
import type { Db } from '../core/db/connect.ts'
import { TODAY } from '../core/db/today.ts'

const planStatus = codeLiterals(PlanStatus)
const taskStatus = codeLiterals(TaskStatus)

/** By its state or, where its transition is due but not yet applied, by its dates. */
const UNDER_WAY = sql<SqlBool>`(task.status = ${taskStatus.underWay} or (task.status = ${taskStatus.waiting}
  and plan.status in (${planStatus.published}, ${planStatus.underWay}) and task.starts_on <= ${TODAY})) and plan.ends_on >= ${TODAY}`

/** Names of the plans with a task under way: at the school, or carried out by the organisation. */
export async function selectPlansUnderWay(db: Db, orgId: number, as: 'school' | 'any'): Promise<string[]> {
  const rows = await db
    .selectFrom('plan')
    .innerJoin('task', 'task.planId', 'plan.id')
    .where(UNDER_WAY)
    .where((eb) => {
      const atSchool = eb('task.schoolOrgId', '=', orgId)
      return as === 'school' ? atSchool : eb.or([atSchool, eb('task.orgId', '=', orgId)])
    })
    .select(['plan.id', 'plan.name'])
    .distinct()
    .orderBy('plan.id')
    .execute()
  return rows.map(({ name }) => name)
}

/** Published plans that a school has a task in, newest first. */
export function selectPlansOfSchool(db: Db, orgId: number) {
  return db
    .selectFrom('plan')
    .where('plan.status', '>', PlanStatus.code.draft)
    .where('plan.id', 'in', (eb) => eb.selectFrom('task').select('planId').where('schoolOrgId', '=', orgId))
    .select(['plan.id as planId', 'plan.name as planName', 'plan.startsOn', 'plan.endsOn'])
    .orderBy('plan.startsOn', 'desc')
    .orderBy('plan.id', 'desc')
    .execute()
}
