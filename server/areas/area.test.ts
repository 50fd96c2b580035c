// Regions over the wire: the tree, towns on demand, the areas of a range, hyphen-joined names and codes (spec §1).
import { beforeAll, describe, expect, test } from 'vitest'
import { areaEndpoints } from '#contract/areas/endpoints.ts'
import type { AreaNode, AreaReferenceNode } from '#contract/areas/schemas.ts'
import { orgEndpoints } from '#contract/orgs/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { readAreas } from './read-areas.ts'

const node = useApp()
const { regionTree, areaChildren, defaultAreas, allAreas } = areaEndpoints

const SEED = readAreas().filter(({ level }) => level <= 3)
const tokens = new Map<string, string>()
beforeAll(async () => {
  for (const account of ['province01', 'city01', 'region01', 'school01', 'social01', 'nobound01'])
    tokens.set(account, await node.current.login(account))
})
const as = (account: string) => node.current.as(tokens.get(account) ?? '')

function flatten<N extends { children?: N[] }>(nodes: N[]): N[] {
  return nodes.flatMap((each) => [each, ...flatten(each.children ?? [])])
}
const find = (nodes: AreaNode[], id: string) => flatten(nodes).find((each) => each.id === id)

/** How often the database was asked while `work` ran. */
async function queriesDuring(work: () => Promise<unknown>): Promise<number> {
  const { pool } = node.current.data.requests
  let asked = 0
  const count = () => void asked++
  pool.on('acquire', count)
  await work()
  pool.off('acquire', count)
  return asked
}

describe('the region tree', () => {
  test('is the whole country to the districts, for everybody', async () => {
    const { data } = await node.current.call(regionTree, {})
    expect(data).toHaveLength(34)
    const nodes = flatten(data)
    const count = (level: number) => nodes.filter((each) => each.level === level).length
    expect([count(1), count(2), count(3), count(4)]).toEqual([34, 369, 3000, 0])
    expect(new Set(nodes.map(({ id }) => id))).toEqual(new Set(SEED.map(({ id }) => id)))
  })

  test('hangs every area under its parent, one level down, in the order of the codes', async () => {
    const { data } = await node.current.call(regionTree, {})
    const wrong: string[] = []
    const check = (parent: AreaNode) => {
      const ids = (parent.children ?? []).map(({ id }) => id)
      if (ids.join() !== [...ids].sort().join()) wrong.push(parent.id)
      for (const child of parent.children ?? []) {
        const prefix = parent.id.slice(0, parent.level * 2)
        if (child.level !== parent.level + 1 || !child.id.startsWith(prefix)) wrong.push(child.id)
        check(child)
      }
    }
    data.forEach(check)
    expect(wrong).toEqual([])
  })

  test('says where there is more to load', async () => {
    const { data } = await node.current.call(regionTree, {})
    expect(find(data, '330106')).toEqual({ id: '330106', name: '西湖区', level: 3, leaf: false })
    expect(find(data, '441900')).toEqual({ id: '441900', name: '东莞市', level: 2, leaf: false })
    expect(find(data, '330100')).toMatchObject({ name: '杭州市', leaf: false })
    expect(find(data, '330100')?.children).toHaveLength(13)
  })

  test('costs the database nothing the second time, also when many ask', async () => {
    await node.current.call(regionTree, {})
    const answers: unknown[] = []
    const asked = await queriesDuring(async () => {
      answers.push(
        ...(await Promise.all(Array.from({ length: 20 }, () => node.current.call(regionTree, {})))),
      )
    })
    expect(asked).toBe(0)
    expect(new Set(answers.map((answer) => JSON.stringify((answer as { data: unknown }).data))).size).toBe(1)
  })

  test('asked by many at once on a new node is built once', async () => {
    const other = await node.current.otherNode()
    let asked = 0
    other.data.requests.pool.on('acquire', () => void asked++)
    await Promise.all(Array.from({ length: 20 }, () => other.call(regionTree, {})))
    expect(asked).toBe(1)
  })
})

describe('children on demand', () => {
  test('are the towns of a district', async () => {
    const { data } = await node.current.call(areaChildren, { parentId: '330106' })
    expect(data.length).toBeGreaterThan(5)
    expect(data).toContainEqual({ id: '330106002', name: '北山街道', level: 4, leaf: true })
    expect(data.filter(({ id }) => !/^330106\d{3}$/.test(id))).toEqual([])
  })

  test.each(['441900', '442000', '460400', '620200'])(
    'are towns directly where a city has no districts: %s',
    async (id) => {
      const { data } = await node.current.call(areaChildren, { parentId: id })
      expect(data.length).toBeGreaterThan(2)
      expect(data.filter(({ level, leaf }) => level !== 4 || !leaf)).toEqual([])
      expect(data.filter((town) => !/^\d{9}$/.test(town.id))).toEqual([])
    },
  )

  test('are the next level anywhere above', async () => {
    const cities = (await node.current.call(areaChildren, { parentId: '330000' })).data
    expect(cities.map(({ name }) => name)).toContain('宁波市')
    expect(cities.every(({ level }) => level === 2)).toBe(true)
  })

  test('of a place that does not exist are none; of no place at all it is a fault', async () => {
    expect((await node.current.call(areaChildren, { parentId: '999999' })).data).toEqual([])
    for (const parentId of ['', '33010', '330106002', '33010a', '%', '330106 '])
      expect(await node.current.call(areaChildren, { parentId })).toMatchObject({
        code: 650,
        message: '请选择所在区域',
        data: { issues: [{ path: ['parentId'] }] },
      })
  })
})

describe('the areas of a range', () => {
  const areasOf = async (account: string) => (await as(account).call(defaultAreas, {})).data
  const seeded = (test: (id: string) => boolean) =>
    SEED.filter(({ id }) => test(id)).map(({ fullName, fullId }) => ({ areaName: fullName, id: fullId }))
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)

  test.each<[string, (id: string) => boolean]>([
    ['province01', (id) => id.startsWith('33')],
    ['city01', (id) => id.startsWith('3301')],
    ['region01', (id) => id === '330106'],
    ['school01', (id) => id === '330106'],
    ['social01', (id) => id === '330106'],
  ])('%s gets exactly its own', async (account, inside) => {
    expect((await areasOf(account)).sort(byId)).toEqual(seeded(inside).sort(byId))
  })

  test('an incomplete range has none', async () => {
    await node.current.sql(`update app_user set data_range_city_id = null where account = 'city01'`)
    expect(await areasOf('city01')).toEqual([])
    await node.current.sql(`update app_user set data_range_city_id = '330100' where account = 'city01'`)
  })

  test('needs an account with an organisation', async () => {
    expect((await as('nobound01').call(defaultAreas, {})).code).toBe(613)
    expect((await node.current.call(defaultAreas, {})).code).toBe(601)
  })
})

describe('all areas', () => {
  test('join names and codes with hyphens at every level', async () => {
    const { data } = await as('school01').call(allAreas, {})
    const nodes = flatten<AreaReferenceNode>(data)
    expect(nodes).toHaveLength(SEED.length)
    const expected = new Map(SEED.map(({ fullId, fullName }) => [fullId, fullName]))
    expect(nodes.filter(({ id, areaName }) => expected.get(id) !== areaName)).toEqual([])
    expect(nodes.find(({ areaName }) => areaName === '浙江省-杭州市-西湖区')?.id).toBe('330000-330100-330106')
  })

  test('ask the database for the session alone the second time', async () => {
    await as('school01').call(allAreas, {})
    expect(await queriesDuring(() => as('school01').call(allAreas, {}))).toBe(1)
  })
})

describe('a place named by its ids', () => {
  const ask = (provinceId: string, cityId?: string, regionId?: string) =>
    as('province01').call(orgEndpoints.validOrgNameByRegion, {
      orgName: '新的机构',
      provinceId,
      cityId,
      regionId,
    })

  test.each([['330000'], ['330000', '330100'], ['330000', '330100', '330106']])(
    'is one path: %s %s %s',
    async (...ids: string[]) => {
      expect((await ask(...(ids as [string]))).data).toBe(true)
    },
  )

  test.each([
    ['330100', '330000'],
    ['330106', '330100', '330000'],
    ['330000', '330200', '330106'],
    ['330000', undefined, '330106'],
    ['330000', '330106'],
    ['110000', '330100'],
    ['999999'],
  ])('in another order or with a gap is none: %s %s %s', async (...ids) => {
    expect((await ask(...(ids as [string]))).code).toBe(650)
  })
})
