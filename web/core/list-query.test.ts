import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { PageQuery } from '#contract/core/envelope.ts'
import { defaultFilters, isFiltered } from './list-query.ts'
import { parseQuery, patchSearch } from './url-state.ts'

const Query = PageQuery.extend({
  orgId: z.coerce.number().optional(),
  keyword: z.string().optional(),
  status: z.enum(['waiting', 'done', 'all']).default('waiting'),
  sort: z.enum(['name', 'size']).optional(),
})
const defaults = defaultFilters(Query, ['orgId'])

describe('filters of a list', () => {
  it('are its fields apart from page, order and what is pinned', () => {
    expect(defaults).toEqual({ keyword: undefined, status: 'waiting' })
  })
  it('count as set once they differ from their default', () => {
    expect(isFiltered(parseQuery(Query, ''), defaults)).toBe(false)
    expect(isFiltered(parseQuery(Query, '?orgId=7&pageNum=3&sort=size'), defaults)).toBe(false)
    expect(isFiltered(parseQuery(Query, '?keyword=a'), defaults)).toBe(true)
    expect(isFiltered(parseQuery(Query, '?status=all'), defaults)).toBe(true)
  })
  it('leave the address when they are cleared, and only they do', () => {
    const search = '?orgId=7&keyword=a&status=all&sort=size&pageSize=50'
    expect(patchSearch(Query, search, { ...defaults, pageNum: 1 })).toBe('?orgId=7&sort=size&pageSize=50')
  })
})
