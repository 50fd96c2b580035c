// What a GeoJSON file holds of areas: their codes and polygons. Nothing is believed: the file is somebody else's.
import type { Point, Ring } from '#contract/overview/map.ts'

/** Why a file cannot be used, in a sentence for the person who gave it. */
export class MapFault extends Error {
  override readonly name = 'MapFault'
}

/** The outer ring and its holes, in degrees. */
export type Polygon = readonly Ring[]
export type SourceArea = { code: string; name: string; polygons: Polygon[] }
export type SourceMap = { areas: SourceArea[]; without: { code: number; shape: number } }

/** China from the Pamirs to the Ussuri, and from 曾母暗沙 to the Amur. */
const WEST = 73
const EAST = 136
const SOUTH = 3
const NORTH = 54

export function readGeoJson(text: string): SourceMap {
  const file = asObject(parse(text))
  if (file?.type !== 'FeatureCollection' || !Array.isArray(file.features))
    throw new MapFault('不是 GeoJSON 要素集合（FeatureCollection）')
  const areas = new Map<string, SourceArea>()
  const without = { code: 0, shape: 0 }
  for (const each of file.features) {
    const feature = asObject(each)
    if (feature?.type !== 'Feature') throw new MapFault('要素集合中有不是要素（Feature）的内容')
    const properties = asObject(feature.properties) ?? {}
    const code = codeOf(properties)
    if (code === null) {
      without.code++
      continue
    }
    const name = typeof properties.name === 'string' ? properties.name.slice(0, 40) : ''
    const polygons = polygonsOf(feature.geometry, `${name}（${code}）`)
    if (polygons.length === 0) without.shape++
    // Some files have a feature for each part of an area.
    const known = areas.get(code) ?? { code, name, polygons: [] }
    for (const polygon of polygons) known.polygons.push(polygon)
    areas.set(code, known)
  }
  return { areas: [...areas.values()].filter(({ polygons }) => polygons.length > 0), without }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text)
  } catch {
    throw new MapFault('不是 JSON 文件')
  }
}

const asObject = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null

/** 330100; of 天地图 156330100, with the country; of the statistics bureau 330100000000, with the villages. */
const CODE = /^(?:156)?(\d{6})$|^(\d{6})0{6}$/

function codeOf(properties: Record<string, unknown>): string | null {
  for (const spelling of ['adcode', 'gb', 'code']) {
    const value = properties[spelling]
    if (typeof value !== 'string' && typeof value !== 'number') continue
    const [, short, long] = CODE.exec(String(value).trim()) ?? []
    const code = short ?? long
    if (code) return code
  }
  return null
}

function polygonsOf(given: unknown, owner: string): Polygon[] {
  const geometry = asObject(given)
  if (geometry?.type === 'GeometryCollection')
    throw new MapFault(`${owner}是几何集合（GeometryCollection），请转换为多边形（MultiPolygon）`)
  if (geometry?.type === 'Polygon') return [polygonOf(geometry.coordinates, owner)].filter(isPolygon)
  if (geometry?.type !== 'MultiPolygon') return []
  return listOf(geometry.coordinates, owner)
    .map((each) => polygonOf(each, owner))
    .filter(isPolygon)
}

const isPolygon = ([outer]: Polygon): boolean => outer !== undefined

function polygonOf(given: unknown, owner: string): Polygon {
  const [outer, ...holes] = listOf(given, owner).map((ring) => ringOf(ring, owner))
  const isRing = (ring: Ring | undefined): ring is Ring => ring !== undefined && ring.length >= 3
  return isRing(outer) ? [outer, ...holes.filter(isRing)] : []
}

function ringOf(given: unknown, owner: string): Ring {
  const ring = listOf(given, owner).map((point) => pointOf(point, owner))
  const [first, last] = [ring[0], ring.at(-1)]
  if (first && last && first[0] === last[0] && first[1] === last[1]) ring.pop()
  return ring
}

function pointOf(given: unknown, owner: string): Point {
  const [longitude, latitude] = listOf(given, owner)
  if (typeof longitude !== 'number' || typeof latitude !== 'number')
    throw new MapFault(`${owner}的坐标不是经纬度数字`)
  if (longitude < WEST || longitude > EAST || latitude < SOUTH || latitude > NORTH)
    throw new MapFault(
      `${owner}的坐标 ${longitude}, ${latitude} 不在中国范围内：须为经纬度，先经度（${WEST}–${EAST}）后纬度（${SOUTH}–${NORTH}）`,
    )
  return [longitude, latitude]
}

function listOf(given: unknown, owner: string): unknown[] {
  if (Array.isArray(given)) return given
  throw new MapFault(`${owner}的坐标层次不对`)
}
