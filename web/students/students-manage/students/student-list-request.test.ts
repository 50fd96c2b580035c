import { afterEach, expect, it, vi } from 'vitest'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { call } from '#web/core/api/call.ts'
import { parseQuery } from '#web/core/url-state.ts'
import { RosterQuery } from '../roster-query.ts'

const NUMBER = '330300201509010011'
afterEach(() => vi.unstubAllGlobals())

it('numbers travel in the body, never in the address', async () => {
  const page = { list: [], total: 0, more: false, pageNum: 1, pageSize: 20 }
  const fetched = vi.fn(async (_url: string, _init: RequestInit) =>
    Response.json({ success: true, code: 200, message: '', data: page }),
  )
  vi.stubGlobal('fetch', fetched)
  await call(studentEndpoints.studentPageList, { pageNum: 1, idCard: NUMBER, studentNo: `G${NUMBER}` })
  const [url, init] = fetched.mock.calls[0] ?? []
  expect(url).toBe(studentEndpoints.studentPageList.path)
  expect(init?.method).toBe('POST')
  expect(JSON.parse(String(init?.body))).toMatchObject({ idCard: NUMBER, studentNo: `G${NUMBER}` })
})

it('numbers in an address are not taken up', () => {
  const query = parseQuery(RosterQuery, `?orgId=7&idCard=${NUMBER}&studentNo=G${NUMBER}&name=张`)
  expect(query).toMatchObject({ orgId: 7, name: '张' })
  expect(JSON.stringify(query)).not.toContain(NUMBER)
})
