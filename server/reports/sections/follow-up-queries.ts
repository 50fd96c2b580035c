import { sql } from 'kysely'
import { WarningScope } from '#contract/warning/rules.ts'
import type { WarningTally } from '#contract/warning/warning-schemas.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db } from '../../core/db/connect.ts'
import type { Place } from '../../eyesight/figures/unit.ts'
import { type ScreeningScope, withinTaskClasses } from '../../eyesight/plans/access-queries.ts'
import { OVERDUE, WARNINGS_FROM, withinPlace } from '../../warning/warning-queries.ts'

const { student } = codeLiterals(WarningScope)

/** Warnings that count, with how many of them are overdue. */
export type FollowUp = WarningTally & { overdue: number }

/** Of an area or a whole school, from the tallies; what is overdue changes with the day, so it is not stored. */
export async function selectFollowUp(db: Db, planId: number, place: Place): Promise<FollowUp[]> {
  const here = sql`w.plan_id = ${planId} and ${withinPlace(place)}`
  const { rows } = await sql<FollowUp>`
    select scope, level, status, sum(warnings)::int as warnings, sum(overdue)::int as overdue from (
      select w.scope, w.level, w.status, w.warnings, 0 as overdue from warning_tally as w where ${here}
      union all
      select w.scope, w.level, w.status, 0, 1 from warning as w where ${here} and ${OVERDUE}) as counted
    group by scope, level, status having sum(warnings) > 0 order by scope, level desc, status`.execute(db)
  return rows
}

/** Of the children of classes, for who reports on a grade or a class or sees some classes only. */
export async function selectFollowUpOfClasses(
  db: Db,
  who: ScreeningScope,
  planId: number,
  place: Place,
): Promise<FollowUp[]> {
  const { rows } = await sql<FollowUp>`
    select w.scope, w.level, w.status, count(*)::int as warnings, (count(*) filter (where ${OVERDUE}))::int as overdue
    ${WARNINGS_FROM}
    where w.plan_id = ${planId} and w.scope = ${student} and w.ended is null and ${withinPlace(place)}
      and ${withinTaskClasses(who)}
    group by w.scope, w.level, w.status order by w.level desc, w.status`.execute(db)
  return rows
}
