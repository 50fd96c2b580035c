// `add-map`: what an operator's own GeoJSON becomes, and what is said of it.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ringsOf } from '#contract/overview/map.ts'
import { admin } from './admin.ts'
import { readMapFiles } from './admin-map.ts'
import { readConfig } from './core/config.ts'
import { mapsOf } from './overview/map-files.ts'
import { useApp } from './testing/app.ts'

const root = mkdtempSync(path.join(tmpdir(), 'add-map-'))
let here: string
let runs = 0
beforeEach(() => {
  here = path.join(root, String(runs++))
  mkdirSync(here)
})
afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const square = (longitude: number, latitude: number, side = 0.2) => ({
  type: 'MultiPolygon',
  coordinates: [
    [
      [
        [longitude, latitude],
        [longitude + side, latitude],
        [longitude + side, latitude + side],
        [longitude, latitude + side],
        [longitude, latitude],
      ],
    ],
  ],
})
const feature = (properties: unknown, geometry: unknown) => ({ type: 'Feature', properties, geometry })
const write = (name: string, ...features: unknown[]): string => {
  const file = path.join(here, name)
  writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features }))
  return file
}

describe('what is wrong is said before anything is touched', () => {
  async function refusal(...args: string[]): Promise<string> {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const folder = path.join(here, 'data')
    await admin(['add-map', ...args], { DATA_DIR: folder, MAP_DIR: path.join(here, 'maps') })
    expect(process.exitCode).toBe(1)
    expect(readdirSync(here)).not.toContain('data')
    expect(readdirSync(here)).not.toContain('maps')
    return said.mock.calls.join('\n')
  }

  test('no file', async () => {
    expect(await refusal()).toMatch(/^缺少 GeoJSON 文件\n+用法：/)
  })

  test('a file that is not there, or is a folder', async () => {
    const nowhere = path.join(here, 'nowhere.json')
    expect(await refusal(nowhere)).toBe(`${nowhere}：没有这个文件`)
    expect(await refusal(here)).toContain('没有这个文件')
  })

  test('an approval number of another form', async () => {
    const file = write('a.json', feature({ adcode: 330106 }, square(120, 30)))
    expect(await refusal(file, '--approval', '已审核')).toBe(
      '--approval 已审核：审图号的格式有误，应如“GS（2024）0650号”',
    )
  })

  test('a file that is no GeoJSON of China', async () => {
    const file = write('a.json', feature({ adcode: 330106 }, square(30, 30)))
    expect(await refusal(file)).toContain('a.json：（330106）的坐标 30, 30 不在中国范围内')
  })

  test('an area in two files', async () => {
    const files = ['a.json', 'b.json'].map((name) =>
      write(name, feature({ adcode: 330106 }, square(120, 30))),
    )
    expect(await refusal(...files)).toBe('b.json：330106 在另一个文件中已有图形')
  })

  test('a file of 300 MB, which is not read', async () => {
    const file = write('a.json')
    truncateSync(file, 300 * 1024 * 1024)
    expect(await refusal(file)).toBe('a.json：文件合计超过 100 MB，请按省拆分或先行简化，分几次添加')
  })
})

describe('a map', () => {
  const node = useApp()

  /** What the command says. */
  async function add(files: string[], options: { approval?: string; mapDir?: string | null } = {}) {
    const { approval, mapDir = path.join(here, 'maps') } = options
    const said = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    const { config, db } = node.current.services
    await readMapFiles({ files, approval })({ config: { ...config, mapDir }, db })
    return said.mock.calls.join('\n')
  }
  const added = () => mapsOf(readConfig({ MAP_DIR: path.join(here, 'maps') }))

  test('of cities and districts becomes a file for each level, by every spelling of the codes', async () => {
    const file = write(
      '天地图.geojson',
      feature({ gb: '156330106', name: '西湖区' }, square(120, 30)),
      feature({ adcode: 330102, name: '上城区' }, square(120.2, 30)),
      feature({ code: '330105', name: '拱墅区' }, square(120, 30.2)),
      feature({ gb: '156330100', name: '杭州市' }, square(120, 30)),
      feature({ gb: '156330200', name: '宁波市' }, square(121, 30)),
    )
    const said = await add([file], { approval: 'GS（2024）0650号' })
    expect(said).toContain('浙江省：2 个地区；没有图形、以色块显示的 9 个：温州市、嘉兴市、')
    expect(said).toContain('浙江省-杭州市：3 个地区；没有图形、以色块显示的 10 个：滨江区、')
    expect(said).toContain('大屏上标注“审图号：GS（2024）0650号”')
    expect(said).toContain(`已写入 ${path.join(here, 'maps')}，重新启动平台后生效`)
    const maps = added()
    expect([...maps.keys()].sort()).toEqual(['330000', '330100'])
    expect(maps.get('330100')?.notice).toBe('审图号：GS（2024）0650号')
    const { areas = [], height = 0 } = maps.get('330100')?.map ?? {}
    expect(areas.map(({ id }) => id)).toEqual(['330102', '330105', '330106'])
    // The district in the north is above the one in the south.
    const top = (id: string) =>
      Math.min(
        ...ringsOf(areas.find((area) => area.id === id)?.path ?? '').flatMap((ring) =>
          ring.map(([, y]) => y),
        ),
      )
    expect([top('330105'), top('330106')]).toEqual([0, height / 2])
  })

  test('names what the list does not know and what it cannot use', async () => {
    const file = write(
      'a.json',
      feature({ adcode: 330106 }, square(120, 30)),
      feature({ adcode: 330199, name: '某新区' }, square(120, 31)),
      feature({ adcode: 330000, name: '浙江省' }, square(120, 31)),
      feature({ name: '南海诸岛' }, square(120, 31)),
      feature({ adcode: 330105 }, { type: 'Point', coordinates: [120, 30] }),
    )
    const said = await add([file])
    expect(said).toContain('行政区划清单中没有、未采用的 1 个：330199 某新区')
    expect(said).toContain('省级图形未采用（大屏只到省以下）：1 个')
    expect(said).toContain('没有行政区划代码、未采用的要素：1 个')
    expect(said).toContain('不是多边形、未采用的要素：1 个')
    expect(said).toContain('没有审图号，大屏上标注“示意图”')
    expect(
      added()
        .get('330100')
        ?.map?.areas.map(({ id }) => id),
    ).toEqual(['330106'])
    expect(added().get('330100')?.notice).toBe('示意图')
  })

  test('takes the place of the old one of its level and leaves the others', async () => {
    const hangzhou = write('a.json', feature({ adcode: 330106 }, square(120, 30)))
    const ningbo = write('b.json', feature({ adcode: 330203 }, square(121, 29)))
    await add([hangzhou, ningbo], { approval: '浙S（2023）12号' })
    await add([write('c.json', feature({ adcode: 330102 }, square(120, 30)))])
    const maps = added()
    expect(maps.get('330100')?.map?.areas.map(({ id }) => id)).toEqual(['330102'])
    // The number of the old shapes does not stand for the new ones.
    expect(maps.get('330100')?.notice).toBe('示意图')
    expect(maps.get('330200')?.notice).toBe('审图号：浙S（2023）12号')
    const file = readFileSync(path.join(here, 'maps', '330200.json'), 'utf8')
    expect(JSON.parse(file)).toMatchObject({ source: 'b.json' })
  })

  test('without anything the list knows is none', async () => {
    const file = write('a.json', feature({ adcode: 999999 }, square(120, 30)))
    await expect(add([file])).rejects.toThrow('没有写入任何地图')
    expect(existsSync(path.join(here, 'maps'))).toBe(false)
  })

  test('needs a folder of its own: the sketch of the product stays as it is', async () => {
    const file = write('a.json', feature({ adcode: 330106 }, square(120, 30)))
    await expect(add([file], { mapDir: null })).rejects.toThrow('请用 MAP_DIR 指定存放地图的目录')
  })

  test('that cannot be written is said in a sentence', async () => {
    const file = write('a.json', feature({ adcode: 330106 }, square(120, 30)))
    await expect(add([file], { mapDir: file })).rejects.toThrow(`地图目录 ${file} 无法写入（EEXIST）`)
  })
})
