import { expect, test } from 'vitest'
import { readConfig } from './core/config.ts'
import { requestLimits } from './open-data.ts'

test('a frozen database becomes an answer within five seconds, or the time that is set', () => {
  const waits = (env: NodeJS.ProcessEnv) => {
    const { connectMs, statementMs } = requestLimits(readConfig(env))
    return connectMs + statementMs
  }
  expect(waits({})).toBe(4_800)
  expect(waits({ DATABASE_WAIT_MS: '60000' })).toBe(60_000)
})
