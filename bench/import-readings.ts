import { createReadStream, createWriteStream } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { DEFAULT_PROFILE } from '#contract/eyesight/judgement/profile.ts'
import { planEndpoints } from '#contract/eyesight/plan-endpoints.ts'
import { DEFAULT_ITEMS } from '#contract/eyesight/plan-schemas.ts'
import { taskEndpoints } from '#contract/eyesight/task-endpoints.ts'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import { schoolYearOf } from '#contract/schools/grades.ts'
import { cellText } from '#server/imports/row-rules/cell-values.ts'
import { columnsOf } from '#server/imports/row-rules/columns.ts'
import { readWorkbook } from '../server/core/sheets/read/read-workbook.ts'
import type { OutRow } from '../server/core/sheets/write/write-model.ts'
import { writeWorkbook } from '../server/core/sheets/write/write-workbook.ts'
import { importFile, timeParse } from './import-file.ts'
import { type MeasuredApp, measuredApp } from './measured-app.ts'
import { type Watched, watched } from './process-watch.ts'
import { type BenchSchool, makeRosterFile, newBenchSchool } from './roster-file.ts'
import { scratchFolder } from './scratch-product.ts'
import { median, type Row, type Table } from './table.ts'

const ROWS = 50_000
const ROUNDS = 3
const MINUTES_TO_START = 5
const FEWER = 10

type Round = { seconds: number; parse: number; copy: number; seen: Watched }

/** Results of a whole school from the upload to the last record, compared with reading and storing alone. */
export async function measureReadings({ students: rows = ROWS }: { students?: number }): Promise<Table> {
  const app = await measuredApp({ worker: true })
  const { folder, remove } = scratchFolder()
  try {
    const small = await importReadings(app, folder, Math.ceil(rows / FEWER))
    const measured: Round[] = []
    for (let round = 0; round < ROUNDS; round++) measured.push(await importReadings(app, folder, rows))
    return {
      title: '导入筛查结果',
      note: `在同一次运行中测 ${ROUNDS} 轮取中位数；每名学生一行，从上传到记录、修改经过与各级数字写入完成；测量前先整理刚准备的名单。`,
      rows: rowsOf(small, measured, rows),
    }
  } finally {
    await app.close()
    remove()
  }
}

function rowsOf(small: Round, measured: readonly Round[], rows: number): Row[] {
  const whole = median(measured.map(({ seconds }) => seconds))
  const parse = median(measured.map((round) => round.parse))
  const copy = median(measured.map((round) => round.copy))
  const share = whole / (parse + copy)
  const block = Math.max(...measured.map(({ seen }) => seen.block))
  const grown = Math.max(...measured.map(({ seen }) => seen.worker)) - small.seen.worker
  const count = rows.toLocaleString('en')
  return [
    {
      what: `导入 ${count} 人的筛查结果，上传到写入完成`,
      value: `${whole.toFixed(1)} 秒，${Math.round(rows / whole).toLocaleString('en')} 行/秒`,
    },
    { what: '筛查结果：仅解析同一文件', value: `${parse.toFixed(1)} 秒` },
    { what: '筛查结果：仅 COPY 同样的记录与修改历史（同样的索引）', value: `${copy.toFixed(1)} 秒` },
    {
      what: '筛查结果：整体 / (解析 + COPY)',
      value: `${share.toFixed(2)}×`,
      bar: '≤ 2.5×',
      met: share <= 2.5,
    },
    {
      what: '筛查结果：HTTP 进程最长阻塞',
      value: `${block.toFixed(0)} ms`,
      bar: '≤ 50 ms',
      met: block <= 50,
    },
    {
      what: `筛查结果：工作进程内存，比 ${Math.ceil(rows / FEWER).toLocaleString('en')} 人时多`,
      value: `${grown.toFixed(0)} MB`,
      bar: '≤ 100 MB',
      met: grown <= 100,
    },
  ]
}

async function importReadings(app: MeasuredApp, folder: string, count: number): Promise<Round> {
  const { school, taskId, file } = await prepareReadings(app, folder, count)
  const { result: seconds, seen } = await watched(() =>
    importReadingsFile(app, { school, taskId, file }, count),
  )
  return { seconds, seen, parse: await timeParse(file), copy: await timeCopy(app, taskId) }
}

type Prepared = { school: BenchSchool; taskId: number; file: string }

/** A new school with a task under way and a file of results for everybody. */
export async function prepareReadings(app: MeasuredApp, folder: string, count: number): Promise<Prepared> {
  const school = await newBenchSchool(app)
  const roster = await makeRosterFile(folder, school, count)
  await importFile(app, school, roster, count)
  const taskId = await newTaskAt(app, school)
  const file = await makeReadingsFile(folder, school, roster)
  await settle(app)
  return { school, taskId, file }
}

/** Seconds from the upload to the last record. */
export const importReadingsFile = (app: MeasuredApp, { school, taskId, file }: Prepared, count: number) =>
  importFile(app, school, file, count, { endpoint: importEndpoints.importScreening, taskId })

/** What was prepared a moment ago would be vacuumed while the import runs; between a roster and its results lie days. */
async function settle(app: MeasuredApp): Promise<void> {
  const owner = app.owner()
  try {
    await owner.pool.query('vacuum (analyze)')
  } finally {
    await owner.close()
  }
}

const dayFromNow = (days: number): string =>
  new Date(Date.now() + (days * 24 + 8) * 3_600_000).toISOString().slice(0, 10)

/** A plan with one task, under way: everybody of the school stands on its list. */
export async function newTaskAt(app: MeasuredApp, { orgId, token, name }: BenchSchool): Promise<number> {
  const dates = { startsOn: dayFromNow(0), endsOn: dayFromNow(30) }
  const { planId } = await app.read<{ planId: number }>({
    path: planEndpoints.addPlan.path,
    token,
    body: {
      planName: `${name}筛查`,
      schoolYear: schoolYearOf(dates.startsOn),
      season: 2,
      kind: 1,
      areaIds: ['330106'],
      includeDirect: 1,
      stages: [2],
      items: DEFAULT_ITEMS,
      profile: DEFAULT_PROFILE,
      publish: true,
      ...dates,
    },
  })
  const body = { planId, schoolOrgIds: [orgId], executor: { by: 'school' }, ...dates }
  const { taskIds } = await app.read<{ taskIds: number[] }>({
    path: taskEndpoints.addTasks.path,
    token,
    body,
  })
  const taskId = taskIds[0] ?? 0
  const path = `${taskEndpoints.taskDetail.path}?taskId=${taskId}`
  // A large list is taken by the worker.
  for (let waited = 0; waited < MINUTES_TO_START * 60; waited++) {
    const { status, version } = await app.read<{ status: number; version: number }>({ path, token })
    if (status === 1) return taskId
    if (waited === 0) {
      await app
        .read({ path: taskEndpoints.startTask.path, token, body: { taskId, version } })
        .catch((error: Error) => console.log(error.message))
    }
    await sleep(1000)
  }
  throw new Error('the task does not start')
}

/** The children of a roster with a result each. */
export async function makeReadingsFile(folder: string, school: BenchSchool, roster: string): Promise<string> {
  const columns = columnsOf(3)
  const sheet = {
    name: '筛查数据',
    columns: columns.map(({ title, format }) => ({ title, format })),
    rows: readingRows(school, roster),
  }
  const file = path.join(folder, `${school.orgId}-readings.xlsx`)
  await pipeline(writeWorkbook([sheet]), createWriteStream(file))
  return file
}

async function* readingRows(school: BenchSchool, roster: string): AsyncGenerator<OutRow[]> {
  const keys = columnsOf(0, 1).map(({ key }) => key)
  const columns = columnsOf(3)
  let nth = 0
  for await (const batch of readWorkbook(createReadStream(roster), {
    signal: new AbortController().signal,
  })) {
    yield batch
      .filter(({ row }) => row > 1)
      .map(({ cells }) => {
        nth += 1
        const child = Object.fromEntries(keys.map((key, index) => [key, cellText(cells[index])]))
        const values = readingOf(school, child, nth)
        return columns.map(({ key }) => values[key] ?? '')
      })
  }
}

function readingOf(
  { name }: BenchSchool,
  child: Record<string, string | undefined>,
  nth: number,
): Record<string, string> {
  const worse = nth % 3 === 0
  return {
    school: name,
    grade: '一年级',
    class: child.class ?? '',
    name: child.name ?? '',
    idCard: child.idCard ?? '',
    glasses: worse ? '框架眼镜' : '未戴镜',
    nakedRight: (worse ? 4.4 + (nth % 4) / 10 : 5 + (nth % 3) / 10).toFixed(1),
    nakedLeft: (worse ? 4.5 + (nth % 3) / 10 : 5).toFixed(1),
    ...(worse ? { correctedRight: '5.0', correctedLeft: '4.9' } : {}),
    sphereRight: (worse ? -1.25 - (nth % 5) / 4 : (nth % 5) / 4).toFixed(2),
    sphereLeft: (worse ? -1 - (nth % 4) / 4 : (nth % 4) / 4).toFixed(2),
    cylinderRight: '-0.50',
    cylinderLeft: '-0.25',
    axisRight: String(nth % 181),
    axisLeft: String((nth * 7) % 181),
  }
}

/** The records that were just written with their history, copied into tables with the same indexes. */
export async function timeCopy(app: MeasuredApp, taskId: number): Promise<number> {
  const owner = app.owner()
  // Without a time limit: reading by COPY does not end the driver's.
  const client = new pg.Client({ ...owner.pool.options, query_timeout: undefined })
  await client.connect()
  const records = `select * from screening_record where task_id = ${taskId}`
  const tables = [
    ['screening_record', records],
    ['record_change', `select * from record_change where record_id in (select id from (${records}) as r)`],
  ] as const
  try {
    let seconds = 0
    for (const [table, rows] of tables) {
      await client.query(`create table ${table}_floor (like ${table} including all)`)
      const copied = await text(client.query(copyTo(`copy (${rows}) to stdout`)))
      const started = performance.now()
      await pipeline([copied], client.query(copyFrom(`copy ${table}_floor from stdin`)))
      seconds += (performance.now() - started) / 1000
    }
    return seconds
  } finally {
    for (const [table] of tables) await client.query(`drop table if exists ${table}_floor`)
    await client.end()
    await owner.close()
  }
}
