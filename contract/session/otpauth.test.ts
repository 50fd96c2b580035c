import { expect, it } from 'vitest'
import { otpauthUri } from './otpauth.ts'

it('names account and issuer so that any text survives, and the secret as it is', () => {
  const uri = otpauthUri({ secret: 'GEZDGNBV', account: 'a b&c', issuer: '视力平台?' })
  expect(uri).toBe('otpauth://totp/a%20b%26c?secret=GEZDGNBV&issuer=%E8%A7%86%E5%8A%9B%E5%B9%B3%E5%8F%B0%3F')
  const { searchParams, pathname } = new URL(uri)
  expect(searchParams.get('issuer')).toBe('视力平台?')
  expect(decodeURIComponent(pathname)).toContain('a b&c')
})
