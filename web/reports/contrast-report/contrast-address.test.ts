import { describe, expect, it } from 'vitest'
import { parseQuery, patchSearch } from '#web/core/url-state.ts'
import { alikeCodes, ContrastAddress, codesWithin, keyWithin, partsOf } from './contrast-address.ts'

describe('the address of a contrast', () => {
  it('holds what is chosen so far, and drops what is none', () => {
    expect(parseQuery(ContrastAddress, '?planIds=3')).toEqual({ by: 'plans', planIds: '3' })
    expect(parseQuery(ContrastAddress, '?by=units&planId=3&unitIds=s7,s8')).toEqual({
      by: 'units',
      planId: 3,
      unitIds: 's7,s8',
    })
    for (const search of ['?planIds=3,x', '?planIds=1,2,3,4,5,6,7', '?unitIds=q1,q2', '?by=all']) {
      expect(parseQuery(ContrastAddress, search)).toEqual({ by: 'plans' })
    }
    expect(patchSearch(ContrastAddress, '', { by: 'plans', planIds: '3,4' })).toBe('?planIds=3%2C4')
    expect(partsOf('3,4')).toEqual(['3', '4'])
    expect(partsOf(undefined)).toEqual([])
  })

  it('names no area outside the own range', () => {
    const hangzhou = { provinceId: '330000', cityId: '330100', regionId: null }
    expect(codesWithin(['a330106', 'a330203', 's7'], hangzhou)).toEqual(['a330106', 's7'])
    expect(codesWithin(['a330106'], undefined)).toEqual([])
    expect(keyWithin('a330203', hangzhou)).toEqual({})
    expect(keyWithin('g7-2-3', undefined)).toEqual({ orgId: 7, prefix: 2, gradeNo: 3 })
  })

  it('keeps units of the kind that was added last', () => {
    expect(alikeCodes(['a330106', 'a330109', 's7'], ['a330106', 'a330109'])).toEqual(['s7'])
    expect(alikeCodes(['a330106', 'a330100'], ['a330106'])).toEqual(['a330100'])
    expect(alikeCodes(['s7', 's8', 's9'], ['s7', 's8'])).toEqual(['s7', 's8', 's9'])
    expect(alikeCodes(['s7'], ['s7', 's8'])).toEqual(['s7'])
  })
})
