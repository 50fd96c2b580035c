// `npm run admin`: the map of the big screens from GeoJSON files of the operator's own, with their approval number.
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { type Given, Mistake, mistake, UsageError } from './admin-command.ts'
import { selectDistricts } from './areas/area-queries.ts'
import { say } from './core/console.ts'
import type { Ctx } from './core/context.ts'
import { ApprovalNumber, type MapFile, writeMapFiles } from './overview/map-files.ts'
import { MapFault, readGeoJson, type SourceArea } from './overview/shapes/geojson.ts'
import { makeLevelShapes } from './overview/shapes/level-shapes.ts'

/** All districts of the country need about half of it. */
const MOST_MEGABYTES = 100
/** Names in one line. */
const SHOWN = 30

type Needed = Pick<Ctx, 'config' | 'db'>
type Area = Awaited<ReturnType<typeof selectDistricts>>[number]
type Sourced = SourceArea & { file: string }
type Sources = { areas: Map<string, Sourced>; withoutCode: number; withoutShape: number }

/** The files are read before the database is opened. */
export function readMapFiles({ files = [], approval }: Given) {
  if (files.length === 0) throw new UsageError('缺少 GeoJSON 文件')
  const parsed = z.object({ approval: ApprovalNumber.optional() }).safeParse({ approval })
  if (!parsed.success) throw mistake({ approval }, parsed.error)
  const sources = readSources(files)
  return (ctx: Needed) => addMaps(ctx, sources, parsed.data.approval ?? null)
}

function readSources(files: readonly string[]): Sources {
  const sources: Sources = { areas: new Map(), withoutCode: 0, withoutShape: 0 }
  let bytes = 0
  for (const file of files) {
    const name = path.basename(file)
    bytes += sizeOf(file)
    if (bytes > MOST_MEGABYTES * 1024 * 1024)
      throw new Mistake(`${name}：文件合计超过 ${MOST_MEGABYTES} MB，请按省拆分或先行简化，分几次添加`)
    const { areas, without } = readSource(file)
    for (const area of areas) {
      if (sources.areas.has(area.code)) throw new Mistake(`${name}：${area.code} 在另一个文件中已有图形`)
      sources.areas.set(area.code, { ...area, file: name })
    }
    sources.withoutCode += without.code
    sources.withoutShape += without.shape
  }
  return sources
}

function sizeOf(file: string): number {
  try {
    const found = statSync(file)
    if (found.isFile()) return found.size
  } catch {
    // Said below.
  }
  throw new Mistake(`${file}：没有这个文件`)
}

function readSource(file: string) {
  try {
    return readGeoJson(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error instanceof MapFault) throw new Mistake(`${path.basename(file)}：${error.message}`)
    const { code } = error as NodeJS.ErrnoException
    if (code) throw new Mistake(`${file}：无法读取（${code}）`)
    throw error
  }
}

async function addMaps(ctx: Needed, sources: Sources, approval: string | null) {
  const { mapDir } = ctx.config
  if (mapDir === null)
    throw new Mistake('请用 MAP_DIR 指定存放地图的目录，启动平台时也要设置；随平台附带的示意图不会被改写')
  const areas = await selectDistricts(ctx.db)
  const levels = levelsOf(areas, sources)
  const files = new Map<string, MapFile>()
  for (const [areaId, parts] of levels) {
    const level = makeLevelShapes(parts.map(({ code, polygons }) => ({ id: code, polygons })))
    const source = [...new Set(parts.map(({ file }) => file))].join('、').slice(0, 500)
    if (level.areas.length > 0) files.set(areaId, { approval, source, ...level })
  }
  if (files.size === 0) throw new Mistake('文件中没有行政区划清单里的市或区县，没有写入任何地图')
  writeMapFiles(mapDir, files)
  tell(areas, sources, files)
  say(approval === null ? '没有审图号，大屏上标注“示意图”' : `大屏上标注“审图号：${approval}”`)
  say(`已写入 ${mapDir}，重新启动平台后生效`)
}

/** By the area above; provinces are no part of any map here. */
function levelsOf(areas: readonly Area[], sources: Sources): Map<string, Sourced[]> {
  const levels = new Map<string, Sourced[]>()
  for (const { id, parentId } of areas) {
    const source = sources.areas.get(id)
    if (source && parentId !== null) levels.set(parentId, [...(levels.get(parentId) ?? []), source])
  }
  return levels
}

function tell(areas: readonly Area[], sources: Sources, files: ReadonlyMap<string, MapFile>): void {
  const byId = new Map(areas.map((area) => [area.id, area]))
  for (const [areaId, { areas: shapes }] of files) {
    const drawn = new Set(shapes.map(({ id }) => id))
    const missing = areas.filter(({ id, parentId }) => parentId === areaId && !drawn.has(id))
    const names = missing.map(({ name }) => name)
    const rest = missing.length === 0 ? '' : `；没有图形、以色块显示的 ${missing.length} 个：${listOf(names)}`
    say(`${byId.get(areaId)?.fullName}：${drawn.size} 个地区${rest}`)
  }
  const unused = [...sources.areas.values()]
  const unknown = unused.filter(({ code }) => !byId.has(code))
  const provinces = unused.filter(({ code }) => byId.get(code)?.parentId === null)
  if (unknown.length > 0)
    say(
      `行政区划清单中没有、未采用的 ${unknown.length} 个：${listOf(unknown.map(({ code, name }) => `${code} ${name}`))}`,
    )
  if (provinces.length > 0) say(`省级图形未采用（大屏只到省以下）：${provinces.length} 个`)
  if (sources.withoutCode > 0) say(`没有行政区划代码、未采用的要素：${sources.withoutCode} 个`)
  if (sources.withoutShape > 0) say(`不是多边形、未采用的要素：${sources.withoutShape} 个`)
}

const listOf = (names: readonly string[]): string =>
  names.length > SHOWN ? `${names.slice(0, SHOWN).join('、')} 等` : names.join('、')
