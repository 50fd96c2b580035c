import { describe, expect, test } from 'vitest'
import { makeSecrets } from '../core/secrets.ts'
import { sealUser, takenBy } from './new-user.ts'

const secrets = makeSecrets(Buffer.alloc(32, 3))
const draft = {
  account: 'School99',
  realName: '张三',
  phone: '13912345678',
  passwordHash: 'x',
  orgId: 1,
  roleType: 20,
  dataRangeType: 4,
} as const

describe('a user about to be stored', () => {
  test('has the phone sealed and hashed, never as it is', () => {
    const user = sealUser(secrets, draft)
    expect(user).not.toHaveProperty('phone')
    expect(secrets.decrypt(user.phoneEnc as Buffer)).toBe(draft.phone)
    expect((user.phoneHash as Buffer).equals(secrets.lookupHash('phone', draft.phone))).toBe(true)
    expect(JSON.stringify(user)).not.toContain(draft.phone)
  })

  test('stores the account as it was typed, and its key', () => {
    expect(sealUser(secrets, draft)).toMatchObject({ account: 'School99', accountKey: 'school99' })
  })
})

describe('a lost race', () => {
  test.each([
    ['app_user_account_key_key', 653, 'account'],
    ['app_user_phone_hash_key', 654, 'phone'],
  ])('for %s is answered with %i at its field', (constraint, code, field) => {
    const error = takenBy({ code: '23505', constraint })
    expect(error).toMatchObject({ code, issues: [{ path: [field] }] })
  })

  test('for anything else is no answer of ours', () => {
    expect(takenBy({ code: '23505', constraint: 'org_name_in_region' })).toBeUndefined()
    expect(takenBy(new Error('down'))).toBeUndefined()
  })
})
