import { expect, test } from 'vitest'
import { REQUEST_LIMITS } from './open-data.ts'

test('a database that does not answer becomes an answer within five seconds', () => {
  expect(REQUEST_LIMITS.connectMs + REQUEST_LIMITS.statementMs).toBeLessThan(5_000)
})
