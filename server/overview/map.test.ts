// The call behind the map of a wall.
import { beforeAll, describe, expect, test } from 'vitest'
import { overviewEndpoints } from '#contract/overview/endpoints.ts'
import { useApp } from '../testing/app.ts'

const node = useApp()
const { overviewMap } = overviewEndpoints

let token: string
beforeAll(async () => {
  token = await node.current.login('city01')
})
const ask = (areaId: string) => node.current.as(token).call(overviewMap, { areaId })

describe('the map of an area', () => {
  test('has the shapes of its parts, also of a place outside of the own range', async () => {
    const province = (await ask('330000')).data
    expect(province.notice).toBe('示意图')
    expect(province.map?.areas).toHaveLength(11)
    const city = (await ask('330200')).data
    expect(city.map?.areas.map(({ id }) => id)).toContain('330203')
    expect(Object.keys(city.map?.areas[0] ?? {}).sort()).toEqual(['id', 'path', 'x', 'y'])
  })

  test('is none where there are no shapes', async () => {
    for (const areaId of ['330106', '440000', '999999'])
      expect((await ask(areaId)).data).toEqual({ map: null, notice: '示意图' })
  })

  test('is refused for what is no area', async () => {
    for (const areaId of ['', '33000', '../../etc', '330106002']) expect((await ask(areaId)).code).toBe(650)
  })

  test('needs an overview', async () => {
    const teacher = await node.current.login('teacher01')
    expect((await node.current.as(teacher).call(overviewMap, { areaId: '330000' })).code).toBe(602)
    expect((await node.current.call(overviewMap, { areaId: '330000' })).code).toBe(601)
  })
})
