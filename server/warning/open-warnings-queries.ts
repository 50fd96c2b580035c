import { sql } from 'kysely'
import { WarningScope } from '#contract/warning/rules.ts'
import { WarningStatus } from '#contract/warning/warning-schemas.ts'
import { codeLiterals } from '../core/db/code-literals.ts'
import type { Db } from '../core/db/connect.ts'
import { withinScope } from '../core/db/scope.ts'
import {
  OVERDUE,
  seesWhole,
  UNIT_COLUMNS,
  visible,
  WARNINGS_FROM,
  type WarningViewer,
} from './warning-queries.ts'

const { student } = codeLiterals(WarningScope)
const { waiting } = codeLiterals(WarningStatus)

export type OpenCounts = { planId: number | null; students: number; units: number; overdue: number }

export async function selectOpenCounts(db: Db, viewer: WarningViewer): Promise<OpenCounts> {
  const { rows } = seesWhole(viewer) ? await wholeCounts(db, viewer) : await ownCounts(db, viewer)
  return rows[0] ?? { planId: null, students: 0, units: 0, overdue: 0 }
}

const wholeCounts = (db: Db, { who: { scope }, students }: WarningViewer) =>
  sql<OpenCounts>`
    with own as (select * from warning_tally as w where w.warnings > 0 and ${withinScope(scope, UNIT_COLUMNS)}),
    newest as (select max(plan_id) as plan_id from own)
    select newest.plan_id,
      coalesce(sum(own.warnings) filter (where own.scope = ${student} and own.status = ${waiting} and ${students}), 0)::int as students,
      coalesce(sum(own.warnings) filter (where own.scope <> ${student} and own.status = ${waiting}), 0)::int as units,
      (select count(*)::int from warning as w where w.plan_id = newest.plan_id and ${OVERDUE}
        and (w.scope <> ${student} or ${students}) and ${withinScope(scope, UNIT_COLUMNS)}) as overdue
    from newest left join own on own.plan_id = newest.plan_id group by newest.plan_id`.execute(db)

const ownCounts = (db: Db, viewer: WarningViewer) =>
  sql<OpenCounts>`
    with own as (select w.plan_id, w.scope, w.status, ${OVERDUE} as overdue ${WARNINGS_FROM}
      where w.ended is null and ${visible(viewer)}),
    newest as (select max(plan_id) as plan_id from own)
    select newest.plan_id,
      count(*) filter (where own.scope = ${student} and own.status = ${waiting})::int as students,
      count(*) filter (where own.scope <> ${student} and own.status = ${waiting})::int as units,
      count(*) filter (where own.overdue)::int as overdue
    from newest left join own on own.plan_id = newest.plan_id group by newest.plan_id`.execute(db)
