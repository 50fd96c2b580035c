// The folder of the map: what is wrong with it is said at start, in one sentence.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../core/config.ts'
import { StartError } from '../core/start-error.ts'
import { type MapFile, mapsOf, writeMapFiles } from './map-files.ts'

const root = mkdtempSync(path.join(tmpdir(), 'maps-'))
let folder: string
let folders = 0
beforeEach(() => {
  folder = path.join(root, String(folders++))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const AREA = { id: '330106', x: 5, y: 5, path: 'M0 0l10 0 0 10-10 0z' }
const FILE: MapFile = { approval: null, source: 'a.json', width: 10, height: 10, areas: [AREA] }
const write = (content: unknown, areaId = '330100') =>
  writeMapFiles(folder, new Map([[areaId, content as MapFile]]))
const read = () => mapsOf(readConfig({ MAP_DIR: folder }))

test('what was written is read: the shapes, and what stands beside them', () => {
  write(FILE)
  write({ ...FILE, approval: 'GS（2024）0650号', areas: [{ ...AREA, id: '330100' }] }, '330000')
  expect(readdirSync(folder)).toEqual(['330000.json', '330100.json'])
  const { approval, source, ...map } = FILE
  expect(read().get('330100')).toEqual({ map, notice: '示意图' })
  expect(read().get('330000')?.notice).toBe('审图号：GS（2024）0650号')
})

test('it is read once, and an answer can be made of it once', () => {
  write(FILE)
  const config = readConfig({ MAP_DIR: folder })
  const first = mapsOf(config).get('330100')
  rmSync(folder, { recursive: true })
  expect(mapsOf(config).get('330100')).toBe(first)
  expect(Object.isFrozen(first)).toBe(true)
})

test('other files in it are left alone; without any there is no map', () => {
  write(FILE)
  writeFileSync(path.join(folder, 'README.md'), 'x')
  writeFileSync(path.join(folder, '.330200.part'), '{')
  rmSync(path.join(folder, '330100.json'))
  expect(read().size).toBe(0)
})

describe('a wrong folder', () => {
  const refused = (): string => {
    try {
      read()
    } catch (error) {
      expect(error).toBeInstanceOf(StartError)
      return (error as StartError).message
    }
    throw new Error('was read')
  }

  test('that is not there', () => {
    expect(refused()).toBe(`地图目录 ${folder} 无法读取（ENOENT），请检查 MAP_DIR`)
  })

  test.each([
    ['{', '无法读取（不是 JSON）'],
    ['{"type":"FeatureCollection","features":[]}', '不是本平台的地图文件'],
    [`"${'x'.repeat(3 * 1024 * 1024)}"`, '过大'],
  ])('%.40s', (text, reason) => {
    write(FILE)
    writeFileSync(path.join(folder, '330100.json'), text)
    expect(refused()).toBe(
      `地图文件 ${path.join(folder, '330100.json')} ${reason}，请用 npm run admin -- add-map 重新生成或移走它`,
    )
  })

  test.each<[Partial<MapFile> | { areas: unknown }, string]>([
    [{ approval: '已审核' }, '的审图号格式有误'],
    // A number without shapes it could belong to.
    [{ approval: 'GS（2024）0650号', areas: [] }, '不是本平台的地图文件'],
    [{ areas: [{ ...AREA, id: '330206' }] }, '中的 330206 不是 330100 的下级区域代码'],
    [{ areas: [{ ...AREA, id: '330100' }] }, '中的 330100 不是 330100 的下级区域代码'],
    [{ areas: [{ ...AREA, id: '330106002' }] }, '中的 330106002 不是'],
    [{ areas: [AREA, AREA] }, '中有重复的区域代码'],
    [{ areas: [{ ...AREA, path: 'M0 0l10 0 0 11-10 0z' }] }, '中 330106 的图形有误'],
    [{ areas: [{ ...AREA, path: 'M0 0L10 0 0 10z' }] }, '中 330106 的图形有误'],
    [{ areas: [{ ...AREA, path: '' }] }, '中 330106 的图形有误'],
    [{ areas: [{ ...AREA, x: 11 }] }, '中 330106 的图形有误'],
    [{ width: 0 }, '不是本平台的地图文件'],
  ])('%j', (changes, reason) => {
    write({ ...FILE, ...changes })
    expect(refused()).toContain(reason)
  })

  test('with districts where cities belong', () => {
    write(FILE, '330000')
    expect(refused()).toContain('中的 330106 不是 330000 的下级区域代码')
  })

  test.runIf(process.getuid?.() !== 0)('that cannot be written', () => {
    folder = '/proc/maps-of-nobody'
    expect(() => write(FILE)).toThrow(StartError)
  })
})

test('writing that fails changes nothing and leaves nothing behind', () => {
  write(FILE)
  const before = readFileSync(path.join(folder, '330100.json'), 'utf8')
  const circle: Record<string, unknown> = {}
  circle.self = circle
  const files = new Map([
    ['330100', { ...FILE, source: 'b.json' }],
    ['330200', circle as unknown as MapFile],
  ])
  expect(() => writeMapFiles(folder, files)).toThrow(StartError)
  expect(readdirSync(folder)).toEqual(['330100.json'])
  expect(readFileSync(path.join(folder, '330100.json'), 'utf8')).toBe(before)
})
