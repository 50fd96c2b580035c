import { describe, expect, it } from 'vitest'
import { unitWithin } from './unit-within.ts'

describe('an address of somebody else', () => {
  const hangzhou = { provinceId: '330000', cityId: '330100', regionId: null }

  it('names no area outside the own range', () => {
    expect(unitWithin({ areaId: '330106' }, hangzhou)).toEqual({ areaId: '330106' })
    expect(unitWithin({ areaId: '330100' }, hangzhou)).toEqual({ areaId: '330100' })
    expect(unitWithin({ areaId: '330200' }, hangzhou)).toEqual({})
    expect(unitWithin({ areaId: '330000' }, hangzhou)).toEqual({})
    expect(unitWithin({ areaId: '330106', orgId: 7 }, undefined)).toEqual({ orgId: 7 })
  })

  it('keeps the zeros that belong to a city', () => {
    const taizhou = { provinceId: '330000', cityId: '331000', regionId: null }
    expect(unitWithin({ areaId: '331002' }, taizhou)).toEqual({ areaId: '331002' })
    expect(unitWithin({ areaId: '331102' }, taizhou)).toEqual({})
  })
})
