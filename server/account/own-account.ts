import type { OwnAccount } from '#contract/account/schemas.ts'
import type { UserCtx, UserTxCtx } from '../core/context.ts'
import { sameBytes } from '../core/secrets.ts'
import { findDataRangeName } from './data-range-name.ts'
import { findAccountDates, listLiveSessions, listSignIns, revokeSessions } from './session-list-queries.ts'
import { asksForSms } from './sms-policy.ts'
import { userSummary } from './user-summary.ts'

const SIGN_INS_SHOWN = 10

export async function findOwnAccount(ctx: UserCtx): Promise<OwnAccount> {
  const { caller, db, config } = ctx
  const [dates, sessions, signIns, dataRangeName, secondStep] = await Promise.all([
    findAccountDates(db, caller.userId),
    listLiveSessions(db, caller.userId, config.SESSION_IDLE_MINUTES),
    listSignIns(db, caller.userId, SIGN_INS_SHOWN),
    findDataRangeName(ctx, caller),
    asksForSms(ctx, {
      account: caller.account,
      roleType: caller.roleType,
      orgType: caller.org?.orgType ?? null,
      property: caller.org?.property ?? null,
    }),
  ])
  return {
    ...userSummary(caller),
    orgName: caller.org?.name ?? null,
    dataRangeName,
    passwordChangedAt: dates.passwordChangedAt.toISOString(),
    passwordRemainingDays: caller.passwordRemainingDays,
    secondStep,
    createdAt: dates.createdAt.toISOString(),
    sessions: sessions.map((session) => ({
      current: sameBytes(session.tokenHash, caller.tokenHash),
      startedAt: session.createdAt.toISOString(),
      lastSeenAt: session.lastSeenAt.toISOString(),
      address: session.ip,
      device: session.device,
    })),
    signIns: signIns.map(({ at, action, success, ip }) => ({
      at: at.toISOString(),
      action,
      success,
      address: ip,
    })),
  }
}

export async function signOutOthers(ctx: UserTxCtx) {
  const ended = await revokeSessions(ctx.db, ctx.caller.userId, 601, ctx.caller.tokenHash)
  ctx.note({ objectType: 'user', objectId: ctx.caller.userId, detail: { ended } })
  return { ended }
}
