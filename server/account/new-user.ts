import { BizError } from '#contract/core/error-codes.ts'
import type { Ctx, TxCtx } from '../core/context.ts'
import { violatedConstraint } from '../core/db/connect.ts'
import type { Secrets } from '../core/secrets.ts'
import { accountKey } from './account-key.ts'
import { type SealedPhone, sealPhone } from './sealed-phone.ts'
import { insertUser, isAccountTaken, isPhoneTaken, type NewUser } from './user-queries.ts'

type UserDraft = Omit<NewUser, 'accountKey' | keyof SealedPhone> & { phone: string }

/** 653 or 654 where account or phone is in use. */
export async function assertAccountFree(ctx: Ctx, account: string, phone: string): Promise<void> {
  if (await isAccountTaken(ctx.db, accountKey(account))) throw taken(653, 'account')
  if (await isPhoneTaken(ctx.db, ctx.secrets.lookupHash('phone', phone))) throw taken(654, 'phone')
}

export async function addUser(ctx: TxCtx, draft: UserDraft): Promise<number> {
  try {
    return await insertUser(ctx.db, sealUser(ctx.secrets, draft))
  } catch (error) {
    throw takenBy(error) ?? error
  }
}

export function sealUser(secrets: Secrets, { phone, ...rest }: UserDraft): NewUser {
  return {
    ...rest,
    accountKey: accountKey(rest.account),
    ...sealPhone(secrets, phone),
  }
}

/** The lost race for an account or phone, as the answer the loser gets. */
export function takenBy(error: unknown): BizError | undefined {
  const constraint = violatedConstraint(error)
  if (constraint === 'app_user_account_key_key') return taken(653, 'account')
  if (constraint === 'app_user_phone_hash_key') return taken(654, 'phone')
  return undefined
}

function taken(code: 653 | 654, field: string): BizError {
  const error = new BizError(code)
  error.issues.push({ path: [field], message: error.message })
  return error
}
