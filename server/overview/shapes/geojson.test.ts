import { describe, expect, test } from 'vitest'
import { readGeoJson } from './geojson.ts'

const SQUARE = [
  [120, 30],
  [121, 30],
  [121, 31],
  [120, 31],
  [120, 30],
]
const polygon = { type: 'Polygon', coordinates: [SQUARE] }
const feature = (properties: unknown, geometry: unknown = polygon) => ({
  type: 'Feature',
  properties,
  geometry,
})
const collection = (...features: unknown[]) => JSON.stringify({ type: 'FeatureCollection', features })
const codesIn = (text: string) => readGeoJson(text).areas.map(({ code }) => code)

describe('codes', () => {
  test.each([
    [{ adcode: 330100 }],
    [{ adcode: '330100' }],
    [{ gb: '156330100' }],
    [{ gb: 156330100 }],
    [{ code: ' 330100 ' }],
    [{ code: '330100000000' }],
    [{ adcode: '', gb: '156330100' }],
  ])('%j is 330100', (properties) => {
    expect(codesIn(collection(feature(properties)))).toEqual(['330100'])
  })

  test.each([[null], [{}], [{ adcode: '100000_JD' }], [{ code: '330106002' }], [{ gb: {} }], ['330100']])(
    '%j names no area',
    (properties) => {
      expect(readGeoJson(collection(feature(properties)))).toEqual({
        areas: [],
        without: { code: 1, shape: 0 },
      })
    },
  )
})

describe('shapes', () => {
  test('are polygons of one or many parts, without the repeated last point', () => {
    const holed = { type: 'MultiPolygon', coordinates: [[SQUARE, SQUARE], [SQUARE]] }
    const [one, two] = readGeoJson(
      `\uFEFF${collection(feature({ code: '330100', name: '杭州市' }), feature({ code: '330200' }, holed))}`,
    ).areas
    expect(one).toMatchObject({ name: '杭州市', polygons: [[SQUARE.slice(0, 4)]] })
    expect(two?.polygons.map((rings) => rings.length)).toEqual([2, 1])
  })

  test('of an area in several features are put together', () => {
    const { areas } = readGeoJson(collection(feature({ code: '330100' }), feature({ gb: '156330100' })))
    expect(areas.map(({ polygons }) => polygons.length)).toEqual([2])
  })

  test('that are none, or lines, are counted', () => {
    const line = { type: 'LineString', coordinates: SQUARE }
    const thin = { type: 'Polygon', coordinates: [SQUARE.slice(0, 2)] }
    const text = collection(...[null, line, thin].map((each) => feature({ code: '330100' }, each)))
    expect(readGeoJson(text)).toEqual({ areas: [], without: { code: 0, shape: 3 } })
  })
})

describe('a file that is refused', () => {
  const nested = (coordinates: unknown) =>
    collection(feature({ code: '330100', name: '杭州市' }, { type: 'Polygon', coordinates }))

  test.each([
    ['', '不是 JSON 文件'],
    ['{"type":', '不是 JSON 文件'],
    ['[]', '不是 GeoJSON 要素集合'],
    ['null', '不是 GeoJSON 要素集合'],
    ['{"type":"Topology","objects":{}}', '不是 GeoJSON 要素集合'],
    ['{"type":"FeatureCollection","features":{}}', '不是 GeoJSON 要素集合'],
    [collection({ type: 'FeatureCollection', features: [] }), '有不是要素（Feature）的内容'],
    [collection(7), '有不是要素（Feature）的内容'],
    [
      collection(feature({ code: '330100' }, { type: 'GeometryCollection', geometries: [polygon] })),
      '是几何集合（GeometryCollection）',
    ],
    [nested('x'), '杭州市（330100）的坐标层次不对'],
    [nested([[120, 30]]), '的坐标层次不对'],
    [nested([[[[[[[120, 30]]]]]]]), '的坐标不是经纬度数字'],
    [nested([[['120', '30']]]), '的坐标不是经纬度数字'],
    [nested([[[30, 120]]]), '的坐标 30, 120 不在中国范围内：须为经纬度，先经度（73–136）后纬度（3–54）'],
    [nested([[[13_360_000, 3_510_000]]]), '不在中国范围内'],
  ])('%j', (text, sentence) => {
    expect(() => readGeoJson(text)).toThrow(sentence)
  })

  test('a hundred thousand brackets in each other are refused, not followed', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    expect(() => readGeoJson(deep)).toThrow('不是')
    const text = `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"code":"330100"},"geometry":{"type":"Polygon","coordinates":${deep}}}]}`
    expect(() => readGeoJson(text)).toThrow('的坐标')
  })
})
