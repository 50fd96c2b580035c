// Behind a reverse proxy: the address it saw counts, what the client claims does not.
import { expect, test } from 'vitest'
import { useApp } from '../../testing/app.ts'

const node = useApp({ TRUST_PROXY: '1' })

async function addressSeen(headers: Record<string, string>): Promise<string | null> {
  const payload = { account: 'region01', password: 'Demo@2026' }
  await node.current.app.inject({ method: 'POST', url: '/auth/system/login', payload, headers })
  const row = await node.current.db
    .selectFrom('auditLog')
    .select('ip')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return row.ip
}

test('is the last one of the list, whatever stands before it', async () => {
  expect(await addressSeen({ 'x-forwarded-for': '203.0.113.7' })).toBe('203.0.113.7')
  expect(await addressSeen({ 'x-forwarded-for': '10.9.8.7, 198.51.100.1, 203.0.113.7' })).toBe('203.0.113.7')
  expect(await addressSeen({})).toBe('127.0.0.1')
})
