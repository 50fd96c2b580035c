import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { STEP_SECONDS, totpCode } from '../session/second-step/totp.ts'
import type { TestApp } from './app.ts'
import type { By } from './people.ts'

/** From now on these rules say who must have a second step; also some that no screen can make. */
export const setSecondStepRules = (node: TestApp, rules: unknown): Promise<void> =>
  node.sql(`insert into second_step_policy (version, rules)
    select coalesce(max(version), 0) + 1, '${JSON.stringify(rules)}' from second_step_policy`)

/** As if nobody had ever said who must have one. */
export const forgetSecondStepRules = (node: TestApp): Promise<void> =>
  node.sql('delete from second_step_policy')

/** What the authenticator shows now, or so many steps of 30 seconds from now. */
export const codeShown = (secret: string, steps = 0): string =>
  totpCode(bytesOf(secret), Math.floor(Date.now() / 1000 / STEP_SECONDS) + steps)

/** As if the codes that were used so far had been those of long ago. */
export const forgetUsedCodes = (node: TestApp): Promise<void> => node.sql('update totp set last_step = 0')

/** Sets up an authenticator in a session that may; its codes count as unused. */
export async function enrolTotp(node: TestApp, by: By, password = 'Demo@2026') {
  const { secret } = (await by.call(sessionEndpoints.startTotp, { password })).data
  const { data } = await by.call(sessionEndpoints.confirmTotp, { totpCode: codeShown(secret) })
  await forgetUsedCodes(node)
  return { secret, recoveryCodes: data.recoveryCodes }
}

function bytesOf(base32: string): Buffer {
  const digits = [...base32].map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign))
  const bits = digits.map((digit) => digit.toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
