import { randomInt } from 'node:crypto'
import { RECOVERY_CODE_COUNT } from '#contract/session/second-step.ts'
import { replaceRecoveryCodes } from '../../account/second-step/totp-queries.ts'
import type { Ctx, TxCtx } from '../../core/context.ts'

/** No look-alikes; 50 bits, far beyond what five guesses in a quarter of an hour can reach. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'
const HALF = 5

const newRecoveryCode = (): string =>
  Array.from({ length: 2 }, () =>
    Array.from({ length: HALF }, () => SIGNS[randomInt(SIGNS.length)]).join(''),
  ).join('-')

/** Typed in any case, with or without its dash. */
export const recoveryCodeHash = ({ secrets }: Pick<Ctx, 'secrets'>, userId: number, typed: string): Buffer =>
  secrets.codeHash(`recovery:${userId}`, typed.toLowerCase().replace(/[\s-]/g, ''))

/** The old ones are void; the new ones are shown this one time. */
export async function issueRecoveryCodes(ctx: TxCtx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, newRecoveryCode)
  await replaceRecoveryCodes(
    ctx.db,
    userId,
    codes.map((code) => recoveryCodeHash(ctx, userId, code)),
  )
  return codes
}
