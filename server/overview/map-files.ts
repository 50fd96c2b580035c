// The folder of the map: a file for each province and each city. Read once, at start, where a fault can still be mended.
import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import {
  type AreaMap,
  AreaShape,
  AreaShapes,
  pathOf,
  type Ring,
  ringsOf,
  SKETCH_NOTICE,
} from '#contract/overview/map.ts'
import { type Config, PROJECT_ROOT } from '../core/config.ts'
import { StartError } from '../core/start-error.ts'

const SHIPPED = path.join(PROJECT_ROOT, 'server/overview/maps')
export const mapFolderOf = ({ mapDir }: Pick<Config, 'mapDir'>): string => mapDir ?? SHIPPED

/** GS（2024）0650号, 浙S（2023）12号 */
const APPROVAL = /^[\p{Script=Han}A-Z]{1,8}[（(]\d{4}[）)]\s?\d{1,6}\s?号$/u
export const ApprovalNumber = z.string().trim().regex(APPROVAL, '审图号的格式有误，应如“GS（2024）0650号”')

/** The number stands in the file of the shapes that were approved, so that it cannot be shown for others. */
const MapFile = AreaShapes.extend({
  approval: ApprovalNumber.nullable(),
  /** Where the shapes are from, for the operator who looks after the folder. */
  source: z.string().max(500),
  width: z.int().min(1).max(10_000),
  height: z.int().min(1).max(10_000),
  areas: z.array(AreaShape).min(1).max(1_000),
})
export type MapFile = z.infer<typeof MapFile>

/** A province has cities below it, a city districts. */
const FILE_NAME = /^((?!00)\d{4}00)\.json$/
const LARGEST_BYTES = 2 * 1024 * 1024

type Maps = ReadonlyMap<string, AreaMap>
const known = new WeakMap<Config, Maps>()

/** By the code of the area whose parts they show; a wrong folder is a `StartError`. */
export function mapsOf(config: Config): Maps {
  const maps = known.get(config) ?? readMaps(mapFolderOf(config))
  known.set(config, maps)
  return maps
}

function readMaps(folder: string): Maps {
  const maps = new Map<string, AreaMap>()
  for (const fileName of namesIn(folder)) {
    const [, areaId] = FILE_NAME.exec(fileName) ?? []
    if (areaId === undefined) continue
    const { approval, width, height, areas } = readMapFile(folder, fileName, areaId)
    const notice = approval === null ? SKETCH_NOTICE : `审图号：${approval}`
    // Frozen, so that an answer is made of it once.
    maps.set(areaId, Object.freeze({ map: { width, height, areas }, notice }))
  }
  return maps
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    throw new StartError(`地图目录 ${folder} 无法读取（${reasonOf(error)}），请检查 MAP_DIR`)
  }
}

function readMapFile(folder: string, fileName: string, areaId: string): MapFile {
  const refuse = (reason: string) =>
    new StartError(
      `地图文件 ${path.join(folder, fileName)} ${reason}，请用 npm run admin -- add-map 重新生成或移走它`,
    )
  let content: unknown
  try {
    const bytes = readFileSync(path.join(folder, fileName))
    if (bytes.length > LARGEST_BYTES) throw refuse('过大')
    content = JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    throw error instanceof StartError ? error : refuse(`无法读取（${reasonOf(error)}）`)
  }
  const parsed = MapFile.safeParse(content)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw refuse(issue?.path[0] === 'approval' ? '的审图号格式有误' : '不是本平台的地图文件')
  }
  const { areas } = parsed.data
  const strange = areas.find(({ id }) => !isPartOf(id, areaId))
  if (strange) throw refuse(`中的 ${strange.id} 不是 ${areaId} 的下级区域代码`)
  if (new Set(areas.map(({ id }) => id)).size < areas.length) throw refuse('中有重复的区域代码')
  const broken = areas.find((area) => !isDrawable(area, parsed.data))
  if (broken) throw refuse(`中 ${broken.id} 的图形有误`)
  return parsed.data
}

/** Some districts belong to their province directly (429004): by their codes they stand below 429000. */
function isPartOf(id: string, areaId: string): boolean {
  const ofCities = areaId.endsWith('0000')
  const prefix = areaId.slice(0, ofCities ? 2 : 4)
  return /^\d{6}$/.test(id) && id.startsWith(prefix) && id.endsWith('00') === ofCities && id !== areaId
}

function isDrawable({ path, x, y }: AreaShape, { width, height }: AreaShapes): boolean {
  const rings = ringsOf(path)
  const isWithin = ([x, y]: Ring[number]) => x >= 0 && y >= 0 && x <= width && y <= height
  const isWhole = rings.every((ring) => ring.length >= 3 && ring.every(isWithin))
  return rings.length > 0 && pathOf(rings) === path && isWhole && isWithin([x, y])
}

/** Whole files take the place of old ones: who reads the folder meanwhile finds the old or the new one. */
export function writeMapFiles(folder: string, files: ReadonlyMap<string, MapFile>): void {
  const written: { part: string; whole: string }[] = []
  try {
    mkdirSync(folder, { recursive: true })
    for (const [areaId, file] of files) {
      const whole = path.join(folder, `${areaId}.json`)
      const part = path.join(folder, `.${areaId}.${randomUUID()}.part`)
      written.push({ part, whole })
      writeFileSync(part, `${JSON.stringify(file, null, 2)}\n`, { flag: 'wx' })
    }
    for (const { part, whole } of written) renameSync(part, whole)
  } catch (error) {
    throw new StartError(`地图目录 ${folder} 无法写入（${reasonOf(error)}），请检查 MAP_DIR`)
  } finally {
    for (const { part } of written) rmSync(part, { force: true })
  }
}

const reasonOf = (error: unknown): string =>
  (error as NodeJS.ErrnoException).code ?? (error instanceof SyntaxError ? '不是 JSON' : String(error))
