import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { growDemo } from '../server/seed/grow/grow-demo.ts'
import { importFile, timeParse } from './import-file.ts'
import { type MeasuredApp, measuredApp } from './measured-app.ts'
import { type Watched, watched } from './process-watch.ts'
import { type BenchSchool, makeRosterFile, newBenchSchool } from './roster-file.ts'
import { scratchFolder } from './scratch-product.ts'
import { median, type Row, type Table } from './table.ts'

export { importFile } from './import-file.ts'

const ROWS = 50_000
const FEW = 5_000
const MANY = 200_000
const ROUNDS = 3
const LARGE = 1_000_000

/** A roster from the upload to the last row written, compared with reading and storing alone. */
export async function measureImport(): Promise<Table> {
  const app = await measuredApp({ worker: true })
  const { folder, remove } = scratchFolder()
  try {
    const rows: Row[] = []
    // The run takes minutes, so every result is printed as soon as it is known.
    const tell = (...found: Row[]) => {
      rows.push(...found)
      for (const { what, value } of found) console.log(`${what}：${value}`)
    }
    const rounds: ImportRun[] = []
    for (let round = 0; round < ROUNDS; round++) rounds.push(await importWithFloor(app, folder, ROWS))
    const whole = median(rounds.map(({ seconds }) => seconds))
    const parse = median(rounds.map((round) => round.parse))
    const copy = median(rounds.map((round) => round.copy))
    const block = Math.max(...rounds.map(({ seen }) => seen.block))
    tell(
      {
        what: `导入 ${ROWS.toLocaleString('en')} 行（20 列），上传到写入完成`,
        value: `${whole.toFixed(1)} 秒，${rate(ROWS, whole)}`,
      },
      { what: '其中仅解析同一文件', value: `${parse.toFixed(1)} 秒` },
      { what: '其中仅 COPY 同样的行（同样的索引）', value: `${copy.toFixed(1)} 秒` },
      ratio('整体 / (解析 + COPY)', whole / (parse + copy), 2.5),
      { what: 'HTTP 进程最长阻塞', value: `${block.toFixed(0)} ms`, bar: '≤ 50 ms', met: block <= 50 },
      memory(`内存峰值（${ROWS.toLocaleString('en')} 行）`, rounds[0]?.seen),
    )
    tell(...(await measureSizes(app, folder)))
    tell(await measurePair(app, folder, whole))
    tell(await measureLarge(app, folder, whole))
    return {
      title: '导入学生名单',
      note: `在同一次运行中各测 ${ROUNDS} 轮取中位数；上传者是另一个进程，服务、工作进程与解析进程分开计量。`,
      rows,
    }
  } finally {
    await app.close()
    remove()
  }
}

export type ImportRun = { seconds: number; parse: number; copy: number; seen: Watched }

export async function importWithFloor(app: MeasuredApp, folder: string, count: number): Promise<ImportRun> {
  const school = await newBenchSchool(app)
  const file = await makeRosterFile(folder, school, count)
  const { result: seconds, seen } = await watched(() => importFile(app, school, file, count))
  return { seconds, seen, parse: await timeParse(file), copy: await timeCopy(app, school) }
}

/** Few rows and many: what grows with the rows would show. */
async function measureSizes(app: MeasuredApp, folder: string): Promise<Row[]> {
  const sizes: { seconds: number; seen: Watched }[] = []
  for (const count of [FEW, MANY]) {
    const school = await newBenchSchool(app)
    const file = await makeRosterFile(folder, school, count)
    const { result: seconds, seen } = await watched(() => importFile(app, school, file, count))
    sizes.push({ seconds, seen })
  }
  const [small, many] = sizes
  if (!small || !many) return []
  const grown = Math.max(many.seen.worker - small.seen.worker, many.seen.parser - small.seen.parser)
  return [
    memory(`内存峰值（${FEW.toLocaleString('en')} 行）`, small.seen),
    memory(`内存峰值（${MANY.toLocaleString('en')} 行）`, many.seen),
    {
      what: '内存增长，工作与解析进程较大者',
      value: `${grown.toFixed(0)} MB`,
      bar: '≤ 100 MB',
      met: grown <= 100,
    },
    {
      what: `${MANY.toLocaleString('en')} 行`,
      value: `${many.seconds.toFixed(1)} 秒，${rate(MANY, many.seconds)}`,
    },
  ]
}

async function measurePair(app: MeasuredApp, folder: string, alone: number): Promise<Row> {
  const schools = [await newBenchSchool(app), await newBenchSchool(app)]
  const files = await Promise.all(schools.map((school) => makeRosterFile(folder, school, ROWS)))
  const started = performance.now()
  await Promise.all(schools.map((school, index) => importFile(app, school, files[index] ?? '', ROWS)))
  const together = (performance.now() - started) / 1000
  return { what: '两个导入同时进行，总速率 / 单个', value: `${((2 * alone) / together).toFixed(2)}×` }
}

async function measureLarge(app: MeasuredApp, folder: string, alone: number): Promise<Row> {
  const owner = app.owner()
  await growDemo(owner.db, app.services.secrets, { students: LARGE, say: console.log })
  await owner.close()
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const school = await newBenchSchool(app)
    const file = await makeRosterFile(folder, school, ROWS)
    times.push(await importFile(app, school, file, ROWS))
  }
  const share = alone / median(times)
  return {
    what: `库中已有 ${LARGE.toLocaleString('en')} 名学生时的速率 / 空库`,
    value: share.toFixed(2),
    bar: '≥ 0.8',
    met: share >= 0.8,
  }
}

/** The rows that were just imported, copied into a table with the same indexes. */
async function timeCopy(app: MeasuredApp, school: BenchSchool): Promise<number> {
  const owner = app.owner()
  // Without a time limit: reading by COPY does not end the driver's.
  const client = new pg.Client({ ...owner.pool.options, query_timeout: undefined })
  await client.connect()
  try {
    await client.query('create table student_floor (like student including all)')
    const rows = await text(
      client.query(copyTo(`copy (select * from student where org_id = ${school.orgId}) to stdout`)),
    )
    const started = performance.now()
    await pipeline([rows], client.query(copyFrom('copy student_floor from stdin')))
    return (performance.now() - started) / 1000
  } finally {
    await client.query('drop table if exists student_floor')
    await client.end()
    await owner.close()
  }
}

const rate = (rows: number, seconds: number) => `${Math.round(rows / seconds).toLocaleString('en')} 行/秒`
const ratio = (what: string, value: number, bar: number): Row => ({
  what,
  value: `${value.toFixed(2)}×`,
  bar: `≤ ${bar}×`,
  met: value <= bar,
})
const memory = (what: string, seen: Watched | undefined): Row => ({
  what,
  value: seen
    ? `HTTP ${seen.http.toFixed(0)} MB，工作 ${seen.worker.toFixed(0)} MB，解析 ${seen.parser.toFixed(0)} MB`
    : '',
})
