import { describe, expect, test } from 'vitest'
import { type RangeFields, type Scope, scopeCoversArea, scopeCoversOrg, scopeOf } from './scope.ts'

const WEST_LAKE = { provinceId: '330000', cityId: '330100', regionId: '330106' }
const HAISHU = { provinceId: '330000', cityId: '330200', regionId: '330203' }
const NANJING = { provinceId: '320000', cityId: '320100', regionId: '320102' }

const range = (given: Partial<RangeFields>): RangeFields => ({
  dataRangeType: 4,
  dataRangeProvinceId: null,
  dataRangeCityId: null,
  dataRangeRegionId: null,
  orgId: 7,
  ...given,
})
const triple = { dataRangeProvinceId: '330000', dataRangeCityId: '330100', dataRangeRegionId: '330106' }

describe('scopeOf', () => {
  test.each<[string, Partial<RangeFields>, Scope]>([
    ['province', { ...triple, dataRangeType: 1 }, { kind: 'province', provinceId: '330000' }],
    ['city', { ...triple, dataRangeType: 2 }, { kind: 'city', cityId: '330100' }],
    ['district', { ...triple, dataRangeType: 3 }, { kind: 'region', regionId: '330106' }],
    ['own organisation', { ...triple, dataRangeType: 4 }, { kind: 'org', orgId: 7 }],
  ])('reads the %s off its own column', (_, given, scope) => {
    expect(scopeOf(range(given))).toEqual(scope)
  })

  test.each<[string, Partial<RangeFields>]>([
    ['a province without id', { ...triple, dataRangeType: 1, dataRangeProvinceId: null }],
    ['a city without id', { ...triple, dataRangeType: 2, dataRangeCityId: null }],
    ['a district without id', { ...triple, dataRangeType: 3, dataRangeRegionId: null }],
    ['an empty id', { dataRangeType: 1, dataRangeProvinceId: '' }],
    ['an own organisation that is none', { dataRangeType: 4, orgId: null }],
    ['a type that does not exist', { ...triple, dataRangeType: 0 }],
    ['another type that does not exist', { ...triple, dataRangeType: 5 }],
    ['no number', { ...triple, dataRangeType: Number.NaN }],
  ])('sees nothing with %s', (_, given) => {
    expect(scopeOf(range(given))).toEqual({ kind: 'nothing' })
  })
})

describe('scopeCoversArea', () => {
  const province: Scope = { kind: 'province', provinceId: '330000' }
  const city: Scope = { kind: 'city', cityId: '330100' }
  const region: Scope = { kind: 'region', regionId: '330106' }

  test('a province covers itself and all below, no other', () => {
    expect(scopeCoversArea(province, { provinceId: '330000' })).toBe(true)
    expect(scopeCoversArea(province, HAISHU)).toBe(true)
    expect(scopeCoversArea(province, NANJING)).toBe(false)
  })

  test('a city covers its districts, not its province and not its neighbour', () => {
    expect(scopeCoversArea(city, WEST_LAKE)).toBe(true)
    expect(scopeCoversArea(city, { provinceId: '330000', cityId: '330100' })).toBe(true)
    expect(scopeCoversArea(city, { provinceId: '330000' })).toBe(false)
    expect(scopeCoversArea(city, { provinceId: '330000', cityId: null })).toBe(false)
    expect(scopeCoversArea(city, HAISHU)).toBe(false)
  })

  test('a district covers itself alone', () => {
    expect(scopeCoversArea(region, WEST_LAKE)).toBe(true)
    expect(scopeCoversArea(region, { ...WEST_LAKE, regionId: null })).toBe(false)
    expect(scopeCoversArea(region, { ...WEST_LAKE, regionId: '330109' })).toBe(false)
  })

  test('an organisation and nothing cover no area, whatever it is', () => {
    for (const area of [WEST_LAKE, { provinceId: '330000' }, { provinceId: '' }]) {
      expect(scopeCoversArea({ kind: 'org', orgId: 7 }, area)).toBe(false)
      expect(scopeCoversArea({ kind: 'nothing' }, area)).toBe(false)
    }
  })
})

describe('scopeCoversOrg', () => {
  test('an organisation covers itself, also where its neighbour stands in the same street', () => {
    const scope: Scope = { kind: 'org', orgId: 7 }
    expect(scopeCoversOrg(scope, { ...WEST_LAKE, id: 7 })).toBe(true)
    expect(scopeCoversOrg(scope, { ...WEST_LAKE, id: 8 })).toBe(false)
  })

  test('an area covers the organisations standing in it, and none above it', () => {
    const city: Scope = { kind: 'city', cityId: '330100' }
    expect(scopeCoversOrg(city, { ...WEST_LAKE, id: 1 })).toBe(true)
    expect(scopeCoversOrg(city, { ...HAISHU, id: 1 })).toBe(false)
    expect(scopeCoversOrg(city, { provinceId: '330000', cityId: null, regionId: null, id: 1 })).toBe(false)
    expect(scopeCoversOrg({ kind: 'nothing' }, { ...WEST_LAKE, id: 1 })).toBe(false)
  })
})
