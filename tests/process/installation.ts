// What tests of an installation ask again and again.
import { expect } from 'vitest'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { call, locksOf, postgresUnder } from './product.ts'

export const ACCOUNT = { account: 'region01', password: 'Demo@2026' }

export const signIn = async (url: string): Promise<string> =>
  String((await call(url, sessionEndpoints.login, ACCOUNT)).data.token)

/** Neither a database server nor a lock in the folder. */
export function expectNothingLeftIn(folder: string): void {
  expect(postgresUnder(folder)).toEqual([])
  expect(locksOf(folder)).toEqual([])
}
