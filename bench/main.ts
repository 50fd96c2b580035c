import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { PROJECT_ROOT } from '../server/core/config.ts'
import { measureAudit } from './audit.ts'
import { measureExport } from './export.ts'
import { measureFigures } from './figures.ts'
import { measureFirstLoad } from './first-load.ts'
import { measureHostile } from './hostile.ts'
import { measureImport } from './import.ts'
import { measureReadings } from './import-readings.ts'
import { measureLetters } from './letters.ts'
import { measureOpenWalls } from './open-wall.ts'
import { measureOverview } from './overview/overview.ts'
import { measureRoster } from './roster.ts'
import { measureServiceTime } from './service-time.ts'
import { measureStart } from './start.ts'
import type { Table } from './table.ts'
import { measureWarnings } from './warnings.ts'

const RESULTS = path.join(PROJECT_ROOT, 'bench/results.md')

/** What a wall costs shows after a quarter of an hour; whether its memory grows, better after an hour. */
const LEAST_MINUTES = 15

type Options = { browser: string; students?: number; entries?: number; minutes?: number; data?: string }

/**
 * `npm run bench -- start` runs one part: start, first-load, service-time, roster, figures, readings, import, export,
 * audit, overview, open-wall, letters, warnings or hostile. `--entries 10000000` fills the audit log with as many. `--students 50000` makes the large database of the figures, or the sheet of readings, smaller, for a trial;
 * `--data 目录` keeps the databases of the figures there, and takes them from there the next time.
 */
const PARTS: Record<string, (options: Options) => Promise<Table>> = {
  'service-time': measureServiceTime,
  roster: measureRoster,
  figures: measureFigures,
  readings: measureReadings,
  import: measureImport,
  export: measureExport,
  audit: measureAudit,
  overview: measureOverview,
  'open-wall': ({ browser, minutes }) => measureOpenWalls(browser, minutes),
  letters: measureLetters,
  warnings: measureWarnings,
  hostile: measureHostile,
  'first-load': ({ browser }) => measureFirstLoad(browser),
  start: measureStart,
}

export async function bench(browser: string, args: string[]) {
  const given = parseArgs({
    args,
    allowPositionals: true,
    options: {
      students: { type: 'string' },
      entries: { type: 'string' },
      minutes: { type: 'string' },
      data: { type: 'string' },
    },
  })
  // A request for the figures also measures how long filling them takes.
  const wanted = given.positionals.flatMap((name) => (name === 'figures' ? [name, 'readings'] : [name]))
  const students = numberOf(given.values.students)
  const entries = numberOf(given.values.entries)
  const minutes = numberOf(given.values.minutes)
  const tables: Table[] = []
  for (const [name, measure] of Object.entries(PARTS)) {
    if (wanted.length === 0 || wanted.includes(name))
      tables.push(await measure({ browser, students, entries, minutes, data: given.values.data }))
  }
  const text = tables.map(asMarkdown).join('\n')
  console.log(text)
  // A trial with fewer students or a few minutes is no result.
  if (students === undefined && (minutes ?? LEAST_MINUTES) >= LEAST_MINUTES) writeResults(tables)
  const missed = tables.flatMap(({ rows }) => rows).filter(({ met }) => met === false)
  for (const { what } of missed) console.log(`未达到：${what}`)
  if (missed.length) process.exitCode = 1
}

const numberOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text)

/** Each part replaces what was measured of it before; the others stay as they are. */
function writeResults(tables: readonly Table[]) {
  const [, ...before] = readFileSync(RESULTS, 'utf8').split(/^(?=## )/m)
  const known = new Map(before.map((part) => [part.slice(0, part.indexOf('\n')), `${part.trimEnd()}\n`]))
  for (const table of tables) known.set(`## ${table.title}`, asMarkdown(table))
  const head = '# 测量结果\n\n由 `npm run bench` 写入；只有比值可以跨机器比较。\n'
  writeFileSync(RESULTS, [head, ...known.values()].join('\n'))
}

function asMarkdown({ title, note, rows }: Table): string {
  const lines = rows.map(({ what, value, bar, met }) => {
    const verdict = met === undefined ? '' : met ? '达到' : '未达到'
    return `| ${what} | ${value} | ${bar ?? ''} | ${verdict} |`
  })
  return [
    `## ${title}`,
    '',
    note,
    '',
    '| 项目 | 数值 | 要求 | 结果 |',
    '|---|---|---|---|',
    ...lines,
    '',
  ].join('\n')
}
