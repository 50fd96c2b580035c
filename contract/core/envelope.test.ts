import { expect, it } from 'vitest'
import { z } from 'zod'
import { PageQuery, page } from './envelope.ts'

it('a list starts at page 1 with 20 rows', () => {
  expect(PageQuery.parse({})).toEqual({ pageNum: 1, pageSize: 20 })
})

it('takes the sizes on offer, typed in an address', () => {
  for (const size of [1, 10, 15, 20, 30, 50])
    expect(PageQuery.parse({ pageNum: '2', pageSize: String(size) })).toEqual({ pageNum: 2, pageSize: size })
})

it.each([
  { pageSize: 51 },
  { pageSize: 0 },
  { pageSize: -1 },
  { pageSize: 100_000 },
  { pageSize: '1e9' },
  { pageSize: 1.5 },
  { pageSize: 'x' },
  { pageSize: ['15', '20'] },
  { pageNum: 0 },
  { pageNum: -1 },
  { pageNum: 1_000_001 },
  { pageNum: 'NaN' },
])('refuses %j', (query) => {
  expect(PageQuery.safeParse(query).success).toBe(false)
})

it('a page drops what its rows do not name', () => {
  const schema = page(z.object({ id: z.number() }))
  const answer = { list: [{ id: 1, secret: 'x' }], total: 1, pageNum: 1, pageSize: 20 }
  expect(schema.parse(answer)).toEqual({ list: [{ id: 1 }], total: 1, pageNum: 1, pageSize: 20 })
})
