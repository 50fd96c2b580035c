import { describe, expect, it } from 'vitest'
import { type AreaSeed, readAreas } from './read-areas.ts'

const areas = readAreas()
const byId = new Map(areas.map((area) => [area.id, area]))
const atLevel = (level: AreaSeed['level']) => areas.filter((area) => area.level === level)
const childrenOf = (id: string) => areas.filter((area) => area.parentId === id)

describe('the national area list', () => {
  it('holds the whole country', () => {
    expect(atLevel(1)).toHaveLength(34)
    expect(atLevel(2).length).toBeGreaterThan(330)
    expect(atLevel(3).length).toBeGreaterThan(2800)
    expect(atLevel(4).length).toBeGreaterThan(38_000)
  })

  it('has unique ids, each of the form of its level', () => {
    expect(byId.size).toBe(areas.length)
    const forms = { 1: /^\d\d0000$/, 2: /^\d\d(?!00)\d\d00$/, 3: /^\d{4}(?!00)\d\d$/, 4: /^\d{9}$/ }
    expect(areas.filter((area) => !forms[area.level].test(area.id))).toEqual([])
  })

  it('lists every parent before its children, with the id prefix of its parent', () => {
    const seen = new Set<string>()
    const wrong = areas.filter((area) => {
      seen.add(area.id)
      if (area.parentId === null) return area.level !== 1
      const parent = byId.get(area.parentId)
      if (parent === undefined || !seen.has(area.parentId) || parent.level >= area.level) return true
      return !area.id.startsWith(parent.id.slice(0, parent.level * 2))
    })
    expect(wrong).toEqual([])
  })

  it('has a district above each town, or a city that has no districts', () => {
    const parentIds = new Set(atLevel(4).map((town) => town.parentId))
    const cities = atLevel(2).filter((city) => parentIds.has(city.id))
    expect(cities.map((city) => city.name)).toEqual(['东莞市', '中山市', '儋州市', '嘉峪关市'])
    expect(cities.flatMap((city) => childrenOf(city.id)).filter((child) => child.level !== 4)).toEqual([])
  })

  it('joins names and ids so that they can be taken apart again', () => {
    const wrong = areas.filter((area) => {
      const ids = area.fullId.split('-')
      const names = area.fullName.split('-')
      return ids.at(-1) !== area.id || names.join() !== ids.map((id) => byId.get(id)?.name).join()
    })
    expect(wrong).toEqual([])
  })

  it('has names unique among siblings, without blanks or office and committee suffixes', () => {
    expect(new Set(areas.map((area) => area.fullName)).size).toBe(areas.length)
    expect(areas.filter((area) => /\s|街道办事处$|居民委员会$|村民委员会$/.test(area.name))).toEqual([])
  })

  it('knows 西湖区 of 杭州市 and its 北山街道', () => {
    expect(byId.get('330106')).toEqual({
      id: '330106',
      parentId: '330100',
      name: '西湖区',
      level: 3,
      fullName: '浙江省-杭州市-西湖区',
      fullId: '330000-330100-330106',
    })
    expect(childrenOf('330106').find((town) => town.name === '北山街道')).toEqual({
      id: '330106002',
      parentId: '330106',
      name: '北山街道',
      level: 4,
      fullName: '浙江省-杭州市-西湖区-北山街道',
      fullId: '330000-330100-330106-330106002',
    })
  })

  it('puts the towns of 东莞市 directly under the city', () => {
    const towns = childrenOf('441900')
    expect(towns.length).toBeGreaterThan(30)
    expect(towns.every((town) => town.level === 4)).toBe(true)
    expect(towns.map((town) => town.fullName)).toContain('广东省-东莞市-虎门镇')
  })

  it('includes Taiwan, Hong Kong and Macau', () => {
    expect(['710000', '810000', '820000'].map((id) => byId.get(id)?.name)).toEqual([
      '台湾省',
      '香港特别行政区',
      '澳门特别行政区',
    ])
    expect(childrenOf('710000')).toHaveLength(22)
    expect(childrenOf('810000').flatMap((part) => childrenOf(part.id))).toHaveLength(18)
    expect(childrenOf('820000').flatMap((part) => childrenOf(part.id))).toHaveLength(8)
  })
})
