import type { TestApp } from './app.ts'
import type { By } from './figure-world.ts'
import { signedIn } from './roster.ts'

/** Demo accounts whose ranges differ: the levels of the administration, a school, its teachers and a hospital. */
export const READERS = [
  'province01',
  'city01',
  'region01',
  'school01',
  'grade01',
  'teacher01',
  'hospital01',
] as const

/** Accounts that are signed in once and named in many tests. */
export function makePeople() {
  const people = new Map<string, By>()
  const signIn = async (app: TestApp, ...accounts: string[]): Promise<void> => {
    for (const account of accounts) people.set(account, await signedIn(app, account))
  }
  return { people, signIn, as: (account: string): By => people.get(account) as By }
}
