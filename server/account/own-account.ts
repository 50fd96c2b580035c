import type { OwnAccount } from '#contract/account/schemas.ts'
import type { UserCtx, UserTxCtx } from '../core/context.ts'
import { sameBytes } from '../core/secrets.ts'
import { findDataRangeName } from './data-range-name.ts'
import { findTotpState } from './second-step/totp-queries.ts'
import { findWantedStep, signsInAs } from './second-step/wanted-step.ts'
import { findAccountDates, listLiveSessions, listSignIns, revokeSessions } from './session-list-queries.ts'
import { userSummary } from './user-summary.ts'

const SIGN_INS_SHOWN = 10

export async function findOwnAccount(ctx: UserCtx): Promise<OwnAccount> {
  const { caller, db, config } = ctx
  const [dates, sessions, signIns, dataRangeName, step, totp] = await Promise.all([
    findAccountDates(db, caller.userId),
    listLiveSessions(db, caller.userId, config.SESSION_IDLE_MINUTES),
    listSignIns(db, caller.userId, SIGN_INS_SHOWN),
    findDataRangeName(ctx, caller),
    findWantedStep(ctx, signsInAs(caller)),
    findTotpState(db, caller.userId),
  ])
  return {
    ...userSummary(caller),
    orgName: caller.org?.name ?? null,
    dataRangeName,
    passwordChangedAt: dates.passwordChangedAt.toISOString(),
    passwordRemainingDays: caller.passwordRemainingDays,
    secondStep: {
      ...step,
      totpSince: totp.since?.toISOString() ?? null,
      recoveryCodesLeft: totp.codesLeft,
    },
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
