import { sql } from 'kysely'
import { AppealStatus, ApplicationStatus, AssessPlanStatus } from '#contract/assessment/statuses.ts'
import type { UserCtx } from '../core/context.ts'
import { codeLiterals } from '../core/db/code-literals.ts'
import { assessViewer } from './access.ts'
import { reviewedBy } from './access-queries.ts'
import { SUBMIT_UNTIL } from './applications/application-queries.ts'

const { draft, returned } = codeLiterals(ApplicationStatus)
const plan = codeLiterals(AssessPlanStatus)
const { open } = codeLiterals(AppealStatus)

export type AssessmentsDue = {
  toSubmit: number
  returned: number
  submitUntil: string | null
  openAppeals: number | null
}

/** What the own organisation has to hand in, and how many objections wait for an answer. */
export async function findAssessmentsDue(ctx: UserCtx): Promise<AssessmentsDue> {
  const viewer = assessViewer(ctx)
  const { rows } = await sql<{ toSubmit: number; returned: number; submitUntil: string | null }>`
    select (count(*) filter (where a.status = ${draft}))::int as to_submit,
      (count(*) filter (where a.status = ${returned}))::int as returned, min(${SUBMIT_UNTIL}) as submit_until
    from assess_application as a join assess_plan as p on p.id = a.plan_id
    where ${viewer.applies}::boolean and a.org_id = ${viewer.orgId} and ${SUBMIT_UNTIL} is not null`.execute(
    ctx.db,
  )
  const [own = { toSubmit: 0, returned: 0, submitUntil: null }] = rows
  if (!viewer.reviews) return { ...own, openAppeals: null }
  const { rows: appeals } = await sql<{ count: number }>`
    select count(*)::int as count from assess_appeal as w join assess_application as a on a.id = w.application_id
      join assess_plan as p on p.id = a.plan_id
    where w.status = ${open} and p.status = ${plan.closed} and ${reviewedBy(viewer)}`.execute(ctx.db)
  return { ...own, openAppeals: appeals[0]?.count ?? 0 }
}
