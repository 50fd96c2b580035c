/** Accounts that look alike are one: width, case, blanks and what nobody sees are folded (trust R01). */
export function accountKey(account: string): string {
  return account
    .normalize('NFKC')
    .replace(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, '')
    .toLowerCase()
}
