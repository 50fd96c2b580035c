import type { StudentVisit } from '#contract/visits/visit-schemas.ts'
import type { UserTxCtx } from '../core/context.ts'
import { requireInSight } from '../eyesight/records/student-records.ts'
import { selectStudentVisits, type VisitSight } from './visit-queries.ts'
import { presentVisit } from './visit-row.ts'

/** As far as the screenings of the child are seen; who carries out tasks sees what it recorded itself. */
export async function listStudentVisits(
  ctx: UserTxCtx,
  { studentId }: { studentId: number },
): Promise<StudentVisit[]> {
  ctx.note({ objectType: 'student', objectId: studentId })
  const { sight } = await requireInSight(ctx, studentId)
  const { orgId, permissions } = ctx.caller
  const seen: VisitSight = sight.also === 'nothing' ? { byOrg: orgId ?? 0 } : sight.also
  const rows = await selectStudentVisits(ctx.db, studentId, seen, orgId)
  const may = permissions.has('visitRecord')
  return rows.map((row) => presentVisit({ ...row, mayWithdraw: row.mayWithdraw && may }))
}
