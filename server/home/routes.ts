// The start page.

import { OrgType } from '#contract/core/codes.ts'
import { type HomeSummary, homeEndpoints } from '#contract/home/endpoints.ts'
import { countPending } from '../approvals/read-approvals.ts'
import { findAssessmentsDue } from '../assessment/home-queries.ts'
import { findTermsDue } from '../authority/org-terms.ts'
import type { UserCtx } from '../core/context.ts'
import { accountLineOf } from '../core/db/line-of-command.ts'
import { implement } from '../core/http/implement.ts'
import { findUnreadCount } from '../messages/message.ts'
import { findOpenWarnings } from '../warning/open-warnings.ts'
import { countAccounts, countOrgs, countRoster, findDaysUntil, findSignInHistory } from './home-queries.ts'

async function findHomeSummary(ctx: UserCtx): Promise<HomeSummary> {
  const { caller, db, scope } = ctx
  const overOrgs = caller.org?.orgType === OrgType.code.government
  const [
    signIns,
    orgs,
    roster,
    accounts,
    orgRemainingDays,
    pending,
    unreadMessages,
    orgTerms,
    warnings,
    assessments,
  ] = await Promise.all([
    findSignInHistory(db, caller.userId),
    overOrgs ? countOrgs(db, scope) : null,
    caller.permissions.has('students') ? countRoster(db, scope) : null,
    caller.permissions.has('authority') ? countAccounts(db, scope, accountLineOf(caller)) : null,
    findDaysUntil(db, caller.org?.expiresOn ?? null),
    countPending(ctx),
    findUnreadCount(ctx),
    caller.permissions.has('orgTerms') ? findTermsDue(ctx) : null,
    findOpenWarnings(ctx),
    caller.permissions.has('assessments') ? findAssessmentsDue(ctx) : null,
  ])
  return {
    lastSignIn: signIns.previous
      ? { at: signIns.previous.at.toISOString(), address: signIns.previous.ip }
      : null,
    failedSignInsSince: signIns.failed,
    passwordRemainingDays: caller.passwordRemainingDays,
    orgExpiresOn: caller.org?.expiresOn ?? null,
    orgRemainingDays,
    pendingOrgs: pending.org,
    pendingTransfers: pending.transfer,
    unreadMessages,
    warnings,
    assessments: assessments && { ...assessments, toReview: pending.assessment },
    orgTerms,
    roster,
    accounts,
    orgs,
  }
}

export const homeRoutes = implement(homeEndpoints, { homeSummary: findHomeSummary })
