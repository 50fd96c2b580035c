import type { Secrets } from '../core/secrets.ts'

/** Accounts that look alike are one: width, case, blanks and what nobody sees are folded. */
export function accountKey(account: string): string {
  return account
    .normalize('NFKC')
    .replace(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, '')
    .toLowerCase()
}

/** Stands for an account that does not exist, wherever attempts at it are counted: people type passwords there. */
export function unknownAccountKey(secrets: Secrets, key: string): string {
  return `#${secrets.lookupHash('account', key).toString('hex')}`
}

/** Where wrong codes of an account's second step are counted; no account is spelled like this. */
export const secondStepKey = (key: string): string => `step:${key}`
