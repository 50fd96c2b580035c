import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { PageQuery } from '#contract/core/envelope.ts'
import { parseQuery, patchSearch } from './url-state.ts'

const Query = PageQuery.extend({
  keyword: z.string().trim().max(5).optional(),
  status: z.enum(['enabled', 'disabled']).optional(),
  stages: z.array(z.coerce.number()).optional(),
})

describe('parseQuery', () => {
  it('gives the defaults of an empty address', () => {
    expect(parseQuery(Query, '')).toEqual({ pageNum: 1, pageSize: 20 })
  })
  it('reads what is valid', () => {
    expect(parseQuery(Query, '?pageNum=3&status=disabled&keyword=%20a%20')).toEqual({
      pageNum: 3,
      pageSize: 20,
      status: 'disabled',
      keyword: 'a',
    })
  })
  it('falls back where a value is wrong, and only there', () => {
    expect(parseQuery(Query, '?pageNum=-1&pageSize=999&status=no&keyword=abcdef&other=1')).toEqual({
      pageNum: 1,
      pageSize: 20,
    })
  })
  it('reads a repeated key as a list', () => {
    expect(parseQuery(Query, '?stages=1&stages=2').stages).toEqual([1, 2])
    expect(parseQuery(Query, '?stages=1').stages).toEqual([1])
  })
})

describe('patchSearch', () => {
  it('leaves defaults and empty values out', () => {
    expect(patchSearch(Query, '?pageNum=3&keyword=a', { pageNum: 1, keyword: undefined })).toBe('')
  })
  it('keeps what it does not know', () => {
    expect(patchSearch(Query, '?from=menu', { pageNum: 2 })).toBe('?from=menu&pageNum=2')
  })
  it('comes back the same by parsing', () => {
    const patch = { pageNum: 2, keyword: '张三', stages: [1, 3] }
    expect(parseQuery(Query, patchSearch(Query, '', patch))).toEqual({ pageSize: 20, ...patch })
  })
})
