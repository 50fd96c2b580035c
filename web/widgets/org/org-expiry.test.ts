import { expect, it } from 'vitest'
import { expiryOf } from './org-expiry.ts'

it.each([
  ['2026-09-30', 'expired', -1],
  ['2026-10-01', 'soon', 0],
  ['2026-10-31', 'soon', 30],
  ['2026-11-01', 'valid', 31],
])('an organisation valid until %s is %s', (expiresOn, kind, days) => {
  expect(expiryOf(expiresOn, '2026-10-01')).toEqual({ kind, days })
})

it('an organisation without a last day has none', () => {
  expect(expiryOf(null, '2026-10-01')).toEqual({ kind: 'unset' })
})
