import { describe, expect, it } from 'vitest'
import { areaIdPath, areaIds, areaRangeOf, areaWithin } from './area-range.ts'

const ids = { dataRangeProvinceId: '330000', dataRangeCityId: '330100', dataRangeRegionId: '330106' }
const NOWHERE = areaIds([])

describe('areaRangeOf', () => {
  it.each([
    [1, ['330000']],
    [2, ['330000', '330100']],
    [3, ['330000', '330100', '330106']],
  ] as const)('of range type %i goes as deep as the type says', (dataRangeType, path) => {
    expect(areaIdPath(areaRangeOf({ ...ids, dataRangeType }) ?? {})).toEqual(path)
  })
  it('of the own organisation is none', () => {
    expect(areaRangeOf({ ...ids, dataRangeType: 4 })).toBeUndefined()
  })
})

describe('areaWithin', () => {
  const city = { provinceId: '330000', cityId: '330100', regionId: null }
  it('keeps an area of the range', () => {
    const district = areaIds(['330000', '330100', '330106'])
    expect(areaWithin(district, city)).toEqual(district)
    expect(areaWithin(areaIds(['330000', '330100']), city)).toEqual(areaIds(['330000', '330100']))
  })
  it.each([
    ['another city', ['330000', '330200']],
    ['a wider area', ['330000']],
    ['another province', ['440000', '440100']],
    ['a district of another city', ['330000', '330100', '330203']],
    ['a district without its city', []],
  ])('drops %s', (_, path) => {
    expect(areaWithin({ ...areaIds(path), ...(path.length ? {} : { regionId: '330106' }) }, city)).toEqual(
      NOWHERE,
    )
  })
  it('drops everything where there is no range, or an empty one', () => {
    expect(areaWithin(areaIds(['330000']), undefined)).toEqual(NOWHERE)
    expect(areaWithin(areaIds(['330000']), { provinceId: null, cityId: null, regionId: null })).toEqual(
      NOWHERE,
    )
  })
})
