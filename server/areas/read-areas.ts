import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { AreaTier } from '#contract/areas/schemas.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { PROJECT_ROOT } from '../core/config.ts'

const { province, city, region, town } = AreaTier.code

export type AreaSeed = {
  id: string
  parentId: string | null
  name: string
  level: CodeOf<typeof AreaTier>
  /** hyphen-joined */
  fullName: string
  fullId: string
}

/** The national list: provinces, cities and districts by code, then towns; parents before children. */
export function readAreas(): AreaSeed[] {
  const areas = new Map<string, AreaSeed>()
  for (const line of readLines('areas.txt')) {
    const { code, name } = splitLine(line, 6)
    add(areas, code, name, levelOf(code), parentOf(code))
  }
  let parentId = ''
  for (const line of readLines('towns.txt')) {
    if (line.startsWith('#')) {
      parentId = line.slice(1)
      continue
    }
    const { code, name } = splitLine(line, 3)
    // The parent is a city where the city has no districts (东莞市).
    add(areas, parentId + code, name, town, parentId)
  }
  return [...areas.values()]
}

/** Raised when `readAreas` makes something else of the same files. */
const READING_VERSION = 1

/** Changes whenever `readAreas` gives another list; parsing 40 000 areas to find that out would slow every start. */
export function areasChecksum(): string {
  const hash = createHash('sha256').update(`version ${READING_VERSION}`)
  for (const file of ['areas.txt', 'towns.txt']) hash.update(readFileSync(pathOf(file)))
  return hash.digest('hex')
}

const pathOf = (file: string): string => path.join(PROJECT_ROOT, 'server/areas/data', file)

function readLines(file: string): string[] {
  const text = readFileSync(pathOf(file), 'utf8')
  return text.split(/\r?\n/).filter((line) => line !== '')
}

function splitLine(line: string, digits: number): { code: string; name: string } {
  const code = line.slice(0, digits)
  const name = line.slice(digits + 1)
  if (!/^\d+$/.test(code) || line[digits] !== ' ' || name === '')
    throw new Error(`unreadable area line: ${line}`)
  return { code, name }
}

function levelOf(code: string): AreaSeed['level'] {
  if (code.endsWith('0000')) return province
  return code.endsWith('00') ? city : region
}

function parentOf(code: string): string | null {
  const level = levelOf(code)
  if (level === province) return null
  return level === city ? `${code.slice(0, 2)}0000` : `${code.slice(0, 4)}00`
}

function add(
  areas: Map<string, AreaSeed>,
  id: string,
  name: string,
  level: AreaSeed['level'],
  parentId: string | null,
): void {
  if (areas.has(id)) throw new Error(`area ${id} is listed twice`)
  if (parentId === null) {
    areas.set(id, { id, parentId, name, level, fullName: name, fullId: id })
    return
  }
  const parent = areas.get(parentId)
  if (parent === undefined) throw new Error(`area ${id} has no parent ${parentId}`)
  const fullName = `${parent.fullName}-${name}`
  areas.set(id, { id, parentId, name, level, fullName, fullId: `${parent.fullId}-${id}` })
}
