/** Accounts that look alike are one: width, case and blanks are folded (trust R01). */
export function accountKey(account: string): string {
  return account.normalize('NFKC').replace(/\s+/g, '').toLowerCase()
}
